# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""libdpcert through ctypes: the structures and functions of dpcert.h that the package uses."""
import ctypes as c
import ctypes.util
import os
from pathlib import Path

try:
    from ._installed import LIBRARY as _INSTALLED
except ImportError:  # in the source tree
    _INSTALLED = None

OK, DOMAIN, UNDECIDED, PARSE, IO, NOMEM, INTERRUPTED = range(7)
LIMIT_NONE, LIMIT_STEPS, LIMIT_BITS, LIMIT_MEMORY, LIMIT_DIGITS = range(5)


_P, _S, _N, _I = c.c_void_p, c.c_char_p, c.c_size_t, c.c_int


class ProgressInfo(c.Structure):
    _fields_ = [("data", c.c_void_p), ("phase", c.c_char_p), ("steps", c.c_uint64),
                ("limit", c.c_uint64)]


PROGRESS = c.CFUNCTYPE(c.c_int, c.POINTER(ProgressInfo))


class TheoremInfo(c.Structure):
    _fields_ = [("id", c.c_char_p), ("title", c.c_char_p), ("status", c.c_int),
                ("basis", c.c_int), ("adjacency", c.c_int), ("revision", c.c_ulong),
                ("is_own", c.c_int)]


class InputInfo(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_char_p), ("is_witness", c.c_int),
                ("is_given", c.c_int), ("of_referee", c.c_int), ("is_plan", c.c_int)]


class ResultInfo(c.Structure):
    _fields_ = [("name", c.c_char_p), ("kind", c.c_int), ("lower", c.c_char_p),
                ("upper", c.c_char_p), ("exact", c.c_char_p), ("approx", c.c_char_p),
                ("digits", c.c_ulong), ("text", c.c_char_p)]


class RefereeInfo(c.Structure):
    _fields_ = [("name", c.c_char_p), ("kind", c.c_int), ("lower", c.c_char_p),
                ("upper", c.c_char_p), ("text", c.c_char_p), ("why_not", c.c_char_p),
                ("beats_result", c.c_int), ("clears_result", c.c_int), ("slack", c.c_char_p)]


class SolutionInfo(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_char_p), ("next", c.c_char_p),
                ("is_smallest", c.c_int), ("at_next", c.c_int), ("why", c.c_char_p)]


class VerdictPhase(c.Structure):
    _fields_ = [("phase", c.c_ulong), ("param", c.c_char_p), ("record", c.c_ulong), ("text", c.c_char_p)]


class VerdictItem(c.Structure):
    _fields_ = [("name", c.c_char_p), ("relation", c.c_char_p), ("value", c.c_char_p)]


class VerdictInfo(c.Structure):
    _fields_ = [("verdict", c.c_int), ("line", c.c_char_p), ("kind", c.c_int),
                ("is_conditional", c.c_int), ("where", c.c_size_t), ("assumption", c.POINTER(c.c_char_p)),
                ("nassumptions", c.c_size_t), ("note", c.POINTER(c.c_char_p)),
                ("nnotes", c.c_size_t), ("context", c.POINTER(c.c_char_p)),
                ("ncontext", c.c_size_t), ("theorem", c.c_char_p), ("adjacency", c.c_int),
                ("revision", c.c_ulong), ("claim", c.POINTER(VerdictItem)), ("param", c.POINTER(VerdictItem)),
                ("choose", c.POINTER(VerdictItem)),
                ("nclaims", c.c_size_t), ("nparams", c.c_size_t), ("nchoose", c.c_size_t),
                ("premise", c.POINTER(c.c_char_p)), ("npremises", c.c_size_t), ("is_own", c.c_int),
                ("limit", c.c_int), ("limit_value", c.c_uint64), ("history", c.c_int), ("phases", c.c_ulong),
                ("phase", c.POINTER(VerdictPhase)), ("nrecords", c.c_size_t)]


class Claim(c.Structure):
    _fields_ = [("theorem", c.c_char_p), ("result", c.c_char_p), ("claimed", c.c_char_p),
                ("is_lower", c.c_int), ("name", c.POINTER(c.c_char_p)),
                ("value", c.POINTER(c.c_char_p)), ("count", c.c_size_t), ("certify", c.c_int)]


class ClaimVerdict(c.Structure):
    _fields_ = [("verdict", c.c_int), ("malformed", c.c_int), ("lower", c.c_char_p),
                ("upper", c.c_char_p), ("slack_percent", c.c_char_p), ("why", c.c_char_p),
                ("status", c.c_int), ("adjacency", c.c_int),
                ("assumption", c.POINTER(c.c_char_p)), ("nassumptions", c.c_size_t),
                ("certificate", c.c_char_p), ("slack_text", c.c_char_p),
                ("premise", c.POINTER(c.c_char_p)), ("npremises", c.c_size_t), ("history", c.c_int),
                ("phases", c.c_ulong)]


class AccountStepInfo(c.Structure):
    _fields_ = [("mechanism", c.c_char_p), ("text", c.c_char_p), ("count", c.c_char_p)]


class AccountInfo(c.Structure):
    _fields_ = [("name", c.c_char_p), ("given_name", c.c_char_p), ("given", c.c_char_p),
                ("lower", c.c_char_p), ("upper", c.c_char_p), ("theorem", c.c_char_p),
                ("method", c.c_int), ("adjacency", c.c_int), ("form", c.c_char_p),
                ("assumption", c.POINTER(c.c_char_p)), ("nassumptions", c.c_size_t), ("digits", c.c_ulong),
                ("premise", c.POINTER(c.c_char_p)), ("npremises", c.c_size_t), ("extent", c.c_int)]


_FUNCTIONS = {
    "dpc_version": (_S,),
    "dpc_status_name": (_S, _I),
    "dpc_string_free": (None, _P),
    "dpc_on_progress": (None, PROGRESS, _P),
    "dpc_catalogue_new": (_P,),
    "dpc_catalogue_free": (None, _P),
    "dpc_catalogue_count": (_N,),
    "dpc_catalogue_id": (_S, _N),
    "dpc_catalogue_add_text": (_I, _P, _S, _S, _N, c.POINTER(_S)),
    "dpc_catalogue_add_file": (_I, _P, _S, c.POINTER(_S)),
    "dpc_catalogue_error": (_S, _P),
    "dpc_theorem_get": (_I, _P, _S, c.POINTER(TheoremInfo)),
    "dpc_theorem_text": (_P, _P, _S),
    "dpc_theorem_latex": (_P, _P, _S),
    "dpc_query_new": (_P, _P, _S),
    "dpc_query_free": (None, _P),
    "dpc_query_set": (_I, _P, _S, _S),
    "dpc_query_set_digits": (_I, _P, c.c_ulong),
    "dpc_query_set_arith": (_I, _P, _S),
    "dpc_query_set_max_bits": (_I, _P, c.c_ulong),
    "dpc_query_set_max_steps": (_I, _P, c.c_uint64),
    "dpc_query_run": (_I, _P),
    "dpc_query_error": (_S, _P),
    "dpc_query_limit": (_I, _P, c.POINTER(c.c_uint64)),
    "dpc_query_theorem": (c.POINTER(TheoremInfo), _P),
    "dpc_query_inputs": (_N, _P),
    "dpc_query_input": (c.POINTER(InputInfo), _P, _N),
    "dpc_query_results": (_N, _P),
    "dpc_query_result": (c.POINTER(ResultInfo), _P, _N),
    "dpc_query_referees": (_N, _P),
    "dpc_query_referee": (c.POINTER(RefereeInfo), _P, _N),
    "dpc_query_assumptions": (_N, _P),
    "dpc_query_assumption": (_S, _P, _N),
    "dpc_query_premises": (_N, _P),
    "dpc_query_premise": (_S, _P, _N),
    "dpc_query_notes": (_N, _P),
    "dpc_query_note": (_S, _P, _N),
    "dpc_query_solve": (_I, _P, _S, _S, _S, _S, _I),
    "dpc_query_solution": (c.POINTER(SolutionInfo), _P),
    "dpc_query_certificate": (_I, _P, _S, c.POINTER(_S), _N, c.POINTER(_P)),
    "dpc_certificate_verify": (c.POINTER(VerdictInfo), _S, _S, _N, _S, c.c_ulong, c.c_uint64),
    "dpc_verdict_free": (None, c.POINTER(VerdictInfo)),
    "dpc_account_new": (_P, _P, _S, _S, _N),
    "dpc_account_free": (None, _P),
    "dpc_account_error": (_S, _P),
    "dpc_account_limit": (_I, _P, c.POINTER(c.c_uint64)),
    "dpc_account_set_eps": (_I, _P, _S),
    "dpc_account_set_delta": (_I, _P, _S),
    "dpc_account_set_adjacency": (_I, _P, _S),
    "dpc_account_set_extent": (_I, _P, _S),
    "dpc_account_set_digits": (_I, _P, c.c_ulong),
    "dpc_account_steps": (_N, _P),
    "dpc_account_step": (c.POINTER(AccountStepInfo), _P, _N),
    "dpc_account_run": (_I, _P),
    "dpc_account_result": (c.POINTER(AccountInfo), _P),
    "dpc_account_certificate": (_I, _P, _S, c.POINTER(_S), _N, c.POINTER(_P)),
    "dpc_account_judge": (c.POINTER(ClaimVerdict), _P, _S, _I, _I),
    "dpc_claim_judge": (c.POINTER(ClaimVerdict), _P, c.POINTER(Claim)),
    "dpc_claim_verdict_free": (None, c.POINTER(ClaimVerdict)),
    "dpc_judgement_name": (_S, _I),
    "dpc_next_name": (_S, _I),
    "dpc_theorem_status_name": (_S, _I),
    "dpc_basis_name": (_S, _I),
    "dpc_adjacency_name": (_S, _I),
    "dpc_bound_kind_name": (_S, _I),
    "dpc_cert_kind_name": (_S, _I),
    "dpc_history_name": (_S, _I),
    "dpc_account_method_name": (_S, _I),
}


def _candidates():
    """Where the library may be, best first."""
    if os.environ.get("DPCERT_LIBRARY"):
        yield os.environ["DPCERT_LIBRARY"]
        return
    if _INSTALLED:
        yield _INSTALLED
    top = Path(__file__).resolve().parents[2]
    for folder in ("build/.libs", ".libs"):
        yield str(top / folder / "libdpcert.so")
    yield "libdpcert.so.0"
    found = ctypes.util.find_library("dpcert")
    if found:
        yield found


def load():
    """The library with the types of its functions."""
    tried = []
    for path in _candidates():
        try:
            library = c.CDLL(path)
        except OSError as error:
            tried.append("%s (%s)" % (path, error))
            continue
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype = result
            function.argtypes = arguments
        return library
    raise ImportError("libdpcert was not found; set DPCERT_LIBRARY to its path. Tried: "
                      + "; ".join(tried))
