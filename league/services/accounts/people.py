"""Players, people or bots, and the tokens that programs use in an account's name."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from bots import builtin
from league.models import Account, ApiToken, AuditEntry, Player
from league.models.people import SCOPES_OF_PEOPLE
from league.services.base import audit
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Forbidden, Invalid

from . import notices

LONGEST_NAME = 80
LONGEST_TOKEN_DAYS = 366
TOKEN_PREFIX = "stt_"  # noqa: S105 — lets scanners of leaked secrets recognise ours


def register_person(
    *, name: str, account: Account | None = None, by: Account, now: datetime
) -> Player:
    """Create a person, who plays from `account` or has none.

    An account registers itself or guests; raises Conflict when it already is somebody. Who may
    bring guests is for the caller to check.
    """
    name = clean_name(name, longest=LONGEST_NAME)
    if account is not None and account.pk != by.pk:
        raise Forbidden(_("Only the account itself can choose its player name."))
    try:
        with transaction.atomic():
            player = Player.objects.create(name=name, account_id=account.pk if account else None)
            _note_person(player, by, now)
    except IntegrityError:
        other = Player.objects.get(account=account)
        message = _("This account already plays as %(name)s.") % {"name": other.name}
        raise Conflict(other, message) from None
    player.account = account
    return player


def register_guests(*, guests: Sequence[Player], by: Account, now: datetime) -> None:
    """Create these people, unsaved so far, who have no accounts and clean names; two queries."""
    Player.objects.bulk_create(guests)
    AuditEntry.objects.bulk_create(
        AuditEntry(
            at=now,
            account=by,
            action="person.register",
            subject=f"player:{guest.code}",
            data={"name": guest.name, "has_account": False},
        )
        for guest in guests
    )


def player_called(*, username: str) -> Player:
    """Return who plays from the account with this username, in upper or lower case.

    Raises Invalid for `username` when there is no such account or it is nobody yet.
    """
    rows = Player.objects.filter(account__is_active=True, kind=Player.Kind.PERSON)
    player = rows.filter(account__username__iexact=username.strip()).first()
    if player is None:
        said = _("No player has this username. Add guests without an account by name.")
        raise Invalid({"username": [said]})
    return player


def choose_language(*, account: Account, language: str, by: Account, now: datetime) -> Account:
    """Store the language in which an account reads pages; none is that of its browser."""
    if account.pk != by.pk:
        raise Forbidden(_("You can only choose the language of your own account."))
    if language and language not in dict(settings.LANGUAGES):
        raise Invalid({"language": [_("This language is not available.")]})
    Account.objects.filter(pk=account.pk).update(language=language)
    account.language = language
    return account


def builtin_bot(*, name: str) -> Player:
    """Return the player of a built-in bot, created when it is first asked for."""
    known = builtin.names()
    if name not in known:
        said = _("This bot does not exist. Choose one of: %(names)s.") % {"names": ", ".join(known)}
        raise Invalid({"builtin": [said]})
    player, _created = Player.objects.get_or_create(
        builtin=name, defaults={"kind": Player.Kind.BOT, "name": name}
    )
    return player


def issue_token(
    *, account: Account, name: str, scopes: Sequence[str], now: datetime, days: int = 90
) -> tuple[ApiToken, str]:
    """Create a token and return it with its plain text, which is stored nowhere."""
    _check_scopes(scopes)
    with transaction.atomic():
        token, plain = make_token(
            account=account, name=name, scopes=scopes, by=account, now=now, days=days
        )
        text = f"A token for programs was made: {token.name}. If that was not you, revoke it."
        notices.tell_account(account=account, text=text, now=now)
    return token, plain


def make_token(
    *, account: Account, name: str, scopes: Sequence[str], by: Account, now: datetime, days: int
) -> tuple[ApiToken, str]:
    """Create a token of any scopes, which `by` has asked for; nobody is told of it.

    Whether the account may have such a token is for the caller to check.
    """
    name = clean_name(name, longest=LONGEST_NAME)
    _check_days(days)
    plain = TOKEN_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = ApiToken.objects.create(
            account=account,
            name=name,
            digest=_digest(plain),
            scopes=sorted(set(scopes)),
            expires_at=now + timedelta(days=days),
        )
        _note_token(token, by, "token.issue", now)
    return token, plain


def revoke_token(*, token: ApiToken, by: Account, now: datetime) -> ApiToken:
    """Make a token useless from now on; a token already revoked stays as it is."""
    if token.account_id != by.pk:
        raise Forbidden(_("You can only revoke your own tokens."))
    end_token(token, by=by, now=now)
    return token


def end_token(token: ApiToken, *, by: Account, now: datetime) -> None:
    """Make a token useless, as somebody of whom the caller knows that they may."""
    with transaction.atomic():
        if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
            _note_token(token, by, "token.revoke", now)
    token.refresh_from_db()


def account_of_token(*, plain: str, now: datetime) -> ApiToken | None:
    """Return the token, with its account, that `plain` opens at `now`; one query."""
    return (
        ApiToken.objects.select_related("account")
        .filter(digest=_digest(plain), revoked_at=None, expires_at__gt=now)
        .filter(account__is_active=True)
        .first()
    )


def _check_scopes(scopes: Sequence[str]) -> None:
    known = [scope for scope, _label in SCOPES_OF_PEOPLE]
    if not scopes or not set(scopes) <= set(known):
        said = _("Choose one or more of: %(scopes)s.") % {"scopes": ", ".join(known)}
        raise Invalid({"scopes": [said]})


def _check_days(days: int) -> None:
    if not 1 <= days <= LONGEST_TOKEN_DAYS:
        said = _("Choose a number of days from 1 to %(most)d.") % {"most": LONGEST_TOKEN_DAYS}
        raise Invalid({"days": [said]})


def _note_person(player: Player, by: Account, now: datetime) -> None:
    audit.note(
        by=by,
        club=None,
        action="person.register",
        subject=f"player:{player.code}",
        data={"name": player.name, "has_account": player.account_id is not None},
        now=now,
    )


def _note_token(token: ApiToken, by: Account, action: str, now: datetime) -> None:
    audit.note(
        by=by,
        club=None,
        action=action,
        subject=f"token:{token.code}",
        data={"name": token.name, "scopes": token.scopes},
        now=now,
    )


def _digest(plain: str) -> str:
    # The text has 256 random bits, so a plain SHA-256 is as good as a slow password hash.
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
