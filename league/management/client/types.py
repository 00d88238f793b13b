"""What operations take and give, as typed dictionaries.

A type lies in the module of the group that alone has to do with it, else in `shared`; choices of
words lie in `words`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .document import Document, Operation, Schema, name_of, names_in
from .wording import INDENT, docstring, imports, literal

SHARED, WORDS = "shared", "words"
NULL = "NullEnum"
TYPING = ("Any", "Literal", "NotRequired", "TypeAlias", "TypedDict")
PLAIN = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
}


def text_of(schema: Schema) -> str:
    """Return the annotation for what a schema allows."""
    if name := name_of(schema):
        return "None" if name == NULL else name
    if choices := schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf"):
        return _union(map(text_of, choices))
    if "enum" in schema:
        return literal(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return _union(text_of({**schema, "type": one}) for one in kind)
    return _plain(schema, str(kind))


def _plain(schema: Schema, kind: str) -> str:
    if kind == "array":
        return f"list[{text_of(schema['items'])}]"
    if kind == "object":
        return f"dict[str, {text_of(schema.get('additionalProperties') or {})}]"
    return PLAIN.get(kind, "Any")


def answer_of(document: Document, operation: Operation) -> Schema:
    """Return what an operation answers as JSON: of a page what it is a page of."""
    schema = operation.answers.get("application/json", {})
    is_list = operation.method == "GET"
    return (document.item(schema) if is_list else None) or schema


def homes(document: Document) -> Mapping[str, str]:
    """Return the module in which each type lies."""
    users: dict[str, set[str]] = {}
    for operation in document.operations:
        sent = [operation.body, operation.upload, *operation.asks("query").values()]
        for schema in (*sent, answer_of(document, operation)):
            _note(document, schema, operation.group, users)
    return {name: _home(document, name, groups) for name, groups in users.items() if name != NULL}


def _note(document: Document, told: object, group: str, users: dict[str, set[str]]) -> None:
    """Note that a group has to do with all that something refers to."""
    for name in names_in(told):
        known = users.setdefault(name, set())
        if group not in known:
            known.add(group)
            _note(document, document.schemas[name], group, users)


def _home(document: Document, name: str, groups: set[str]) -> str:
    if "enum" in document.schemas[name]:
        return WORDS
    return min(groups) if len(groups) == 1 else SHARED


def module(document: Document, home: str, where: Mapping[str, str]) -> str:
    """Return the text of the module `home`; `where` says in which module each type lies."""
    names = sorted(name for name, module in where.items() if module == home)
    if home == WORDS:
        return _words(document, names)
    text = "\n".join(line for name in names for line in ("", *_type(name, document.schemas[name])))
    used = {name for one in names for name in names_in(document.schemas[one])} & where.keys()
    others: dict[str, list[str]] = {}
    for name in sorted(used):
        if where[name] != home:
            others.setdefault(f".{where[name]}", []).append(name)
    typing = [word for word in TYPING if re.search(rf"\b{word}\b", text)]
    head = [
        f'"""Types of `{home}`; made by `manage.py client`."""',
        "from __future__ import annotations",
        *imports({"typing": [*typing, *["TYPE_CHECKING"] * bool(others)]}),
        *["if TYPE_CHECKING:"] * bool(others),
        *imports(others, INDENT),
    ]
    return "\n".join([*head, text, ""])


def _words(document: Document, names: Sequence[str]) -> str:
    lines = ['"""Words of which one is chosen; made by `manage.py client`."""']
    lines += imports({"typing": ["Literal"]})
    lines += [f"{name} = {literal(document.schemas[name]['enum'])}" for name in names]
    return "\n".join([*lines, ""])


def _type(name: str, schema: Schema) -> Iterator[str]:
    """Yield the lines of one type."""
    if schema.get("type") != "object":
        yield f'{name}: TypeAlias = "{text_of(schema)}"'
        return
    yield f"class {name}(TypedDict):"
    yield from docstring(schema.get("description") or f"{name}.", INDENT)
    yield ""
    required = set(schema.get("required", ()))
    for field, told in schema.get("properties", {}).items():
        text = text_of(told)
        yield f"{INDENT}{field}: {text if field in required else f'NotRequired[{text}]'}"


def _union(texts: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(texts))
