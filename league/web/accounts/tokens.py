"""One's own tokens for programs: listed, made, shown once, revoked."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.models import Account, ApiToken
from league.services.accounts import people
from league.services.base import rights
from league.web.accounts.token_form import IN_WORDS, TokenForm
from league.web.base import access, refused
from league.web.base.pagination import page_of
from league.web.base.sending import send, sent, show_form


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """Show one's tokens and the form for another; sent, its text is shown this once."""
    form = TokenForm(sent(request))
    made = send(request, form, issue)
    rows = rights.readable_tokens(access.require_account(request)).order_by("-pk")
    page, now = page_of(request, rows, per=30), timezone.now()
    for token in page:
        token.words = [IN_WORDS.get(scope, scope) for scope in token.scopes]  # type: ignore[attr-defined]
        token.is_expired = token.expires_at <= now  # type: ignore[attr-defined]
    context = {"tokens": page, "plain": made[1] if made else ""}
    return show_form(request, TokenForm() if made else form, "web/accounts/tokens.html", **context)


@require_POST
@login_required
def revoke(request: HttpRequest, code: str) -> HttpResponse:
    """Make a token useless from now on."""
    account = access.require_account(request)
    token = get_object_or_404(rights.readable_tokens(account), code=code)
    with refused.told(request):
        people.revoke_token(token=token, by=account, now=timezone.now())
        messages.success(request, _("The token is revoked."))
    return redirect("web:tokens")


def issue(
    *, name: str, scopes: list[str], days: int, by: Account, now: datetime
) -> tuple[ApiToken, str]:
    """Make a token for whoever asks, and return it with its text."""
    return people.issue_token(account=by, name=name, scopes=scopes, days=days, now=now)
