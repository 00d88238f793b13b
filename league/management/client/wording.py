"""Lines of Python; the formatter breaks those that are too long."""

import textwrap
from collections.abc import Iterable, Mapping

WIDTH = 100
INDENT = "    "
QUOTES = '"""'


def docstring(text: str, indent: str) -> list[str]:
    """Return the lines of a docstring."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    short = f"{indent}{QUOTES}{paragraphs[0]}{QUOTES}"
    if len(paragraphs) == 1 and len(short) <= WIDTH:
        return [short]
    lines: list[str] = []
    for number, paragraph in enumerate(paragraphs):
        first = f"{indent}{QUOTES}" if number == 0 else indent
        width = WIDTH - len(QUOTES)
        lines += textwrap.wrap(paragraph, width, initial_indent=first, subsequent_indent=indent)
        lines.append("")
    return [*lines[:-1], f"{indent}{QUOTES}"]


def imports(modules: Mapping[str, Iterable[str]], indent: str = "") -> list[str]:
    """Return the statements that import names from modules."""
    return [
        f"{indent}from {module} import {', '.join(sorted(names))}"
        for module, names in sorted(modules.items())
    ]


def dictionary(names: Iterable[str]) -> str:
    """Return the dictionary of some variables by their names."""
    pairs = [f'"{name}": {name}' for name in names]
    return f"{{{', '.join(pairs)}}}"


def literal(words: Iterable[object]) -> str:
    """Return the type of a choice of words."""
    quoted = [f'"{word}"' if isinstance(word, str) else repr(word) for word in words]
    return f"Literal[{', '.join(quoted)}]"
