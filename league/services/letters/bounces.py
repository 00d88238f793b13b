"""Reports that a mail did not arrive, which servers send to the sender of all mails.

Anybody can write such a report. It is believed if it names a mail that was sent, by the code that
only its reader and the servers on the way have seen, and the recipient it went to.
Source: RFC 3464, delivery status notifications.
"""

import email
import email.policy
import re
from collections.abc import Iterator
from datetime import datetime
from email.message import Message
from typing import Final

from django.db import transaction

from league.logic.mails import folded, is_dead
from league.models import Mail

from . import letters

LONGEST: Final = 1_000_000
"""Bytes of a report; longer ones are not looked at."""
_CODE: Final = re.compile(r"<([0-9a-z]+)@")


def take(report: bytes, *, now: datetime) -> bool:
    """Note that the mail of a report did not arrive; return whether it was one, of a mail of ours.

    Where it says that there is no such mailbox, nothing more is sent there.
    """
    if len(report) > LONGEST:
        return False
    parsed = email.message_from_bytes(report, policy=email.policy.default)
    mail = _mail_of(parsed)
    failed = next(_failures(parsed), None)
    if mail is None or failed is None or failed[0] != _recipient(mail):
        return False
    _recipient_address, status, words = failed
    with transaction.atomic():
        said = f"did not arrive: {status} {words}".strip()[:300]
        rows = Mail.objects.filter(pk=mail.pk, status=Mail.Status.SENT)
        if rows.update(status=Mail.Status.GIVEN_UP, error=said) and is_dead(0, status):
            letters.note_dead(mail, said)
    return True


def _mail_of(report: Message) -> Mail | None:
    """Return the mail that a report is about; one query."""
    for part in report.walk():
        if part.get_content_type() in {"message/rfc822", "text/rfc822-headers"}:
            content = part.get_payload()
            text = str(content[0]) if isinstance(content, list) else str(content)
            found = _CODE.search(email.message_from_string(text).get("Message-ID", ""))
            rows = Mail.objects.filter(code=found[1]) if found else Mail.objects.none()
            return rows.select_related("account").first()
    return None


def _failures(report: Message) -> Iterator[tuple[str, str, str]]:
    """Yield each recipient for whom it failed, with the status and the words of a server."""
    for part in report.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        for fields in part.walk():
            if folded(fields.get("Action", "")) == "failed":
                recipient = fields.get("Final-Recipient", "").rpartition(";")[2]
                words = " ".join(fields.get("Diagnostic-Code", "").split())
                yield folded(recipient), fields.get("Status", "").strip(), words


def _recipient(mail: Mail) -> str:
    return mail.address or (mail.account.email if mail.account is not None else "")
