"""Filters of lists by query parameters; a wrong value is a problem that names the parameter."""

from typing import Any

from django_filters import BooleanFilter, CharFilter, ChoiceFilter, rest_framework  # type: ignore[import-untyped]

__all__ = ["BooleanFilter", "CharFilter", "ChoiceFilter", "Filter", "FilterBackend"]

FilterBackend: Any = rest_framework.DjangoFilterBackend


class Filter(rest_framework.FilterSet):  # type: ignore[misc]
    """Query parameters of one list; only those declared are known."""
