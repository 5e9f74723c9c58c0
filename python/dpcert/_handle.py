# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""Objects of the library, which cannot be copied, and plain values, which can."""
import dataclasses
import os
import threading
import typing
import weakref
from typing import Any, Callable, Optional

from . import _library as _lib

dpc = _lib.load()

# The objects that the library makes, and how to free them.  Nothing else turns a handle into a pointer.
_KINDS = {"catalogue": (dpc.dpc_catalogue_new, dpc.dpc_catalogue_free),
          "query": (dpc.dpc_query_new, dpc.dpc_query_free),
          "account": (dpc.dpc_account_new, dpc.dpc_account_free)}


def _release(free: Callable[[int], None], pointer: int, process: int, owner: Optional["Handle"]) -> None:
    """Frees the object of a handle, before that of its owner.  After a fork the child leaves it alone: another
    thread of the parent may have been at work on it."""
    if os.getpid() == process:
        free(pointer)


class Handle:
    """An object of the library: a catalogue, or a query or an account of one.  It is freed once, by the
    process that made it, when nothing refers to it any more; not when the interpreter ends, where a
    thread may still be at work on it.  `lock` is for those who use it from several threads."""
    __slots__ = ("_pointer", "_process", "lock", "__weakref__")

    def __init__(self, kind: str, owner: Optional["Handle"] = None, *arguments: Any) -> None:
        make, free = _KINDS[kind]
        self._pointer = None
        self._process = os.getpid()
        self.lock = threading.Lock()
        self._pointer = make(*(() if owner is None else (owner,)), *arguments)
        if self._pointer:
            weakref.finalize(self, _release, free, self._pointer, self._process, owner).atexit = False

    def __bool__(self) -> bool:
        """Whether the library made it."""
        return bool(self._pointer)

    @property
    def is_here(self) -> bool:
        """Whether this process made it."""
        return self._process == os.getpid()

    @property
    def _as_parameter_(self) -> int:
        """The pointer for ctypes."""
        if not self._pointer or not self.is_here:
            raise RuntimeError("an object of libdpcert is used that is not there, or in another process")
        return self._pointer

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("an object of libdpcert cannot be copied or pickled: copy the result that it belongs to")

    def __setstate__(self, state: Any) -> None:
        raise TypeError("an object of libdpcert is not made from a pickle")


# ---- plain values ----

def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of a type, for the few types that fields have."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return True
    if origin is typing.Union:
        return any(_fits(value, one) for one in arguments)
    if origin is list:
        return type(value) is list and all(_fits(item, arguments[0]) for item in value)
    if origin is dict:
        return type(value) is dict and all(_fits(k, arguments[0]) and _fits(v, arguments[1]) for k, v in value.items())
    if origin is tuple:
        return (type(value) is tuple and len(value) == len(arguments)
                and all(_fits(item, one) for item, one in zip(value, arguments)))
    if hint in (int, float):
        return isinstance(value, hint) and not isinstance(value, bool)
    return isinstance(value, hint)


_hints: typing.Dict[type, typing.Dict[str, Any]] = {}


class Plain:
    """A dataclass of plain data.  Copies, also those of pickle, are made by its constructor, which takes
    nothing but fields of the right types."""

    def __post_init__(self) -> None:
        kind = type(self)
        if kind not in _hints:
            _hints[kind] = typing.get_type_hints(kind)
        for f in dataclasses.fields(self):  # type: ignore[arg-type]
            if not _fits(getattr(self, f.name), _hints[kind][f.name]):
                raise TypeError("%s of %s cannot be %.100r" % (f.name, kind.__name__, getattr(self, f.name)))

    def __reduce__(self) -> Any:
        return type(self), tuple(getattr(self, f.name) for f in dataclasses.fields(self))  # type: ignore[arg-type]

    def __setstate__(self, state: Any) -> None:
        raise TypeError("%s is made by its constructor alone" % type(self).__name__)
