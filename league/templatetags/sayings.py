"""Stored sentences, for templates: `<p{{ text|lang_of }}>{{ text|said }}</p>`."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from league.services.base.sayings import said

register = template.Library()
register.filter("said", said)


@register.filter
def lang_of(text: str) -> SafeString:
    """Return the attribute of a text that stays English on a page in another language."""
    is_foreign = get_language() != "en" and said(text) == text
    return mark_safe(' lang="en"' if is_foreign else "")  # noqa: S308 - one of two constants
