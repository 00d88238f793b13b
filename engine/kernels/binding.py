"""Rule functions bound for one game's states: compiled, or plain where nothing is compiled.

The compiler (`compiler`) is loaded when the first function is compiled, or its compilation read.
"""

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .cache import Unit

if TYPE_CHECKING:
    from .compiler import Types

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}
"""Whether this process runs anything compiled."""

LOOK_AGAIN_S = 1.0
"""Who waits for what others compile looks for it so often."""

_compiles = COMPILED


def compile_nothing() -> None:
    """Let this process use what is compiled already, and plain Python for everything else.

    For servers: no request and no job waits for a compiler, `bots.compile` runs it elsewhere.
    """
    global _compiles  # noqa: PLW0603 - what a process is for is decided once, at its start
    _compiles = False


def compiles() -> bool:
    """Tell whether this process compiles what is missing when it is called for."""
    return _compiles


def bind(
    function: Callable[..., Any], signature: Callable[["Types"], Any], dtype: Any = None
) -> Callable[..., Any]:
    """Return a function compiled, from the cache if it was compiled before.

    `signature` returns its one signature from the types of a game's `dtype`. Uncompiled, this is
    the function itself.
    """
    if not COMPILED:
        return function
    from . import compiler  # noqa: PLC0415 - only here is the compiler wanted

    return compiler.bind(function, signature, dtype)


class Awaited:
    """A unit of kernels that somebody wants, and may have to wait for until it is compiled."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._is_there = False
        self._look_again = 0.0

    def is_there(self) -> bool:
        """Tell whether its kernels can be bound at once, or are compiled if they cannot.

        Never where nothing is compiled. Looks at the disk once a second at most.
        """
        if not self._is_there and COMPILED:
            if _compiles:
                self._is_there = True
            elif time.monotonic() >= self._look_again:
                self._is_there = self.unit.is_compiled()
                self._look_again = time.monotonic() + LOOK_AGAIN_S
                if not self._is_there:
                    self.unit.want()
        return self._is_there


class Bindings:
    """Functions bound for one record, each when it is called for.

    Either all are compiled or none is: kernels take compiled functions only.
    """

    def __init__(self, dtype: Any = None, *, is_compiled: bool) -> None:
        self._dtype = dtype
        self._bound: dict[Callable[..., Any], Callable[..., Any]] = {}
        self.is_compiled = is_compiled

    def bound(
        self, function: Callable[..., Any], signature: Callable[["Types"], Any]
    ) -> Callable[..., Any]:
        """Return a function compiled or plain; see `bind`."""
        if not self.is_compiled:
            return function
        if function not in self._bound:
            self._bound[function] = bind(function, signature, self._dtype)
        return self._bound[function]
