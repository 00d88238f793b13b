"""The score sheet of one round, as a club writes it on paper: typed, checked, then scored."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

Fault = tuple[tuple[str | int, ...], str]
"""Where a sheet is wrong, as a path of fields, and a sentence that says why."""

# What a number says beyond its size is `means` in the schema, from which forms are made.
Seat = Annotated[int, Field(ge=0, json_schema_extra={"means": "seat"})]
"""A seat, the first is 0; a list of them names some of the seats."""
Side = Annotated[int, Field(ge=0, json_schema_extra={"means": "side"})]
"""A side, the first is 0; a list of them names some of the sides."""
Dealer = Annotated[int, Field(ge=0, json_schema_extra={"means": "dealer"})]
"""The dealer's seat: known before the sheet is written."""
Players = Annotated[int, Field(json_schema_extra={"means": "players"})]
"""The number of players: known before the sheet is written."""


class ScoreSheet(BaseModel, ABC):
    """What the sheets of all games share: each knows its faults and its scores.

    `model_validate` raises pydantic's ValidationError with the path of every field at fault.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)

    @classmethod
    def hints(cls) -> list[str]:
        """Return what the sheet says about its fields, in the order of its schema."""
        schema = cls.model_json_schema()
        parts = [*schema.get("$defs", {}).values(), schema]
        fields = [field for part in parts for field in part.get("properties", {}).values()]
        return [field["description"] for field in fields if "description" in field]

    @classmethod
    def at_table(cls, sheet: Mapping[str, Any], dealer: int, table: int) -> dict[str, Any]:
        """Return a sheet that counts the seats that play, its seats those of a table of so many.

        Games at whose tables the dealer may sit out say how.
        """
        return dict(sheet)

    @abstractmethod
    def faults(self) -> Iterator[Fault]:
        """Yield what cannot have happened at a table."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Return the score of each seat."""

    @model_validator(mode="after")
    def _refuse_faults(self) -> Self:
        found = [
            InitErrorDetails(
                type=PydanticCustomError("impossible", "{reason}", {"reason": reason}),
                loc=path,
                input=self._value_at(path),
            )
            for path, reason in self.faults()
        ]
        if found:
            raise ValidationError.from_exception_data(type(self).__name__, found)
        return self

    def _value_at(self, path: tuple[str | int, ...]) -> Any:
        value: Any = self
        for step in path:
            value = value[step] if isinstance(step, int) else getattr(value, step)
        return value
