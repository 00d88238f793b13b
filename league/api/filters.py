"""Filters of lists by query parameters; a wrong value is a problem that names the parameter."""

from collections.abc import Sequence
from typing import Any

import django_filters  # type: ignore[import-untyped]
from django.db.models import Model, QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django_filters import BooleanFilter, CharFilter, rest_framework

__all__ = ["BooleanFilter", "CharFilter", "ChoiceFilter", "Filter", "FilterBackend", "OwnerFilter"]

FilterBackend: Any = rest_framework.DjangoFilterBackend


class Filter(rest_framework.FilterSet):  # type: ignore[misc]
    """Query parameters of one list; only those declared are known."""


class ChoiceFilter(django_filters.ChoiceFilter):  # type: ignore[misc]
    """Keeps what has one of some words; who asks for another one is told them."""

    def __init__(self, *, choices: Sequence[tuple[str, Any]], **settings: Any) -> None:
        said = _("“%(value)s” is not one of these: {choices}.")
        words = ", ".join(word for word, _label in choices)
        messages = {"invalid_choice": format_lazy(said, choices=words)}
        super().__init__(choices=choices, error_messages=messages, **settings)


class OwnerFilter(CharFilter):  # type: ignore[misc]
    """Keeps what belongs to one row of `owner`, which is named by its code, or by `by`.

    The row is found before its own are looked for: so the database takes them from an index in
    their order, and does not go through everybody's until there are enough for a page.
    """

    def __init__(self, owner: type[Model], *, by: str = "code", **settings: Any) -> None:
        super().__init__(**settings)
        self.owner, self.by = owner, by

    def filter(self, rows: QuerySet[Any], named: str) -> QuerySet[Any]:
        """Keep what belongs to the row named so; nothing if there is none."""
        if not named:
            return rows
        found = self.owner._default_manager.filter(**{self.by: named})
        return rows.filter(**{self.field_name: found.values("pk")[:1]})
