"""What an operation takes is what its document says; anything else is refused by name.

A member or a query parameter that nobody reads is a slip of the pen: dropped in silence it would be
believed. So it is a field at fault, with the nearest name that is right.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from league.services.base.answers import HEADER

from .schema import IDEMPOTENCY_KEY

Faults = dict[str, list[str]]
AnyField = serializers.Field[Any, Any, Any, Any]

WITH_BODY = frozenset({"POST", "PUT", "PATCH"})


@dataclass(frozen=True)
class Taken:
    """What an operation takes: query parameters, a body, an Idempotency-Key."""

    queries: frozenset[str]
    has_body: bool
    has_key: bool


_TAKEN: dict[tuple[type, str, str], Taken] = {}
"""By view, action and method; worked out when an operation is first asked for."""


def check_request(view: Any, request: Request) -> None:
    """Raise ValidationError for query parameters, or a body, that the operation does not take."""
    if not hasattr(view, str(view.action)):
        return  # a method that no operation has
    key = (type(view), str(view.action), str(request.method))
    if key not in _TAKEN:
        described = _described(view, request)
        _TAKEN[key] = Taken(
            queries=frozenset(_queries(described)),
            has_body=described.get_request_serializer() is not None,
            has_key=IDEMPOTENCY_KEY in described.get_override_parameters(),
        )
    taken = _TAKEN[key]
    if request.method not in SAFE_METHODS and HEADER in request.headers and not taken.has_key:
        raise ParseError(_("This URL takes no Idempotency-Key, because its answer is not stored."))
    faults = _unknown(request.query_params, taken.queries, _unknown_parameter)
    if request.method in WITH_BODY and not taken.has_body and request.data:
        faults["body"] = [_("This URL takes no body.")]
    if faults:
        raise ValidationError(faults)


def check_members(serializer: "serializers.BaseSerializer[Any]", data: Any) -> None:
    """Raise ValidationError naming the members of `data` that the serializer does not read."""
    if faults := dict(_of_field(serializer, data, "")):
        raise ValidationError(faults)


def _described(view: Any, request: Request) -> Any:
    """Return what documents the operation, as it is when the document is written."""
    handler = getattr(view, view.action)
    kind = getattr(handler, "kwargs", {}).get("schema") or type(view.schema)
    described: AutoSchema = kind()
    described.view = view
    described.method = str(request.method)
    return described


def _queries(described: Any) -> Iterator[str]:
    for parameter in described.get_override_parameters():
        if not isinstance(parameter, OpenApiParameter):
            yield from parameter().fields
        elif parameter.location == OpenApiParameter.QUERY:
            yield parameter.name
    if not described._is_list_view():
        return
    view = described.view
    if filters := getattr(view, "filterset_class", None):
        yield from filters.base_filters
    for name in ("page_query_param", "page_size_query_param", "cursor_query_param"):
        yield from filter(None, [getattr(view.paginator, name, None)])


def _of_field(field: AnyField | None, data: Any, path: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of each member below `field` that nobody reads, and what to say of it."""
    if isinstance(field, serializers.ListSerializer | serializers.ListField):
        inner = enumerate(data) if isinstance(data, list) else ()
        for number, one in inner:
            yield from _of_field(field.child, one, f"{path}{number}.")
    if not isinstance(field, serializers.Serializer) or not isinstance(data, Mapping):
        return
    known = {name: one for name, one in field.fields.items() if not one.read_only}
    for name, said in _unknown(data, known, _unknown_member).items():
        yield f"{path}{name}", said
    for name in known.keys() & data.keys():
        yield from _of_field(known[name], data[name], f"{path}{name}.")


def _unknown(given: Iterable[str], known: Iterable[str], say: Any) -> Faults:
    names = sorted(known)
    return {name: [say(_nearest(name, names))] for name in given if name not in names}


def _nearest(name: str, known: list[str]) -> str:
    return next(iter(difflib.get_close_matches(name, known, n=1)), "")


def _unknown_member(nearest: str) -> str:
    if nearest:
        return _("This field does not exist here. Do you mean “%(name)s”?") % {"name": nearest}
    return _("This field does not exist here.")


def _unknown_parameter(nearest: str) -> str:
    if nearest:
        return _("This parameter does not exist here. Do you mean “%(name)s”?") % {"name": nearest}
    return _("This parameter does not exist here.")
