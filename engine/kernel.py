"""Numba plumbing: compile once, keep in a cache, bind generic algorithms to a game; bit tricks.

Rule functions are ordinary Python functions marked `@rule`. Uncompiled (`NUMBA_DISABLE_JIT=1`)
they run as they stand; what only exists compiled, the bit intrinsics, has a Python twin here.

Numba looks only at a function's own file when it decides whether a cached compilation is still
good, but kernels call each other across files. So the cache lives in folders named after the
contents of all files that a kernel may call into: this package's, and what `cache_by` tells.
"""

import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
import numpy as np
from numba import njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not numba.config.DISABLE_JIT
"""Whether kernels are compiled in this process."""

UNUSED_DAYS = 30
"""After so many days without use a folder of compiled kernels goes."""

_sources: dict[Path, str] = {}
_folders: dict[str, Path] = {}


def _choose_processor() -> None:
    """Order instructions as for x86-64-v2, where that is here and nobody chose another.

    All that the processor can do is used. What LLVM does for this one by name made some kernels
    slower by a quarter (docs/decisions/0002).
    """
    has = llvmlite.binding.get_host_cpu_features()
    if numba.config.CPU_NAME is None and has.get("sse4.2") and has.get("popcnt"):
        numba.config.CPU_NAME = "x86-64-v2"


_choose_processor()


def cache_by(sources: Iterable[Path], *, calls: Iterable[Path] = ()) -> None:
    """Tell that kernels in the files `sources` call into these and into those of `calls`.

    Call it before the files are imported. The engine's own files need not be named.
    """
    own = sorted(sources)
    reached = {*_ENGINE, *own, *calls}
    _sources.update({source: _digest(source.read_bytes()) for source in reached})
    folder = _home() / _digest_of(reached)
    _folders.update({str(source): folder for source in own})


def cache_mark() -> Path:
    """Return a file whose name stands for all sources told so far, there or not."""
    return _home() / "complete" / _digest_of(_sources)


def _home() -> Path:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(user) / "stammtisch" / "kernels"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _digest_of(sources: Iterable[Path]) -> str:
    told = [f"{source.name} {_sources[source]}" for source in sorted(sources)]
    compiler = f"{numba.__version__} {numba.config.CPU_NAME} {numba.config.CPU_FEATURES}"
    return _digest("\n".join([compiler, *told]).encode())


def _use_folder(source: str) -> None:
    """Let numba keep what it compiles from a file in its folder; drop folders nobody uses."""
    folder = _folders.get(source) or _home() / _digest_of(_sources)
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            oldest = time.time() - UNUSED_DAYS * 86400
            for other in folder.parent.glob("?" * 16):
                if other.stat().st_mtime < oldest:
                    shutil.rmtree(other, ignore_errors=True)
        os.utime(folder)
    except OSError:
        return  # a read-only home: numba looks for a place of its own
    numba.config.CACHE_DIR = str(folder)


_ENGINE = tuple(Path(__file__).parent.glob("*.py"))
cache_by(_ENGINE)


class _ByContents(UserProvidedCacheLocator):  # type: ignore[misc] # numba has no types
    """Where compilations of a function lie: wherever its file does, if its contents are the same.

    Numba would have another folder for each place that the program is installed in.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name


class _Places(CompileResultCacheImpl):  # type: ignore[misc] # numba has no types
    _locator_classes = (_ByContents, *CompileResultCacheImpl._locator_classes)


class _SharedCache(FunctionCache):  # type: ignore[misc] # numba has no types
    """Compilations of a function on disk, to which one process at a time adds.

    Numba numbers them by those it has seen: two processes that add one each, for different games,
    would write both to the same file.
    """

    _impl_class = _Places

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with (Path(self.cache_path) / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            super().save_overload(signature, compiled)


def _dispatcher(function: Callable[..., Any], **how: bool) -> Any:
    """Return what compiles a function when it is called, or finds it compiled on disk."""
    dispatcher = njit(nogil=True, **how)(function)
    if COMPILED:
        _use_folder(function.__code__.co_filename)
        with suppress(RuntimeError):  # there is no place for a cache
            dispatcher._cache = _SharedCache(function)
    return dispatcher


def rule(function: F) -> F:
    """Mark a function as part of a kernel: compiled for each state record that it meets."""
    compiled: F = _dispatcher(function, no_cfunc_wrapper=True)  # C functions are those of `bind`
    return compiled


def inlined(function: F) -> F:
    """Mark a function that is pasted into kernels which hand it rule functions.

    Numba has no compilation for arguments that are functions but those of `bind`.
    """
    pasted: F = njit(inline="always")(function)
    return pasted


@cache
def _name_in_code(record: Any) -> tuple[str, tuple[str]]:
    """Return how a record is named in compiled code: by its fields, whoever compiles.

    Numba takes a number that it gives types as they come. Kernels of two games that two processes
    compiled could then have one name, and a process that loads both takes the one for the other.
    """
    return "Record", (_digest(repr(record.key).encode()),)


types.Record.mangling_args = property(_name_in_code)

ACTIONS = types.int32[::1]
"""A buffer for actions."""
BYTES = types.uint8[::1]
"""A buffer for cards or for packed bytes."""


class Types:
    """The compiler's types for one game: its record, batches of it, and its rule functions."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.record = numba.from_dtype(dtype)
        self.states = self.record[::1]
        self.change = types.void(self.record)
        self.tell = types.boolean(self.record)
        self.deal = types.void(self.record, BYTES)
        self.legal = types.int64(self.record, ACTIONS)
        self.apply = types.void(self.record, types.int64)
        self.choose = types.int64(self.record, ACTIONS, types.int64)


def function_type(signature: Any) -> Any:
    """Return the type of an argument that is a compiled function of this signature."""
    return types.FunctionType(signature)


def bind(
    function: Callable[..., Any], dtype: np.dtype[Any], signature: Callable[[Types], Any]
) -> Callable[..., Any]:
    """Compile `function` for the states of one game, from the cache if it was compiled before.

    `signature` returns the one signature from the types of the game. Every binding is a
    dispatcher of its own: one with several signatures that take functions does not resolve its
    overloads. Uncompiled, this is the function itself.
    """
    plain: Callable[..., Any] = getattr(function, "py_func", function)
    if not COMPILED:
        return plain
    bound = _dispatcher(plain)
    bound.compile(signature(Types(dtype)))
    bound.disable_compile()
    return cast(Callable[..., Any], bound)


if COMPILED:

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        """Return the number of ones in a 64-bit word."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = context.cast(builder, args[0], signature.args[0], types.uint64)
            return builder.ctpop(wide)

        return types.int64(word), generate

    @intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:
        """Return the index of the lowest one in a 64-bit word that is not zero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = context.cast(builder, args[0], signature.args[0], types.uint64)
            return builder.cttz(wide, context.get_constant(types.boolean, True))

        return types.int64(word), generate

    @intrinsic
    def highest(typing_context: Any, word: Any) -> Any:
        """Return the index of the highest one in a 64-bit word that is not zero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = context.cast(builder, args[0], signature.args[0], types.uint64)
            zeros = builder.ctlz(wide, context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(word), generate

else:

    def popcount(word: Any) -> int:
        """Return the number of ones in a 64-bit word."""
        return int(word).bit_count()

    def lowest(word: Any) -> int:
        """Return the index of the lowest one in a 64-bit word that is not zero."""
        return (int(word) & -int(word)).bit_length() - 1

    def highest(word: Any) -> int:
        """Return the index of the highest one in a 64-bit word that is not zero."""
        return int(word).bit_length() - 1


_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@rule
def _step(word: Any, times: int) -> Any:
    """Return a counter of 64 bits moved on. Source: Steele et al., SplitMix64 (2014)."""
    return np.uint64(word) + np.uint64(times) * _STEP


@rule
def _below(word: Any, n: int) -> Any:
    """Return a number from 0 to n - 1 from a counter, whose bits are mixed first."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    word = word ^ (word >> np.uint64(31))
    return np.int64(((word >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


if COMPILED:

    @rule
    def seed_random(s: Any, seed: Any, index: int) -> None:
        """Start the state's generator at the `index`-th point of the sequence of `seed`."""
        s.rng = _step(seed, index)

    @rule
    def random_below(s: Any, n: int) -> int:
        """Return a number from 0 to n - 1 from the state's own generator; n < 2**31.

        For simulations only: deals that count come from `shuffle`.
        """
        s.rng = _step(s.rng, 1)
        number: int = _below(s.rng, n)
        return number

else:

    def seed_random(s: Any, seed: Any, index: int) -> None:
        """Start the state's generator at the `index`-th point of the sequence of `seed`."""
        with np.errstate(over="ignore"):
            s.rng = _step(seed, index)

    def random_below(s: Any, n: int) -> int:
        """Return a number from 0 to n - 1 from the state's own generator; n < 2**31."""
        with np.errstate(over="ignore"):
            s.rng = _step(s.rng, 1)
            return int(_below(s.rng, n))
