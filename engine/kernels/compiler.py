"""Numba plumbing: compile rule functions, keep them in the cache, name records.

Whoever asks first for a kernel that nobody on this host has compiled compiles it; other processes
that ask meanwhile wait, and load it.

A kernel calls dozens of rule functions, most of them a few lines long. Numba would optimise each of
them by itself and again within each of its callers, and make machine code of them all. Here a rule
function that only kernels call stays as it was written until a kernel is optimised as a whole
(docs/decisions/0014).
"""

import ctypes
import fcntl
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import IO, Any

import llvmlite.binding
import numba
import numpy as np
from numba import _dynfunc, njit, types
from numba.core import ir
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import (
    FunctionPass,
    PassManager,
    _pass_registry,
    register_pass,
)
from numba.core.lowering import Lower
from numba.core.postproc import PostProcessor
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import AnnotateTypes, BaseNativeLowering, NativeLowering
from numba.core.untyped_passes import InlineInlinables
from numba.extending import intrinsic

from . import cache as places
from . import primitives


def _choose_processor() -> None:
    """Order instructions as for x86-64-v2, where that is here and nobody chose another.

    All that the processor can do is used. What LLVM does for this one by name made some kernels
    slower by a quarter (docs/decisions/0002).
    """
    has = llvmlite.binding.get_host_cpu_features()
    if numba.config.CPU_NAME is None and has.get("sse4.2") and has.get("popcnt"):
        numba.config.CPU_NAME = "x86-64-v2"


_choose_processor()
_NOWHERE = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, ctypes.c_void_p).value
"""An address for functions that are never called from Python."""


# Where compilations are kept


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

    def has(self, signature: Any, target: Any) -> bool:
        """Tell whether there is a compilation for this signature."""
        overloads = self._cache_file._load_index()
        return self._index_key(signature, target.codegen()) in overloads

    @contextmanager
    def alone(self, signature: Any) -> Iterator[None]:
        """Let no other process compile this function for this signature meanwhile."""
        name = self._impl.filename_base  # the same in every process, which `_name` is not
        digest = hashlib.sha256(f"{name} {signature}".encode()).hexdigest()[:16]
        lock: IO[str] | None = None
        with suppress(OSError):
            Path(self.cache_path).mkdir(parents=True, exist_ok=True)
            lock = (Path(self.cache_path) / f"{digest}.lock").open("w")
            fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            if lock is not None:
                lock.close()


# How a rule function is compiled

PASTED_DEPTH = 2
"""So deep are functions pasted that paste others."""


@register_pass(mutates_CFG=False, analysis_only=False)
class _FindRules(FunctionPass):  # type: ignore[misc] # numba has no types
    """Put what the compiler takes in the place of rule functions that are named in a function."""

    _name = "find_rules"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        found = _find_rules(state.func_ir)
        if any(rule.__dict__["kernel"] == "pasted" for rule in found):
            for _ in range(PASTED_DEPTH):
                _PASTE.run_pass(state)
                found = _find_rules(state.func_ir)
        return bool(found)


def _find_rules(function: Any) -> list[Any]:
    """Put what the compiler takes in the place of rule functions, and return them."""
    found = []
    for block in function.blocks.values():
        for assign in block.find_insts(ir.Assign):
            value = assign.value
            if isinstance(value, ir.Global | ir.FreeVar) and _is_rule(value.value):
                found.append(value.value)
                value.value = _of_rule(value.value)
    return found


_PASTE = InlineInlinables()


class _Pieces(JITCodeLibrary):  # type: ignore[misc] # numba has no types
    """The code of a rule function as it was written: whole kernels are optimised, pieces not."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True


class _Whole(JITCodeLibrary):  # type: ignore[misc] # numba has no types
    """The code of a kernel with that of all rule functions that it calls, and they call."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        self._linking_libraries = _with_pieces(self._linking_libraries)
        super().finalize()


def _with_pieces(libraries: list[Any]) -> list[Any]:
    """Return libraries with all that the pieces among them call, each once."""
    found: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop(0)
        if library not in found:
            found[library] = None
            if isinstance(library, _Pieces):
                waiting += library._linking_libraries
    return list(found)


class _Lowering(BaseNativeLowering):  # type: ignore[misc] # numba has no types
    """Lowering into a library of our own."""

    library: type[JITCodeLibrary]

    @property
    def lowering_class(self) -> Any:
        return Lower

    def run_pass(self, state: Any) -> bool:
        codegen = state.targetctx.codegen()
        state.library = self.library(codegen, state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPiece(_Lowering):
    """Lower a rule function: Python never calls it, so it has no entry from there."""

    _name = "lower_piece"
    library = _Pieces

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state.cr
        name = state.func_id.func_name
        entry = _dynfunc.make_function(numba, name, "for kernels", _NOWHERE, lowered.env, ())
        state.targetctx.insert_user_function(entry, lowered.fndesc, [state.library])
        state.cr = lowered._replace(cfunc=entry)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(_Lowering):
    """Lower a kernel."""

    _name = "lower_whole"
    library = _Whole


class _Passes(PassManager):  # type: ignore[misc] # numba has no types
    """Passes that are run and nothing else: neither timed nor told of nor checked for order."""

    @global_compiler_lock  # type: ignore[untyped-decorator] # numba has no types
    def _runPass(self, index: int, one: Any, state: Any) -> None:  # noqa: N802 - numba's name
        one.analysis = self._analysis
        one.run_initialization(state)
        is_changed = one.run_pass(state)
        one.run_finalizer(state)
        if _pass_registry.get(type(one)).mutates_CFG and state.func_ir is not None:
            if is_changed:
                PostProcessor(state.func_ir).run()
            else:
                state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)


class _Compiler(CompilerBase):  # type: ignore[misc] # numba has no types
    """Numba's pipeline, with rule functions found and lowered our way."""

    lowering: type[_Lowering]

    def define_pipelines(self) -> list[Any]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        instead = {InlineInlinables: _FindRules, NativeLowering: self.lowering}
        passes = _Passes(usual.pipeline_name)
        for one, told in usual.passes:
            if one is not AnnotateTypes:  # for people who read what was compiled
                passes.add_pass(instead.get(one, one), told)
        passes.finalize()
        return [passes]


class _PieceCompiler(_Compiler):
    lowering = _LowerPiece


class _WholeCompiler(_Compiler):
    lowering = _LowerWhole


def _is_rule(value: Any) -> bool:
    return isinstance(value, FunctionType) and "kernel" in value.__dict__


@cache
def _of_rule(function: Any) -> Any:
    """Return what the compiler takes for a rule function."""
    if function in _INTRINSICS:
        return _INTRINSICS[function]
    how = function.__dict__["kernel"]
    if how == "pasted":
        return njit(inline="always", pipeline_class=_PieceCompiler)(function)
    if how != "called":
        return _of_rule(how)
    return njit(nogil=True, pipeline_class=_PieceCompiler, **_NO_ENTRIES)(function)


_NO_ENTRIES = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


# Types


@cache
def _name_in_code(record: Any) -> tuple[str, tuple[str]]:
    """Return how a record is named in compiled code: by its fields, whoever compiles.

    Numba takes a number that it gives types as they come. Kernels of two games that two processes
    compiled could then have one name, and a process that loads both takes the one for the other.
    """
    return "Record", (hashlib.sha256(repr(record.key).encode()).hexdigest()[:16],)


types.Record.mangling_args = property(_name_in_code)


class Types:
    """The compiler's types: numbers, buffers, and those of one game.

    For a game they are its record, batches of it, and its rule functions. All arrays lie in one
    piece.
    """

    void, boolean = types.void, types.boolean
    float32, float64 = types.float32, types.float64
    int8, int16, int32, int64 = types.int8, types.int16, types.int32, types.int64
    uint8, uint32, uint64 = types.uint8, types.uint32, types.uint64
    actions = types.int32[::1]
    """A buffer for actions."""
    bytes = types.uint8[::1]
    """A buffer for cards or for packed bytes."""

    deal_round = types.uint64(types.uint8[::1], types.int64, types.uint8[::1])
    """What `chance.deal_round` takes and returns."""

    def __init__(self, dtype: np.dtype[Any] | None) -> None:
        if dtype is None:
            return
        self.record = numba.from_dtype(dtype)
        self.states = self.record[::1]
        self.change = types.void(self.record)
        self.tell = types.boolean(self.record)
        self.deal = types.void(self.record, self.bytes)
        self.legal = types.int64(self.record, self.actions)
        self.apply = types.void(self.record, types.int64)
        self.choose = types.int64(self.record, self.actions, types.int64)

    def array(self, of: Any, dimensions: int = 1) -> Any:
        """Return the type of an array of numbers, or of records given by their dtype."""
        kind = numba.from_dtype(of) if isinstance(of, np.dtype) else of
        return types.Array(kind, dimensions, "C")

    def tuple(self, *of: Any) -> Any:
        """Return the type of a tuple of these types."""
        return types.Tuple(of)

    def function(self, signature: Any) -> Any:
        """Return the type of an argument that is a compiled function of this signature."""
        return types.FunctionType(signature)


def bind(
    function: Callable[..., Any], signature: Callable[[Types], Any], dtype: Any
) -> Callable[..., Any]:
    """Return a kernel, loaded from the cache or else compiled; see `binding.bind`.

    Every kernel is a dispatcher of its own: one with several signatures that take functions does
    not resolve its overloads.
    """
    how = function.__dict__.get("kernel", "called")
    written = how if isinstance(how, FunctionType) else function
    dispatcher = njit(nogil=True, pipeline_class=_WholeCompiler)(written)
    told = signature(Types(dtype))
    kept = _cache_of(written)
    if kept is None:
        dispatcher.compile(told)
    else:
        dispatcher._cache = kept
        _compile_once(dispatcher, kept, told)
    dispatcher.disable_compile()
    return dispatcher  # type: ignore[no-any-return]


_naming_folder = Lock()


def _cache_of(function: Any) -> _SharedCache | None:
    """Return where a function is kept; numba asks one setting for all threads for the folder."""
    source = function.__dict__.get("kept_with", function.__code__.co_filename)
    folder = places.folder_of(source)
    with _naming_folder:
        if places.use(folder):
            numba.config.CACHE_DIR = str(folder)
        try:
            return _SharedCache(function)
        except RuntimeError:  # there is no place for a cache
            return None


def _compile_once(dispatcher: Any, kept: _SharedCache, told: Any) -> None:
    """Load a kernel, or compile it while no other process does."""
    if kept.has(told, dispatcher.targetctx):
        dispatcher.compile(told)
        return
    with kept.alone(told):
        dispatcher.compile(told)


def _intrinsic(generate: Callable[[Any, Any, Any], Any]) -> Any:
    """Return an intrinsic that makes an int64 of one word by LLVM's instructions."""

    @intrinsic  # type: ignore[untyped-decorator] # numba has no types
    def of_word(typing_context: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = context.cast(builder, args[0], signature.args[0], types.uint64)
            return generate(context, builder, wide)

        return types.int64(word), build

    return of_word


def _ones(context: Any, builder: Any, wide: Any) -> Any:
    return builder.ctpop(wide)


def _trailing_zeros(context: Any, builder: Any, wide: Any) -> Any:
    return builder.cttz(wide, context.get_constant(types.boolean, True))


def _last_one(context: Any, builder: Any, wide: Any) -> Any:
    zeros = builder.ctlz(wide, context.get_constant(types.boolean, True))
    return builder.sub(context.get_constant(types.int64, 63), zeros)


_INTRINSICS = {
    primitives.popcount: _intrinsic(_ones),
    primitives.lowest: _intrinsic(_trailing_zeros),
    primitives.highest: _intrinsic(_last_one),
}
