"""Forms that services answer: what they refuse comes back beside the field it is about."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from league.services.base import refusals

from . import access

Made = TypeVar("Made")

UNPROCESSABLE = 422


def sent(request: HttpRequest) -> QueryDict | None:
    """Return what a form has sent, None if the page is only looked at."""
    return request.POST if request.method == "POST" else None


class ServiceForm(forms.Form):
    """A form whose values a service takes."""

    def values(self) -> dict[str, Any]:
        """Return what the service takes, once the form is valid."""
        return self.cleaned_data


def send(
    request: HttpRequest,
    form: ServiceForm,
    act: Callable[..., Made],
    *,
    fields: Mapping[str, str] | None = None,
    **what: Any,
) -> Made | None:
    """Let a service act on what a form was sent with, and return what the service made.

    None if the form is only looked at, or if its fields or the service refuse, which it then
    says. `fields` are the names of fields that the service calls otherwise; `what` goes to it
    besides the values of the form. Raises PermissionDenied.
    """
    if not form.is_valid():
        return None
    given = form.values() | what
    try:
        return act(by=access.require_account(request), now=timezone.now(), **given)
    except refusals.Invalid as refusal:
        put(form, refusal.errors, fields or {})
    except refusals.Refused as refusal:
        form.add_error(None, refusal.message)
    return None


def put(
    form: forms.Form, errors: Mapping[str, Sequence[str]], fields: Mapping[str, str] | None = None
) -> None:
    """Put errors of a service beside the fields of a form, or above it where it has none."""
    for path, said in errors.items():
        field = (fields or {}).get(path, path)
        form.add_error(field if field in form.fields else None, list(said))


def show_form(
    request: HttpRequest, form: forms.Form, template: str = "web/base/form.html", **context: Any
) -> HttpResponse:
    """Show a page with a form, as one that was refused if it has errors."""
    status = UNPROCESSABLE if form.errors else 200
    return render(request, template, {"form": form, **context}, status=status)
