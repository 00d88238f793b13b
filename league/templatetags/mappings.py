"""Looking something up by its key, for templates: `{% load mappings %}`, `{{ costs|item:key }}`."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def item(found: Mapping[Any, Any], key: Any) -> Any:
    """Return what a mapping has for a key, None for nothing."""
    return found.get(key) if found else None
