"""Which small changes a module of Python could have suffered."""

import ast
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

SWAPPED = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
    ast.And: ("and", "or"), ast.Or: ("or", "and"), ast.Add: ("+", "-"), ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"), ast.Div: ("/", "*"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "&"),
    ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
}  # fmt: skip
"""What stands for an operator, and what is put in its place."""

REMOVED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise)
"""Statements in whose place nothing is done."""

COMPILER = re.compile(r"^(?:import|from) numba\b", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Mutant:
    """A module in which the bytes from `start` to `end` are replaced by `put`."""

    path: Path
    start: int
    end: int
    put: str

    def applied(self, source: bytes) -> bytes:
        """Return the source of the module with the change."""
        return source[: self.start] + self.put.encode() + source[self.end :]

    def line(self, source: bytes) -> int:
        """Return the number of the line, from 1."""
        return 1 + source[: self.start].count(b"\n")

    def shown(self, source: bytes) -> tuple[str, str]:
        """Return the lines that change, before and after, on one line each."""
        first = source.rfind(b"\n", 0, self.start) + 1
        last = source.find(b"\n", self.end)
        tail = source[self.end : last if last >= 0 else len(source)]
        before = source[first : self.start] + source[self.start : self.end] + tail
        after = source[first : self.start] + self.put.encode() + tail
        return " ".join(before.decode().split()), " ".join(after.decode().split())


def sample(paths: Iterable[Path], count: int, seed: str) -> list[Mutant]:
    """Return so many mutants of the modules, or all; every place is as likely as any other."""
    places: dict[tuple[Path, int, int], list[Mutant]] = {}
    for path in sorted(paths):
        for mutant in candidates(path, path.read_bytes()):
            places.setdefault((mutant.path, mutant.start, mutant.end), []).append(mutant)
    chance = random.Random(seed)
    chosen = chance.sample(sorted(places), min(count, len(places)))
    return [chance.choice(places[place]) for place in chosen]


def candidates(path: Path, source: bytes) -> Iterator[Mutant]:
    """Yield all mutants of a module; none where only the compiler of kernels would see one.

    Nothing is changed in types, decorators, texts and what is there for type checkers alone.
    """
    text = source.decode()
    if COMPILER.search(text):
        return
    offsets = [0]
    for line in source.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))

    def at(node: ast.expr | ast.stmt) -> tuple[int, int]:
        start = offsets[node.lineno - 1] + node.col_offset
        return start, offsets[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    for node in _changing(ast.parse(text)):
        for start, end, put in _changes(node, at, source):
            yield Mutant(path, start, end, put)


def _changes(node, at, source):
    """Yield what of a node is replaced by what; `at` tells where nodes stand."""
    match node:
        case ast.Compare():
            sides = pairwise([node.left, *node.comparators])
            for operator, (left, right) in zip(node.ops, sides, strict=True):
                yield from _swapped(operator, at(left)[1], at(right)[0], source)
        case ast.BoolOp():
            for left, right in pairwise(node.values):
                yield from _swapped(node.op, at(left)[1], at(right)[0], source)
        case ast.BinOp():
            yield from _swapped(node.op, at(node.left)[1], at(node.right)[0], source)
        case ast.UnaryOp(op=ast.Not() | ast.Invert()):
            start = at(node)[0]
            yield start, start + len("not " if isinstance(node.op, ast.Not) else "~"), ""
        case ast.Constant(value=bool()):
            yield *at(node), str(not node.value)
        case ast.Constant(value=int()):
            yield from ((*at(node), str(node.value + by)) for by in (1, -1))
        case ast.Return(value=ast.expr()) if source[slice(*at(node))] != b"return None":
            yield *at(node), "return None"
        case ast.AugAssign():
            yield from _swapped(node.op, at(node.target)[1], at(node.value)[0], source)
    if isinstance(node, REMOVED) and not _is_text(node):
        yield *at(node), "pass"


def _swapped(operator, start, end, source):
    if type(operator) not in SWAPPED:
        return
    old, new = SWAPPED[type(operator)]
    found = re.search(rb"(?<!\S)" + re.escape(old.encode()), source[start:end])
    if found:
        yield start + found.start(), start + found.end(), new


def _changing(node):
    """Yield a node and all below it that tell what the program does."""
    if _is_for_checkers(node):
        return
    yield node
    for name, below in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_params"}:
            continue
        for child in below if isinstance(below, list) else [below]:
            if isinstance(child, ast.AST):
                yield from _changing(child)


def _is_for_checkers(node):
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
            return True
        case ast.ClassDef(bases=[ast.Name(id="Protocol")]):
            return True
        case ast.FunctionDef(decorator_list=[ast.Call(func=ast.Name(id="compiled_as"))]):
            return True  # the tests run what it is the twin of
    return False


def _is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
