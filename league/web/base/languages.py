"""The language of one's pages: stored in the profile, carried by a cookie.

`LocaleMiddleware` reads the cookie, so that no page costs a query for it and none that caches may
keep depends on who is logged in.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import check_for_language, get_language_info
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from league.models import Account
from league.services.accounts import people

from . import access

YEAR_S = 365 * 24 * 3600


@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """Go on in the language chosen at the foot of a page.

    The pages of visitors have no token, for all see the same: of them it changes a cookie of the
    browser alone.
    """
    account = access.account_of(request)
    return set_language(request) if account is None else _choose_for(request, account)


@csrf_protect
def _choose_for(request: HttpRequest, account: Account) -> HttpResponseBase:
    """Go on in the language that was chosen, and keep it in the profile."""
    code = request.POST.get("language", "")
    if code in dict(settings.LANGUAGES) and check_for_language(code):
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


def own_names() -> list[tuple[str, str]]:
    """Return the languages of this site by their own names, as choices."""
    return [
        (code, get_language_info(code)["name_local"].capitalize())
        for code, _name in settings.LANGUAGES
    ]
