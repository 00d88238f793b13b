"""Moments, for templates: `{% load times %}`, `{{ match.finished_at|when }}`."""

from datetime import datetime
from functools import lru_cache

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext

register = template.Library()


@register.filter
def when(at: datetime | None) -> SafeString | str:
    """Return a moment as pages tell it, to the minute; nothing if there is none."""
    if at is None:
        return ""
    return _marked(localtime(at).isoformat(), get_language())


@lru_cache(maxsize=4096)  # most moments of a page are those of its sessions
def _marked(at: str, _language: str) -> SafeString:
    said = date_format(datetime.fromisoformat(at), pgettext("date format", "j M Y, H:i"))
    return format_html('<time datetime="{}">{}</time>', at, said)
