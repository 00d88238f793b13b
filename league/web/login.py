"""Pages that need to know who is asking."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse

View = Callable[..., HttpResponse]


def login_needed(view: View) -> View:
    """Send visitors to the login page first, and back afterwards."""
    return login_required(view, login_url="web:login")
