"""Fields that take the JSON type they name and nothing like it, and one in the reader's words."""

from typing import Any

from rest_framework import serializers

from league.services.sayings import said


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction; texts and yes or no are not numbers."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


class Said(serializers.CharField):
    """A text that a worker has stored, said in the language of the request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def to_representation(self, value: Any) -> str:
        return said(super().to_representation(value))


class Flag(serializers.BooleanField):
    """A JSON true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
