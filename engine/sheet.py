"""The score sheet of one round, as a club writes it on paper: typed, checked, then scored."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

Fault = tuple[tuple[str | int, ...], str]
"""Where a sheet is wrong, as a path of fields, and a sentence that says why."""


class ScoreSheet(BaseModel, ABC):
    """What the sheets of all games share: each knows its faults and its scores.

    `model_validate` raises pydantic's ValidationError with the path of every field at fault.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)

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
