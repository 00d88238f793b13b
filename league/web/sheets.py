"""The form of a score sheet, made from the sheet's own schema, so that every game has one.

Inputs are named by their path, as in `rounds.0.sheet.players.2.discards`: the path under which
the services report what is wrong with a field.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.web.cards import NUMBERED, Suit

Values = Mapping[str, Sequence[str]]
Errors = Mapping[str, Sequence[str]]
Text = str | Promise

LABELS: dict[str, Text] = {
    **{str(suit.colour): suit.name for suit in NUMBERED.values()},
    "kept": gettext_lazy("Colours kept, if four were won"),
    "discards": gettext_lazy("Discards"),
}
NUMBER = re.compile(r"[-+]?[0-9]{1,9}")
SUITS = {suit.colour: suit for suit in NUMBERED.values()}


@dataclass(frozen=True)
class Choice:
    """One value that can be chosen."""

    value: str
    label: Text
    is_chosen: bool
    suit: Suit | None = None


@dataclass(frozen=True)
class Field:
    """One input: `kind` is number, choice (one of), choices (some of) or flag."""

    path: str
    kind: str
    label: Text
    value: str
    errors: Sequence[str]
    choices: Sequence[Choice] = ()
    suit: Suit | None = None
    lowest: int | None = None
    highest: int | None = None


@dataclass(frozen=True)
class Group:
    """The inputs of one seat, or of the round as a whole with an empty title."""

    path: str
    title: str
    fields: list[Field] = field(default_factory=list)
    errors: Sequence[str] = ()


def label_of(name: str) -> Text:
    """Return what stands beside a field of a sheet."""
    return LABELS.get(name) or name.replace("_", " ").capitalize()


class SheetForm:
    """The form of one round's sheet at a table with these names; `path` is where it lies."""

    def __init__(self, schema: dict[str, Any], path: str, names: Sequence[str]) -> None:
        self.schema = schema
        self.path = path
        self.names = names

    def groups(self, values: Values, errors: Errors) -> list[Group]:
        """Return the inputs by seat, filled with `values`."""
        whole = Group(self.path, "")
        seats = [Group("", name) for name in self.names]
        for path, name, schema in self._leaves(self.schema, self.path):
            seat, group_path = self._seat_of(path)
            if seat is not None and not seats[seat].path:
                found = errors.get(group_path, ())
                seats[seat] = Group(group_path, self.names[seat], errors=found)
            group = whole if seat is None else seats[seat]
            group.fields.append(_field(path, name, schema, values, errors))
        return [group for group in (whole, *seats) if group.fields]

    def paths(self) -> set[str]:
        """Return the paths at which errors have a place: inputs, seats and the sheet itself."""
        leaves = {path for path, _name, _schema in self._leaves(self.schema, self.path)}
        return leaves | {self._seat_of(path)[1] for path in leaves}

    def read(self, values: Values) -> tuple[dict[str, Any], dict[str, list[str]]]:
        """Return the sheet that was filled in, and what could not be read; empty counts as 0."""
        data: dict[str, Any] = {}
        errors: dict[str, list[str]] = {}
        for path, _name, schema in self._leaves(self.schema, self.path):
            try:
                value = _read(schema, values.get(path, ()))
            except ValueError as error:
                errors[path] = [str(error)]
                continue
            _put(data, path.removeprefix(self.path + ".").split("."), value)
        return _listed(data), errors

    def _leaves(self, schema: dict[str, Any], path: str) -> Iterator[tuple[str, str, Any]]:
        """Yield path, name and schema of every single input."""
        for name, given in schema.get("properties", {}).items():
            below, node = f"{path}.{name}", self._resolve(given)
            if node.get("type") == "object":
                yield from self._leaves(node, below)
            elif node.get("type") == "array" and not _options(node):
                yield from self._per_seat(self._resolve(_items(node)), below, name)
            else:
                yield below, name, node

    def _per_seat(self, node: Any, path: str, name: str) -> Iterator[tuple[str, str, Any]]:
        for seat in range(len(self.names)):
            if node.get("type") == "object":
                yield from self._leaves(node, f"{path}.{seat}")
            else:
                yield f"{path}.{seat}", name, node

    def _resolve(self, node: dict[str, Any]) -> dict[str, Any]:
        """Return a schema with its reference followed and `or null` noted as `optional`."""
        if "anyOf" in node:
            some = [part for part in node["anyOf"] if part.get("type") != "null"]
            return {**self._resolve(some[0]), "optional": len(some) < len(node["anyOf"])}
        if "$ref" in node:
            return self._resolve(self.schema["$defs"][node["$ref"].rpartition("/")[2]])
        return node

    def _seat_of(self, path: str) -> tuple[int | None, str]:
        """Return the seat a path is about, and the part of the path up to it."""
        parts = path.split(".")
        start = len(self.path.split("."))
        for i in range(start, len(parts)):
            if parts[i].isdigit():
                return int(parts[i]), ".".join(parts[: i + 1])
        return None, self.path


def flatten(data: Any, path: str) -> dict[str, list[str]]:
    """Return stored data as the values of a form."""
    if isinstance(data, Mapping):
        parts = ((f"{path}.{name}", value) for name, value in data.items())
        return {k: v for at, value in parts for k, v in flatten(value, at).items()}
    if isinstance(data, list) and not all(isinstance(item, str) for item in data):
        parts = ((f"{path}.{i}", value) for i, value in enumerate(data))
        return {k: v for at, value in parts for k, v in flatten(value, at).items()}
    if isinstance(data, list):
        return {path: data}
    if isinstance(data, bool):
        return {path: ["on"] if data else []}
    return {path: [] if data is None else [str(data)]}


def parse_number(given: Sequence[str]) -> int | None:
    """Return the number typed, None if nothing was; raises ValueError with what to do."""
    text = given[0].strip().replace("−", "-") if given else ""
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise ValueError(_("Give a whole number."))
    return int(text)


def _items(node: dict[str, Any]) -> dict[str, Any]:
    items: dict[str, Any] = node.get("items") or (node.get("prefixItems") or [{}])[0]
    return items


def _options(node: dict[str, Any]) -> list[str]:
    """Return the values to choose from, of a choice or of a list of choices."""
    found = node if "enum" in node else _items(node)
    return [str(value) for value in found.get("enum", [])]


def _field(path: str, name: str, schema: Any, values: Values, errors: Errors) -> Field:
    given = list(values.get(path, ()))
    return Field(
        path=path,
        kind=_kind(schema),
        label=label_of(name),
        value=given[0] if given else "",
        errors=errors.get(path, ()),
        choices=[
            Choice(value, label_of(value), value in given, SUITS.get(value))
            for value in _options(schema)
        ],
        suit=SUITS.get(name),
        lowest=schema.get("minimum"),
        highest=schema.get("maximum"),
    )


def _kind(schema: Any) -> str:
    if _options(schema):
        return "choices" if schema.get("type") == "array" else "choice"
    return "flag" if schema.get("type") == "boolean" else "number"


def _read(schema: Any, given: Sequence[str]) -> Any:
    match _kind(schema):
        case "choices":
            wanted = len(schema.get("prefixItems", ()))
            if given and wanted and len(given) != wanted:
                raise ValueError(_("Choose %(number)d of them.") % {"number": wanted})
            return list(given) or (None if schema.get("optional") else [])
        case "choice":
            return given[0] if given and given[0] else None
        case "flag":
            return bool(given)
    number = parse_number(given)
    return 0 if number is None and not schema.get("optional") else number


def _put(data: dict[str, Any], steps: Sequence[str], value: Any) -> None:
    """Store a value in nested mappings, numbers of lists still as keys."""
    for step in steps[:-1]:
        data = data.setdefault(step, {})
    data[steps[-1]] = value


def _listed(data: Any) -> Any:
    """Return the same data with mappings of numbers turned into lists."""
    if not isinstance(data, dict):
        return data
    if data and all(key.isdigit() for key in data):
        return [_listed(data[key]) for key in sorted(data, key=int)]
    return {key: _listed(value) for key, value in data.items()}
