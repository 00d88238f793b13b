"""Forms that a browser sends again until there is an answer: under one key they are stored once.

The answer is a row in the transaction of the work, as that of the API. A refusal leaves none, nor
does what a guest of a table sends, whose views know by themselves what is there already. Who
sends a form by script is told where it leads instead of being led there, so that what is said on
the next page is still there when somebody looks.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from league.models import Account, StoredAnswer
from league.services.base import answers
from league.services.base.answers import HEADER, KEY

from . import access

CREATED: Final = 201

View = Callable[..., HttpResponse]


def once(view: View) -> View:
    """Let what a view stores, which then leads on, be sent again under an Idempotency-Key."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        key, account = request.headers.get(HEADER, ""), access.account_of(request)
        if request.method != "POST" or not KEY.fullmatch(key):
            return view(request, *args, **named)
        if account is None:
            return _by_script(view(request, *args, **named))
        return _answer(request, account, key, lambda: view(request, *args, **named))

    return answer


@transaction.atomic
def _answer(
    request: HttpRequest, account: Account, key: str, work: Callable[[], HttpResponse]
) -> HttpResponse:
    digest = digest_of(request)
    stored = answers.reserve(account, key, digest, now=timezone.now())
    if stored is None:
        stored = StoredAnswer.objects.get(account=account, key=key)
        if stored.digest == digest:
            return _leading_to(str(stored.body))
        return work()  # it is something else, which the version it names judges
    response = work()
    if not isinstance(response, HttpResponseRedirect):
        transaction.set_rollback(True)
        return response
    stored.status, stored.body = CREATED, response.url
    stored.save(update_fields=["status", "body"])
    return _leading_to(response.url)


def _by_script(response: HttpResponse) -> HttpResponse:
    if isinstance(response, HttpResponseRedirect):
        return _leading_to(response.url)
    return response


def _leading_to(address: str) -> HttpResponse:
    return HttpResponse(status=CREATED, headers={"Location": address})


def digest_of(request: HttpRequest) -> str:
    """Return a digest of what a form says: its token, another one in each page, does not count."""
    fields = sorted(
        (name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"
    )
    return hashlib.sha256(repr((request.get_full_path(), fields)).encode()).hexdigest()
