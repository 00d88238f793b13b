"""What the guide for authors of games tells them to write, done as they would."""

import ast
import re
from pathlib import Path

GUIDE = (Path(__file__).parents[3] / "docs" / "games-guide.md").read_text()
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
FILE = re.compile(r"^# (\S+\.py)\n", re.MULTILINE)


def pieces(text=GUIDE):
    """Yield each file that the blocks name, with what is to be written there, in order."""
    for block in BLOCK.findall(text):
        _, *parts = FILE.split(block)
        yield from zip(parts[::2], parts[1::2], strict=True)


def rename(package, module):
    """Write queens for tricks where the guide says so."""
    sentence = re.search(r"In (`[^.]*\.py`.*?) write (.*?)\.", " ".join(GUIDE.split()))
    files, pairs = CODE.findall(sentence[1]), CODE.findall(sentence[2])
    for path in (place_of(package, module, file) for file in files):
        text = path.read_text()
        for new, old in zip(pairs[::2], pairs[1::2], strict=True):
            text = text.replace(old, new)
        path.write_text(text)


def place_of(package, module, file):
    """Return where a file lies: those without a folder are the game's own."""
    return package / file if "/" in file else package / module / file


def write(package, module, file, code):
    """Put the definitions of a block in the place of those of the same names, or at the end."""
    path = place_of(package, module, file)
    text = path.read_text()
    for node in ast.parse(code).body:
        text = _put(text, node, _source(code, node))
    path.write_text(text)


def _put(text, node, source):
    if isinstance(node, ast.Import | ast.ImportFrom):
        return _put_import(text, node, source)
    old = next((one for one in ast.parse(text).body if _name(one) == _name(node)), None)
    if old is None:
        head, mark, tail = text.partition("\nRULES = ")  # what is new stands before what names it
        return f"{head}\n{source}\n\n{mark}{tail}" if mark else f"{text}\n\n{source}\n"
    if isinstance(node, ast.Assign) and _begins_with_dots(node.value):
        source = _merged(text, old.value, node.value, source)
    return text.replace(_source(text, old), source)


def _put_import(text, node, source):
    """Add an import behind the docstring; one from the same module goes."""
    tree = ast.parse(text).body
    same = [one for one in tree if getattr(one, "module", "") == getattr(node, "module", None)]
    for old in same:
        names = {alias.name for alias in (*old.names, *node.names)}
        text = text.replace(_source(text, old), "")
        source = f"from {'.' * node.level}{node.module} import {', '.join(sorted(names))}"
    docstring = _source(text, ast.parse(text).body[0])
    return text.replace(docstring, f"{docstring}\n\n{source}", 1)


def _merged(text, old, new, source):
    """Return a call with the keywords of another one, the others as they were."""
    kept = {one.arg: ast.get_source_segment(text, one) for one in old.keywords}
    changed = {one.arg: ast.get_source_segment(source, one) for one in new.keywords}
    name = source.partition("(")[0]
    return f"{name}(\n    " + ",\n    ".join((kept | changed).values()) + ",\n)"


def _begins_with_dots(value):
    return isinstance(value, ast.Call) and any(
        isinstance(one, ast.Constant) and one.value is ... for one in value.args
    )


def _name(node):
    target = node.targets[0] if isinstance(node, ast.Assign) else node
    return getattr(target, "id", None) or getattr(target, "name", None)


def _source(text, node):
    """Return the source of a definition with its decorators."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
