"""Problems: every answer that is not a success, in the form of RFC 9457.

Beside the RFC's members a problem has a stable `code`, `errors` (field path → messages) where
fields are to blame, `current`, the current state, if somebody else changed it first, and
`request_id`, by which the log has the request.
"""

import logging
import math
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.encoding import escape_uri_path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.services.base import refusals
from league.services.monitoring import traces

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
WHOLE_BODY = "body"

OUTAGES = (OperationalError, InterfaceError)
"""What the database raises when it cannot do anything at the moment: no request is to blame."""
AGAIN_S = 5
"""After so many seconds it is worth trying again."""

TITLES: Mapping[str, str | Promise] = {
    "malformed": _("The request cannot be read"),
    "unauthenticated": _("Log in or send a token"),
    "bad_token": _("The token is not valid"),
    "forbidden": _("You may not do this"),
    "scope_missing": _("The token may not do this"),
    "not_found": _("We cannot find this. It may not exist, or you may not have access"),
    "method_not_allowed": _("This URL does not support that method"),
    "not_acceptable": _("We cannot answer in the format you ask for"),
    "conflict": _("The current state does not allow this"),
    "not_agreed": _("Somebody has not agreed to play in this club"),
    "stale": _("Somebody else made a change first"),
    "too_large": _("The request is too large"),
    "unsupported_media_type": _("This URL expects another content type"),
    "invalid": _("Some fields are not valid"),
    "key_reused": _("This key was used for another request"),
    "if_match_missing": _("The version you have seen is missing"),
    "throttled": _("Too many requests"),
    "internal": _("Something went wrong on our side"),
    "unavailable": _("The database is not responding"),
}
CODES = {
    400: "malformed",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    409: "conflict",
    412: "stale",
    413: "too_large",
    415: "unsupported_media_type",
    422: "invalid",
    428: "if_match_missing",
    429: "throttled",
    500: "internal",
    503: "unavailable",
}


class TooLarge(exceptions.APIException):
    """The body has more bytes than any honest request."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(_("A request can have at most %(limit)d bytes.") % {"limit": limit})


class KeyReused(exceptions.APIException):
    """An Idempotency-Key came again with a different request."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "key_reused"
    default_detail = _("This Idempotency-Key was already used for another request. Send a new key.")


class IfMatchMissing(exceptions.APIException):
    """A request that changes a stored result does not name the version it means."""

    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "if_match_missing"
    default_detail = _("Send If-Match with the ETag of the result you have seen.")


class ScopeMissing(exceptions.PermissionDenied):
    """The account may do this, the token may not."""

    default_code = "scope_missing"

    def __init__(self, scope: str) -> None:
        super().__init__(_("This needs a token with the scope “%(scope)s”.") % {"scope": scope})


class Unavailable(exceptions.APIException):
    """The database does not answer; what the request has done is not known."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "unavailable"
    default_detail = _(
        "Send the same request again in a few seconds, with the same Idempotency-Key. It "
        "will be carried out only once."
    )
    wait = AGAIN_S


class BadToken(exceptions.AuthenticationFailed):
    """The token is unknown, expired or revoked."""

    default_code = "bad_token"
    default_detail = _("The token is unknown, expired or revoked.")


REFUSALS: Mapping[type[refusals.Refused | refusals.Forbidden], int] = {
    refusals.Stale: 412,
    refusals.Conflict: 409,
    refusals.Invalid: 422,
    refusals.Forbidden: 403,
    refusals.NotFound: 404,
    refusals.Refused: 409,
}
"""HTTP status of each refusal of a service; the first class that fits counts."""

ANSWER_CODES = frozenset(TITLES)


def to_problem(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Return the problem that answers `exc`; a bug is told to whoever listens for bugs."""
    exc = _as_known(exc)
    if isinstance(exc, refusals.ANY):
        response = _of_refusal(exc)
    elif isinstance(exc, exceptions.APIException):
        response = _of_api_exception(exc)
    else:
        got_request_exception.send(sender=None, request=context["request"])
        return crash(context["request"])
    if response.status_code in {409, 412, 428}:
        _add_current(response, context.get("view"), getattr(exc, "current", None))
    return response


def crash(request: HttpRequest | Request) -> JsonResponse:
    """Log the exception being handled; return the problem that says only where the log has it."""
    request_id = traces.request_id()
    path = escape_uri_path(request.path)
    logger.exception("request %s failed: %s %s", request_id, request.method, path)
    detail = _(
        "The mistake is ours. Please report the request id %(id)s to the operator of this site."
    )
    body = _body(500, "internal", detail % {"id": request_id})
    return JsonResponse(body, status=500, content_type=MEDIA_TYPE)


def outage() -> JsonResponse:
    """Return the problem that puts off a request until the database answers again."""
    exc = Unavailable()
    body = _body(exc.status_code, exc.default_code, exc.detail)
    headers = {"Retry-After": str(AGAIN_S)}
    return JsonResponse(body, status=exc.status_code, headers=headers, content_type=MEDIA_TYPE)


def problem(
    http_status: int,
    *,
    code: str = "",
    detail: object = "",
    errors: Mapping[str, list[str]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a response with a problem as its body."""
    body = _body(http_status, code or CODES.get(http_status, "malformed"), detail)
    if errors is not None:
        body["errors"] = {path: list(map(str, messages)) for path, messages in errors.items()}
    return Response(body, status=http_status, headers=headers, content_type=MEDIA_TYPE)


def _body(http_status: int, code: str, detail: object) -> dict[str, Any]:
    title = TITLES.get(code) or TITLES[CODES.get(http_status, "malformed")]
    body = {
        "type": f"urn:problem-type:stammtisch:{code}",
        "title": str(title),
        "status": http_status,
        "code": code,
        "detail": str(detail),
    }
    request_id = traces.request_id()
    return body | ({"request_id": request_id} if request_id else {})


def _as_known(exc: Exception) -> Exception:
    """Translate the exceptions of Django and of the models into those that have an answer."""
    if isinstance(exc, Http404):
        return exceptions.NotFound()
    if isinstance(exc, PermissionDenied) and not isinstance(exc, refusals.Forbidden):
        return exceptions.PermissionDenied()
    if isinstance(exc, OUTAGES):
        logger.warning("a request was put off, the database could not serve it: %s", exc)
        return Unavailable()
    if isinstance(exc, RequestDataTooBig):
        return TooLarge(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    if isinstance(exc, SuspiciousOperation):
        return exceptions.ParseError()
    return exc


def _of_refusal(exc: refusals.Refused | refusals.Forbidden) -> Response:
    http_status = next(number for kind, number in REFUSALS.items() if isinstance(exc, kind))
    errors = exc.errors if isinstance(exc, refusals.Invalid) else None
    return problem(http_status, code=exc.code, detail=exc.message, errors=errors)


def _of_api_exception(exc: exceptions.APIException) -> Response:
    headers = {}
    if auth_header := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(math.ceil(wait))
    if isinstance(exc, exceptions.ValidationError):
        errors: dict[str, list[str]] = {}
        for path, message in field_errors(exc.detail):
            errors.setdefault(path or WHOLE_BODY, []).append(message)
        return problem(422, detail=_say(errors), errors=errors)
    code = exc.default_code if exc.default_code in ANSWER_CODES else ""
    return problem(exc.status_code, code=code, detail=exc.detail, headers=headers)


def field_errors(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield (path, message) for a tree of errors; the path's parts are joined with dots."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            is_general = name == "non_field_errors"
            yield from field_errors(inner, path if is_general else f"{path}.{name}".strip("."))
    elif isinstance(detail, list):
        for position, inner in enumerate(detail):
            is_message = not isinstance(inner, Mapping | list)
            inner_path = path if is_message else f"{path}.{position}".strip(".")
            yield from field_errors(inner, inner_path)
    else:
        yield path, str(detail)


def _say(errors: Mapping[str, list[str]]) -> str:
    return " ".join(f"{path}: {' '.join(messages)}" for path, messages in list(errors.items())[:3])


def _add_current(response: Response, view: Any, row: Model | None) -> None:
    """Put what is stored into the answer, with its ETag, so that the loser can go on from it."""
    if not hasattr(view, "current_answer"):
        return
    current = view.current_answer(row)
    if current is not None:
        response.data["current"] = current.data
        if "ETag" in current.headers:
            response.headers["ETag"] = current.headers["ETag"]
