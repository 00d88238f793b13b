"""The single inputs of a score sheet, found in its JSON Schema.

What a number means is said there too, by the types of `engine.rules.sheet`: a seat or a side, one
of those at the table or, in a list, some of them, or what is `KNOWN` before anybody writes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Schema = Mapping[str, Any]

SEVERAL = {"seat": "seats", "side": "sides"}
KNOWN = {"dealer", "players"}
YES_NO = {"yes": True, "no": False}


@dataclass(frozen=True)
class Table:
    """Who sits at the table: names of the seats, and of the sides if there are any."""

    names: Sequence[str]
    sides: Sequence[str]

    @property
    def has_sides(self) -> bool:
        """Tell whether some play together."""
        return len(self.sides) < len(self.names)


@dataclass(frozen=True)
class Leaf:
    """One input: `owner` is whose it is and `whose` that one's number, `part` its object.

    `path` is where it lies in the sheet; `optional_part` is the path of an object around it that
    may be left out.
    """

    path: tuple[str, ...]
    name: str
    schema: Schema
    owner: str = ""
    whose: int = -1
    optional_part: tuple[str, ...] = ()

    @property
    def group(self) -> tuple[str, ...]:
        """The path of the seat's or side's object that this is a field of, if there is one."""
        for i, step in enumerate(self.path[:-1]):
            if self.owner and step == str(self.whose):
                return self.path[: i + 1]
        return ()

    @property
    def meaning(self) -> str:
        """What a number says: seat, seats, side, sides, dealer, players, or nothing special."""
        if self.schema.get("type") == "array":
            return SEVERAL.get(items_of(self.schema).get("means", ""), "")
        return str(self.schema.get("means", ""))

    @property
    def is_known(self) -> bool:
        """Tell whether nobody has to write it."""
        return self.meaning in KNOWN

    @property
    def options(self) -> list[str]:
        """The texts to choose from, of a choice or of a list of choices."""
        return list(YES_NO) if self.is_yes_no else options_of(self.schema)

    @property
    def is_yes_no(self) -> bool:
        """Tell whether it is a yes or a no that may also be left open."""
        return self.schema.get("type") == "boolean" and self.is_optional

    @property
    def kind(self) -> str:
        """What the input is: number, choice (one of), choices (some of) or flag."""
        if self.meaning in {"seats", "sides"}:
            return "choices"
        if self.meaning in {"seat", "side"}:
            return "choice"
        if self.options:
            return "choices" if self.schema.get("type") == "array" else "choice"
        return "flag" if self.schema.get("type") == "boolean" else "number"

    @property
    def is_optional(self) -> bool:
        """Tell whether it may be null."""
        return bool(self.schema.get("optional"))

    @property
    def default(self) -> Any:
        """What counts if nothing is given; None if that is not told."""
        return self.schema.get("default")


def leaves(schema: Schema, table: Table) -> list[Leaf]:
    """Return the inputs of a sheet at a table, in the order of the schema."""
    return list(_walk(schema, schema, Leaf((), "", {}), table))


def options_of(schema: Schema) -> list[str]:
    """Return the texts that a schema lets choose from, also by way of a list."""
    found = schema if "enum" in schema or "const" in schema else items_of(schema)
    values = found.get("enum") or ([found["const"]] if "const" in found else [])
    return [str(value) for value in values]


def items_of(schema: Schema) -> Schema:
    """Return the schema of a list's items."""
    items: Schema = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
    return items


def resolve(whole: Schema, node: Schema) -> Schema:
    """Return a schema with its reference followed and `or null` noted as `optional`."""
    if "anyOf" in node:
        some = [part for part in node["anyOf"] if part.get("type") != "null"]
        rest = {key: value for key, value in node.items() if key != "anyOf"}
        is_optional = len(some) < len(node["anyOf"])
        return {**resolve(whole, some[0]), **rest, "optional": is_optional}
    if "$ref" in node:
        rest = {key: value for key, value in node.items() if key != "$ref"}
        return {**resolve(whole, whole["$defs"][node["$ref"].rpartition("/")[2]]), **rest}
    return node


def _walk(whole: Schema, node: Schema, at: Leaf, table: Table) -> Iterator[Leaf]:
    for name, given in node.get("properties", {}).items():
        schema = resolve(whole, given)
        yield from _expand(whole, replace(at, path=(*at.path, name), name=name), schema, table)


def _expand(whole: Schema, at: Leaf, schema: Schema, table: Table) -> Iterator[Leaf]:
    leaf = replace(at, schema=schema)
    if schema.get("type") == "object":
        part = at.path if schema.get("optional") else at.optional_part
        yield from _walk(whole, schema, replace(at, optional_part=part), table)
    elif schema.get("type") == "array" and leaf.kind != "choices":
        owner, names = _owners(schema, table)
        for number in range(len(names)):
            path = (*at.path, str(number))
            below = replace(at, path=path, owner=owner, whose=number)
            yield from _expand(whole, below, resolve(whole, items_of(schema)), table)
    else:
        yield leaf


def _owners(schema: Schema, table: Table) -> tuple[str, Sequence[str]]:
    """Tell whether a list has an item for each seat or for each side."""
    seats = len(table.names)
    fits = schema.get("minItems", seats) <= seats <= schema.get("maxItems", seats)
    is_by_side = table.has_sides and (not fits or schema.get("minItems") == len(table.sides))
    return ("side", table.sides) if is_by_side else ("seat", table.names)
