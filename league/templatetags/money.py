"""Money, for templates: `{% load money %}`, `{{ line.due|money:currency }}`."""

from django import template

from league.web.base.money import said

register = template.Library()


@register.filter
def money(amount: int, currency: str) -> str:
    """Return an amount of cents with its currency."""
    return said(amount, currency)
