"""What a game tells beside the cards: a model of its `facts`, for whoever writes a program.

A field's docstring says what it means, its type what its value is, and `during` in which phases it
tells something; without, it does in all. In other phases it is null, or where it cannot be, false,
0 or empty.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

T = TypeVar("T")

# What a value says beyond its type is `means` in the schema, as in that of a sheet.
Seat = Annotated[int, Field(ge=0, json_schema_extra={"means": "seat"})]
Suit = Annotated[str, Field(json_schema_extra={"means": "suit"})]
"""The letter of a suit, as on cards."""
Card = Annotated[str, Field(json_schema_extra={"means": "card"})]
BySeat = Annotated[list[T], Field(json_schema_extra={"means": "by seat"})]
"""One for each seat, from seat 0 on."""
BySide = Annotated[list[T], Field(json_schema_extra={"means": "by side"})]


def during(*phases: str) -> Any:
    """Say in which phases a fact tells something."""
    return Field(json_schema_extra={"phases": list(phases)})


@dataclass(frozen=True)
class Told:
    """A fact as people read of it: its name, type and meaning, and its phases; none are all."""

    name: str
    kind: str
    means: str
    phases: Sequence[str]


class PublicFacts(BaseModel):
    """The facts of a game that has none; those of others have a field for each."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )

    @classmethod
    def told(cls) -> list[Told]:
        """Return all facts in words, in the order of a view."""
        return [
            Told(name, kind_of(fact), fact["description"], fact.get("phases", ()))
            for name, fact in cls.model_json_schema().get("properties", {}).items()
        ]

    @classmethod
    def fault(cls, facts: Mapping[str, Any], *, phase: str, players: int) -> str | None:
        """Say what about the facts of a view is not as it is described, if anything."""
        try:
            cls.model_validate(facts)
        except ValidationError as error:
            [first, *_] = error.errors()
            return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        for name, fact in cls.model_json_schema().get("properties", {}).items():
            if phase not in fact.get("phases", [phase]) and not _is_silent(facts[name], fact):
                return f"{name} is {facts[name]!r} in the phase {phase}"
            if "by seat" in _meanings(fact) and len(facts[name] or [0] * players) != players:
                return f"{name} is not one for each seat"
        return None


def kind_of(fact: Mapping[str, Any]) -> str:
    """Return the type of a value by its JSON Schema, in words."""
    if "anyOf" in fact:
        return " or ".join(map(kind_of, fact["anyOf"]))
    if "enum" in fact or "const" in fact:
        return ", ".join(json.dumps(value) for value in fact.get("enum", [fact.get("const")]))
    means = fact.get("means", "")
    if fact.get("type") == "array":
        item = kind_of(fact["items"])
        if means:
            return f"{item} for each {means.removeprefix('by ')}"
        return f"list: {item}" if " " in item else f"list of {item}s"
    if fact.get("type") == "object":
        return f"{kind_of(fact['additionalProperties'])} for each suit"
    return means or _PLAIN[fact["type"]]


_PLAIN = {"integer": "number", "boolean": "true or false", "string": "text", "null": "null"}


def _meanings(fact: Mapping[str, Any]) -> set[str]:
    return {one.get("means", "") for one in (fact, *fact.get("anyOf", ()))}


def _is_silent(value: Any, fact: Mapping[str, Any]) -> bool:
    """Tell whether a fact tells nothing: null if it may be that, else false, 0 or empty."""
    if {"type": "null"} in fact.get("anyOf", ()):
        return value is None
    return _is_nothing(value)


def _is_nothing(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    return not value or (isinstance(value, list | dict) and all(map(_is_nothing, parts)))
