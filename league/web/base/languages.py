"""The language of one's pages: stored in the profile, carried by a cookie.

`LocaleMiddleware` reads the cookie, so that no page costs a query for it and none that caches may
keep depends on who is logged in.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from league.services.accounts import people

from . import access

YEAR_S = 365 * 24 * 3600


@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """Go on in the language chosen at the foot of a page; the profile keeps it."""
    code = request.POST.get("language", "")
    account = access.account_of(request)
    if account is not None and code in dict(settings.LANGUAGES) and check_for_language(code):
        people.choose_language(account=account, language=code, by=account, now=timezone.now())
    return set_language(request)


def remember(answer: HttpResponse, code: str) -> None:
    """Have the browser ask for pages in a language; with none in that of its own settings."""
    if not code:
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=YEAR_S,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
