# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""Long calls of the library: they report progress, and end early if Python asks them to."""
import threading
from typing import Any, Callable, Generator, NamedTuple, Optional

from . import _library as _lib
from ._handle import dpc


class Progress(NamedTuple):
    """The progress of a call: its phase ("evaluate", "search", "plan", "solve", "grid", "verify"), how
    many steps it took (some tenths of a microsecond each), and how many one pass may take, 0 where that is
    not known."""
    phase: str
    steps: int
    limit: int


Callback = Optional[Callable[[Progress], Any]]


class _Stop:
    """Why a call was ended, and whether it is over."""
    error: Optional[BaseException] = None
    over = False


def _listen(progress: Callback, stop: _Stop) -> Generator[int, Any, None]:
    """Receives the reports of the library, and yields the answers: 0 to go on.

    A generator, because Python handles signals where a frame begins or goes on.  That of a function begins
    outside of its `try`, and ctypes would drop the exception; this one goes on within it."""
    try:
        while True:
            told = yield 0
            if progress is not None:
                info = told.contents
                progress(Progress(info.phase.decode(), info.steps, info.limit))
    except BaseException as error:
        if stop.over:
            return
        stop.error = error
    yield 1


_last = threading.local()


class watched:
    """The calls of the library within: `progress` is called now and then, and an exception that it or a
    handler of a signal raises ends them, and is raised here."""

    def __init__(self, progress: Callback) -> None:
        if progress is not None and not callable(progress):
            raise TypeError("progress is a function that takes a dpcert.Progress, not %r" % (progress,))
        self._stop = _Stop()
        listener = _listen(progress, self._stop)
        next(listener)
        self._call = _lib.PROGRESS(listener.send)  # the library needs it until the end

    def __enter__(self) -> None:
        _last.call = self._call  # also where a signal comes before the end is reached
        dpc.dpc_on_progress(self._call, None)

    def __exit__(self, *raised: Any) -> None:
        dpc.dpc_on_progress(_lib.PROGRESS(), None)
        self._stop.over = True
        if self._stop.error is not None:
            raise self._stop.error from None
