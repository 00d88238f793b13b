"""Points, for templates: `{% load scores %}`, `{{ row.points|points }}`."""

from decimal import Decimal

from django import template
from django.utils.formats import get_format

register = template.Library()


@register.filter
def points(value: Decimal | None) -> str:
    """Return points as pages print them: whole, or to the thousandth; nothing if there are none.

    As `floatformat:"-3"` says them, but in a fraction of its time: charts have hundreds of them.
    """
    if value is None:
        return ""
    whole = int(value)
    if value == whole:
        return str(whole)
    return f"{value:.3f}".replace(".", get_format("DECIMAL_SEPARATOR"))
