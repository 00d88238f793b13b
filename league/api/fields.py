"""Fields that take the JSON type they name, and nothing that merely looks like it."""

from typing import Any

from rest_framework import serializers


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction; texts and yes or no are not numbers."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """A JSON true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
