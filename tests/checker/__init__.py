# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""A second checker of certificates, written from certs/FORMAT.md, doc/language.md and proofs/math/LEMMAS.md
alone.  It shares no code with dpcert and needs nothing but the standard library; it is slow, and short.

    dyadic        numbers m*2^e, rounded up or down; the one series that all functions are made of
    intervals     Number: an exact fraction or an interval, with operators and functions
    language      from the text of a theorem to trees
    theorems      types, statements, the catalogue
    evaluation    the value of a tree, conditions, optima over ranges of real numbers
    integrals     Taylor series, and integrals by them
    inversion     the methods inversion and product
    certificates  the format, and the verdict
"""


class Rejected(Exception):
    """The certificate or theorem is malformed, or it is false."""


def reject_if(condition, reason):
    if condition:
        raise Rejected(reason)


class Undefined(Rejected):
    """The value does not exist: log(0), 1/0, an index out of range, a plan that proves nothing."""


class Refused(Undefined):
    """A plan or its arguments are outside of what a method takes."""


class Unbounded(Undefined):
    """The value exists, but a number on the way to it has no finite enclosure: nothing is known of it."""


class NeedPrecision(Exception):
    """Undecided at this precision."""


class Limit(Exception):
    """Beyond the limits of this checker."""
