"""Idempotency-Key: the same request sent twice is carried out once and answered the same.

The answer is a row written in the transaction of the work itself, under a unique constraint on
account and key. So of two requests at the same time one waits for the other and repeats its answer,
and a crash or a refusal leaves neither work nor answer. Answers are kept for a week.
"""

import functools
import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.models import StoredAnswer
from league.services.accounts import agreements
from league.services.base import answers
from league.services.base.answers import HEADER, KEY
from league.services.base.refusals import Unagreed

from .authentication import actor
from .errors import KeyReused

REPLAYED = "Idempotency-Replayed"

Action = Callable[..., Response]


def idempotent(action: Action) -> Action:
    """Let an action that needs a login honour Idempotency-Key; it answers with JSON or nothing."""

    @functools.wraps(action)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            return action(view, request, *args, **kwargs)
        if not KEY.fullmatch(key):
            raise ParseError(_("An Idempotency-Key must have 1 to 100 printable ASCII characters."))
        try:
            return _answer_once(key, request, lambda: action(view, request, *args, **kwargs))
        except Unagreed as refusal:
            agreements.follow(refusal)  # what was asked is rolled back with all else
            raise

    return answer


@transaction.atomic
def _answer_once(key: str, request: Request, work: Callable[[], Response]) -> Response:
    account, digest = actor(request), digest_of(request)
    stored = answers.reserve(account, key, digest, now=timezone.now())
    if stored is None:
        return _replay(request, StoredAnswer.objects.get(account=account, key=key), digest)
    response = work()
    stored.status = response.status_code
    stored.body = (JSONRenderer().render(response.data) or b"null").decode()
    stored.etag = response.headers.get("ETag", "")
    stored.save(update_fields=["status", "body", "etag"])
    return response


def _replay(request: Request, stored: StoredAnswer, digest: str) -> Response:
    if stored.digest != digest:
        raise KeyReused
    headers = {REPLAYED: "true"}
    if stored.etag:
        headers["ETag"] = stored.etag
    body = _body_of(stored)
    if location := location_of(request, stored.status, body):
        headers["Location"] = location
    return Response(body, status=stored.status, headers=headers)


def _body_of(stored: StoredAnswer) -> Any:
    """Return the body of an answer, its members in their order; those of before were no texts."""
    return json.loads(stored.body) if isinstance(stored.body, str) else stored.body


def location_of(request: Request, http_status: int, body: Any) -> str:
    """Return the address of what a POST to a list made, empty if that has no address of its own."""
    match = request.resolver_match
    is_list = match is not None and str(match.url_name).endswith("-list")
    if http_status != 201 or not is_list or not isinstance(body, dict):
        return ""
    name = body.get("code") or body.get("slug")
    return request.build_absolute_uri(f"{request.path}/{name}") if name else ""


def digest_of(request: Request) -> str:
    """Return a digest of method, path and body; the order of JSON members does not count."""
    body = json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    text = "\n".join([str(request.method), request.get_full_path(), body])
    return hashlib.sha256(text.encode()).hexdigest()
