"""Rule functions: ordinary Python functions that are compiled where that pays.

`@rule` marks a function as one that kernels may call, and leaves it as it is: called from Python
it runs as it stands, at once and in the debugger. `bind` returns it compiled for the states of one
game, with all it calls (`compiled.py`, which alone knows the compiler). What has to be written
otherwise for the compiler, such as tricks with bits, names its twin by `compiled_as`.
"""

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from .cache import Unit

if TYPE_CHECKING:
    from .compiled import Types

F = TypeVar("F", bound=Callable[..., Any])

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


def rule(function: F) -> F:
    """Mark a function as part of kernels: compiled for each state record that it meets."""
    function.__dict__["kernel"] = "called"
    return function


def inlined(function: F) -> F:
    """Mark a function that is pasted into kernels which hand it rule functions.

    The compiler has nothing for arguments that are functions but what `bind` returns.
    """
    function.__dict__["kernel"] = "pasted"
    return function


def compiled_as(plain: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a function as what the compiler takes instead of `plain`, which does the same."""

    def mark(function: F) -> F:
        plain.__dict__["kernel"] = rule(function)
        return function

    return mark


def bind(
    function: Callable[..., Any], signature: Callable[["Types"], Any], dtype: Any = None
) -> Callable[..., Any]:
    """Return a function compiled, from the cache if it was compiled before.

    `signature` returns its one signature from the types of a game's `dtype`. Uncompiled, this is
    the function itself.
    """
    if not COMPILED:
        return function
    from . import compiled  # noqa: PLC0415 - only here is the compiler wanted

    return compiled.bind(function, signature, dtype)


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


@rule
def popcount(word: Any) -> int:
    """Return the number of ones in a 64-bit word."""
    return int(word).bit_count()


@rule
def lowest(word: Any) -> int:
    """Return the index of the lowest one in a 64-bit word that is not zero."""
    return (int(word) & -int(word)).bit_length() - 1


@rule
def highest(word: Any) -> int:
    """Return the index of the highest one in a 64-bit word that is not zero."""
    return int(word).bit_length() - 1


_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_STEP_INT, _MIX_1_INT, _MIX_2_INT = int(_STEP), int(_MIX_1), int(_MIX_2)
_WORD = (1 << 64) - 1


@rule
def write(into: Any, at: int, numbers: Any) -> None:
    """Write numbers into an array from an index on.

    With slices the compiler would compile, for seconds, how to word that they do not fit.
    """
    for i in range(len(numbers)):
        into[at + i] = numbers[i]


def seed_random(s: Any, seed: Any, index: int) -> None:
    """Start the state's generator at the `index`-th point of the sequence of `seed`."""
    s.rng = (int(seed) + index * _STEP_INT) & _WORD


def random_below(s: Any, n: int) -> int:
    """Return a number from 0 to n - 1 from the state's own generator; n < 2**31.

    For simulations only: deals that count come from `shuffle`.
    Source: Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators (2014).
    """
    word = (int(s.rng) + _STEP_INT) & _WORD
    s.rng = word
    word = ((word ^ (word >> 30)) * _MIX_1_INT) & _WORD
    word = ((word ^ (word >> 27)) * _MIX_2_INT) & _WORD
    return ((word ^ (word >> 31)) >> 32) * int(n) >> 32


@compiled_as(seed_random)
def _seed_random(s: Any, seed: Any, index: int) -> None:
    s.rng = np.uint64(seed) + np.uint64(index) * _STEP


@compiled_as(random_below)
def _random_below(s: Any, n: int) -> Any:
    s.rng = np.uint64(s.rng) + _STEP
    word = s.rng
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    word = word ^ (word >> np.uint64(31))
    return np.int64(((word >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
