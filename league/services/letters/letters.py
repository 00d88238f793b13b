"""What each kind of mail says, to whom, and whether it is still to be sent.

A mail is written when it is sent: in the language of who reads it, and only if what it is about is
still so. Nobody is written to who is erased, has turned the kind off since, or reads nowhere.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Mail, MailChoice
from league.services.accounts import addresses

from . import of_accounts, of_events, of_results, of_seasons
from .letter import Letter, message_of

SECRET: Final = frozenset({Mail.Kind.ADDRESS, Mail.Kind.PASSWORD, Mail.Kind.INVITATION})
"""Kinds that hold a link which opens something."""

MOST_GATHERED: Final = 50

WRITERS: Final[Mapping[str, Callable[[Mail], Letter | None]]] = {
    Mail.Kind.ADDRESS: of_accounts.address,
    Mail.Kind.PASSWORD: of_accounts.password,
    Mail.Kind.INVITATION: of_accounts.invitation,
    Mail.Kind.RESULT_WAITS: of_results.waits,
    Mail.Kind.RESULT_DISPUTED: of_results.disputed,
    Mail.Kind.RESULT_CORRECTED: of_results.corrected,
    Mail.Kind.DRAW: of_events.draw,
    Mail.Kind.PLACE: of_events.place,
    Mail.Kind.EVENING: of_events.evening,
    Mail.Kind.REPORT: of_events.report,
    Mail.Kind.SEASON: of_seasons.ended,
}


def compose(mail: Mail) -> EmailMessage | None:
    """Return a mail as it is sent now, None if it is not to be sent any more."""
    to = _address_of(mail)
    if not to or not _is_wanted(mail):
        return None
    with translation.override(language_of(mail)), timezone.override(settings.TIME_ZONE):
        letter = _digest(mail) if mail.kind == Mail.Kind.DIGEST else WRITERS[mail.kind](mail)
        return message_of(mail, letter, to=to) if letter is not None else None


def may_be_kept(mail: Mail) -> bool:
    """Return whether what a mail says may be stored; where it only goes to a folder, all may."""
    return mail.kind not in SECRET or settings.EMAIL_BACKEND.endswith("filebased.EmailBackend")


def language_of(mail: Mail) -> str:
    """Return the language of who reads a mail."""
    account = mail.account
    own = (account.language or account.email_language) if account is not None else ""
    return own or mail.language or settings.LANGUAGE_CODE


def note_dead(mail: Mail, said: str) -> None:
    """Note that nobody reads mail at the address to which one was to go."""
    if mail.account is not None and not mail.address:
        now = timezone.now()
        addresses.stop(account=mail.account, address=mail.account.email, why=said, now=now)


def _digest(mail: Mail) -> Letter | None:
    """Tell in one mail what was kept for it, as far as it is still so; None if nothing is."""
    kept = mail.gathered.select_related("account").order_by("pk")[:MOST_GATHERED]
    told = [letter for one in kept if _is_wanted(one) and (letter := WRITERS[one.kind](one))]
    if not told:
        return None
    count = ngettext("%(count)d thing has happened", "%(count)d things have happened", len(told))
    return Letter(
        subject=count % {"count": len(told)},
        lines=(_("Since the last mail:"),),
        links=tuple((letter.subject, letter.links[0][1]) for letter in told),
        why=_("You get this mail because you want to be told once a day."),
    )


def _address_of(mail: Mail) -> str:
    """Return where a mail goes now; nothing if nowhere."""
    account = mail.account
    if account is None:
        return mail.address
    if not account.is_active:
        return ""
    if mail.address:
        return mail.address if mail.address == account.email_wanted else ""
    return account.email if account.email_confirmed_at and not account.email_fault else ""


def _is_wanted(mail: Mail) -> bool:
    """Return whether the account has not turned the kind off since; one query."""
    never = MailChoice.objects.filter(account=mail.account_id, when=MailChoice.When.NEVER)
    return mail.kind not in Mail.TO_CHOOSE or not never.filter(kind=mail.kind).exists()
