"""What a page makes of a refusal when a button leads back to it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from league.services.base import refusals


@contextmanager
def told(request: HttpRequest) -> Iterator[None]:
    """Tell on the next page why a service did nothing."""
    try:
        yield
    except refusals.Invalid as refusal:
        for said in refusal.errors.values():
            messages.error(request, " ".join(said))
    except refusals.Refused as refusal:
        messages.error(request, refusal.message)
