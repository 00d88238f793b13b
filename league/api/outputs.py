"""Rows as answers show them."""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, TypeVar, cast

from django.db.models import Model
from rest_framework import serializers
from rest_framework.fields import Field, SkipField

Row = TypeVar("Row", bound=Model)


class Output(serializers.ModelSerializer[Row]):
    """What is shown of a row.

    How each field is read is found out once for all rows of a list, and not for every row: a page
    of matches has a thousand fields.
    """

    def to_representation(self, instance: Row) -> dict[str, Any]:
        """Return the fields of a row that are shown, as JSON can tell them."""
        shown = {}
        for name, read, tell in self._readers:
            try:
                value = read(instance)
            except SkipField:
                continue
            shown[name] = None if value is None else tell(value)
        return shown

    @cached_property
    def _readers(self) -> list[tuple[str, Callable[[Row], Any], Callable[[Any], Any]]]:
        fields = [field for field in self.fields.values() if not field.write_only]
        return [(str(one.field_name), self._reader(one), one.to_representation) for one in fields]

    def _reader(self, field: "Field[Any, Any, Any, Any]") -> Callable[[Row], Any]:
        """Return what reads a field: a column as it is, all else as the framework does."""
        return attrgetter(str(field.source)) if self.is_column(field) else field.get_attribute

    def is_column(self, field: "Field[Any, Any, Any, Any]") -> bool:
        """Tell whether a field shows a column of the row, or the one row that a column names."""
        model = cast(type[Model], self.Meta.model)
        columns = {column.name for column in model._meta.concrete_fields}
        return field.source in columns and not isinstance(field, serializers.RelatedField)


@cache
def columns_of(shown: type[Output[Any]]) -> tuple[str, ...]:
    """Return the columns that rows are shown by, for `only`: what nobody sees is not read.

    Lists within a row are asked for apart. Raises TypeError for a field that may read anything.
    """
    return tuple(_columns(shown()))


def _columns(shown: Output[Any]) -> Iterator[str]:
    for field in shown.fields.values():
        if isinstance(field, Output):
            yield from (f"{field.source}__{column}" for column in _columns(field))
        elif shown.is_column(field) or len(field.source_attrs) > 1:
            yield "__".join(field.source_attrs)
        elif not isinstance(field, serializers.ListSerializer | serializers.ListField):
            raise TypeError(f"which columns {field.field_name} reads is not known")
