"""All files of the client that are made from the document."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from . import types
from .document import Document, Operation, names_in
from .methods import Method
from .wording import INDENT, docstring, imports

PROJECT = Path(__file__).resolve().parents[3]
FOLDER = PROJECT / "stammtisch/client"
RUFF = PROJECT / "pyproject.toml"
CLIENT = "stammtisch.client"
HOMES = {
    "Pages": "pages",
    "Content": "sending",
    "Stream": "streams",
    "Versioned": "versioned",
}
"""What annotations name of the client."""


def made(document: Document) -> dict[str, str]:
    """Return the text of each file, by its path in the client's folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in _unformatted(document).items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text)
        for words in (("check", "--select", "I", "--fix"), ("format",)):
            ruff = (sys.executable, "-m", "ruff", *words, "--quiet", "--config", RUFF, folder)
            subprocess.run(ruff, cwd=PROJECT, check=True)  # noqa: S603 (our own tool)
        return {str(file.relative_to(folder)): file.read_text() for file in folder.glob("*/*.py")}


def _unformatted(document: Document) -> dict[str, str]:
    where = types.homes(document)
    found = {f"types/{home}.py": types.module(document, home, where) for home in {*where.values()}}
    found["types/__init__.py"] = (
        '"""What operations take and give; made by `manage.py client`."""\n'
    )
    groups = document.groups()
    for group, operations in groups.items():
        found[f"operations/{group}.py"] = _group(document, group, operations, where)
    found["operations/__init__.py"] = _all(groups)
    return found


def _group(
    document: Document, group: str, operations: Iterable[Operation], where: Mapping[str, str]
) -> str:
    """Return the module of a group; `where` says in which module each type lies."""
    methods = [line for one in operations for line in ("", *Method(document, one).lines())]
    text = "\n".join(methods)
    checked = {
        f"{CLIENT}.{home}": {name}
        for name, home in HOMES.items()
        if re.search(rf"-> (Iterator\[)?{name}\b", text)
    }
    for name in _types(document, operations) & where.keys():
        if re.search(rf"\b{name}\b", text):
            checked.setdefault(f"{CLIENT}.types.{where[name]}", set()).add(name)
    used = [one for one in ("key_of", "part") if f"{one}(" in text]
    head = [
        f'"""Operations on `{group}`; made by `manage.py client`."""',
        "",
        "from __future__ import annotations",
        "",
        *imports(_standard(text, is_checked=bool(checked))),
        "",
        *imports({f"{CLIENT}.group": ["Group", *used]}),
    ]
    if checked:
        head += ["", "if TYPE_CHECKING:", *imports(checked, INDENT)]
    title = docstring(f"What can be done with {group.replace('_', ' ')}.", INDENT)
    return "\n".join([*head, "", "", f"class {_class(group)}(Group):", *title, text, ""])


def _types(document: Document, operations: Iterable[Operation]) -> set[str]:
    """Return the types that some operations may name."""
    found: set[str] = set()
    for one in operations:
        told = [one.body, one.upload, types.answer_of(document, one), *one.asks("query").values()]
        found.update(names_in(told))
        found.update(*(names_in(document.schemas[name]) for name in names_in(one.upload)))
    return found


def _standard(text: str, *, is_checked: bool) -> dict[str, list[str]]:
    """Return what is needed of the standard library."""
    words = [word for word in ("Any", "Literal", "Unpack") if re.search(rf"\b{word}\b", text)]
    typing = [*words, *["TYPE_CHECKING"] * is_checked]
    found = {"typing": typing} if typing else {}
    abstract = [word for word in ("Iterator", "Sequence") if f"{word}[" in text]
    return found | ({"collections.abc": abstract} if abstract else {})


def _class(group: str) -> str:
    return "".join(word.capitalize() for word in group.split("_"))


def _all(groups: Iterable[str]) -> str:
    """Return the module that joins the groups, and imports each when it is first used."""
    names = {group: _class(group) for group in groups}
    lines = [
        '"""All operations of the API; made by `manage.py client`."""',
        "from __future__ import annotations",
        *imports({"functools": ["cached_property"], "typing": ["TYPE_CHECKING"]}),
        "if TYPE_CHECKING:",
        *imports({f"{CLIENT}.sending": ["Sender"]}, INDENT),
        *imports({f".{group}": [name] for group, name in names.items()}, INDENT),
        "class Operations:",
        f'{INDENT}"""All operations, by what they are about."""',
        f"{INDENT}def __init__(self, sender: Sender) -> None:",
        f"{2 * INDENT}self._sender = sender",
    ]
    for group, name in names.items():
        lines += [f"{INDENT}@cached_property", f"{INDENT}def {group}(self) -> {name}:"]
        lines += [*imports({f".{group}": [name]}, 2 * INDENT)]
        lines += [f"{2 * INDENT}return {name}(self._sender)"]
    return "\n".join([*lines, ""])
