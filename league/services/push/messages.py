"""What a device shows: in short what a mail of that kind says, in the language of who reads it.

It is written when it is sent, and only if what it is about is still so. Nobody is told who is
erased, has logged out, or has turned the kind off since.
"""

import json
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils import timezone, translation

from league.models import Mail, Push
from league.services.accounts import logins
from league.services.letters import letters
from league.services.letters.letter import Letter, one_line
from league.services.mail import push_choices

from .sealing import topic_of

LONGEST_TITLE: Final = 150
LONGEST_TEXT: Final = 400
"""Push services take some 4 kB of what is encrypted."""
FACTS: Final = 3


def compose(push: Push, *, now: datetime) -> bytes | None:
    """Return what a device is told now, None if it is not to be told any more."""
    login = push.device.login
    account = login.account
    if account is None or not account.is_active or login.expires_at <= now:
        return None
    if not logins.is_valid(login, account) or not _is_wanted(push, account.pk):
        return None
    mail = Mail(kind=push.kind, about=push.about, account=account)
    language = letters.language_of(mail)
    with translation.override(language), timezone.override(settings.TIME_ZONE):
        letter = letters.WRITERS[push.kind](mail)
        return _written(push, letter, language) if letter is not None else None


def _is_wanted(push: Push, account_id: int) -> bool:
    return account_id in push_choices.wanting({account_id}, push.kind)


def _written(push: Push, letter: Letter, language: str) -> bytes:
    said = {
        "title": one_line(letter.subject)[:LONGEST_TITLE],
        "text": _text(letter)[:LONGEST_TEXT],
        "address": letter.links[0][1].removeprefix(settings.SITE_URL),
        "tag": topic_of(push),
        "language": language,
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _text(letter: Letter) -> str:
    """Return the first facts that the title does not say already; without any, what is told."""
    parts = letter.subject.split(": ")
    facts = [(name, said) for name, said in letter.facts if said not in parts]
    lines = [f"{name}: {one_line(said)}" for name, said in facts[:FACTS]]
    return "\n".join(lines) or " ".join(letter.lines)
