"""Rows of other resources, named."""

from collections.abc import Sequence
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from league.api.outputs import Output
from league.models import Season

Row = TypeVar("Row", bound=Model)


class Codes(serializers.ListField):
    """Public codes of rows, in order; `rows_of` finds the rows."""

    child = serializers.CharField(max_length=10)


class SeasonRef(Output[Season]):
    """A season, named."""

    class Meta:
        model = Season
        fields = ["code", "name", "game"]
        read_only_fields = fields


def rows_of(rows: QuerySet[Row], codes: Sequence[str], *, field: str) -> list[Row]:
    """Return the rows of these codes in their order; one query.

    Raises ValidationError naming the codes of `field` that no row has.
    """
    found = {getattr(row, "code"): row for row in rows.filter(code__in=codes)}  # noqa: B009
    said = _("Nothing has this code.")
    unknown = {
        f"{field}.{number}": [said] for number, code in enumerate(codes) if code not in found
    }
    if unknown:
        raise ValidationError(unknown)
    return [found[code] for code in codes]
