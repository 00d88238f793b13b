"""The addresses of the pages, as the URL configuration has them."""

from django.test import RequestFactory
from django.urls import reverse


def address_of(pattern):
    """Return an address that fits a pattern; what it names is not there."""
    return reverse(f"web:{pattern.name}", kwargs=dict.fromkeys(pattern.pattern.converters, "1"))


def methods_of(pattern):
    """Return with which of GET and POST a page can be asked for, as it says itself."""
    request = RequestFactory().options(address_of(pattern))
    answer = pattern.callback(request, **dict.fromkeys(pattern.pattern.converters, "1"))
    return {"GET", "POST"} & set(answer.headers["Allow"].split(", "))
