"""A letter: what a mail says, before it is put into text and HTML."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext

from league.models import Mail
from league.services.mail import links

LONGEST_SUBJECT = 150


@dataclass(frozen=True, slots=True)
class Letter:
    """What is told: sentences, facts with their labels, links with what they do, and why."""

    subject: str
    lines: tuple[str, ...]
    why: str
    facts: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    calendar: bytes = b""


def message_of(mail: Mail, letter: Letter, *, to: str) -> EmailMultiAlternatives:
    """Return a letter as it is sent, in the language that is on."""
    can_turn_off = mail.kind in (*Mail.TO_CHOOSE, Mail.Kind.DIGEST)
    off = links.off(mail) if can_turn_off else ""
    context = {
        "letter": letter,
        "language": get_language(),
        "off": off,
        "choose": links.address("web:mail") if can_turn_off else "",
        "site": settings.SITE_URL,
    }
    message = EmailMultiAlternatives(
        subject=one_line(letter.subject)[:LONGEST_SUBJECT],
        body=render_to_string("mail/letter.txt", context),
        to=[to],
        headers=_headers(mail, off=off),
    )
    message.attach_alternative(render_to_string("mail/letter.html", context), "text/html")
    if letter.calendar:
        message.attach("stammtisch.ics", letter.calendar, "text/calendar")
    return message


def points(amount: Decimal) -> str:
    """Return points as they are read, without zeros at the end."""
    return str(number_format(amount.normalize(), use_l10n=True))


def one_line(text: str) -> str:
    """Return a text without line ends and what else cannot be seen; names are typed by people."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def when(at: datetime) -> str:
    """Return a moment in the time of the site, which is that of its clubs, and which time it is."""
    local = localtime(at)
    said = date_format(local, pgettext("date format", "l, j F Y, H:i"))
    return f"{said} ({local.tzname()})"


def _headers(mail: Mail, *, off: str) -> dict[str, str]:
    host = settings.SITE_URL.partition("://")[2].partition(":")[0]
    headers = {"Message-ID": f"<{mail.code}@{host}>", "Auto-Submitted": "auto-generated"}
    if off:
        headers["List-Unsubscribe"] = f"<{off}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
