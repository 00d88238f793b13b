"""Reports that a mail did not arrive: believed of mails that were sent, from whoever."""

import pytest

from league.models import Mail
from league.services.letters import bounces
from tests.league.mails import give_address

pytestmark = pytest.mark.django_db

REPORT = """\
From: MAILER-DAEMON@mail.example.org
To: stammtisch@localhost
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I am sorry.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} No such
    mailbox

--b
Content-Type: {kind}

Message-ID: <{code}@localhost>
Subject: Hello

--b--
"""


@pytest.fixture
def mail(bob, now):
    give_address(bob, now)
    return Mail.objects.create(
        kind="draw", about="a:1", account=bob, status="sent", due_at=now, created_at=now
    )


@pytest.fixture
def report(mail, now):
    def take(**said):
        words = {
            "recipient": "Bob@example.org",
            "action": "failed",
            "status": "5.1.1",
            "kind": "message/rfc822",
            "code": mail.code,
        }
        return bounces.take(REPORT.format(**words | said).encode(), now=now)

    return take


@pytest.mark.parametrize("kind", ["message/rfc822", "text/rfc822-headers"])
def test_nothing_more_is_sent_to_a_mailbox_that_is_not_there(report, mail, bob, kind):
    assert report(kind=kind)
    bob.refresh_from_db()
    assert bob.email_fault == "did not arrive: 5.1.1 smtp; 550 5.1.1 No such mailbox"
    mail.refresh_from_db()
    assert mail.status == "given_up"


@pytest.mark.parametrize("status", ["5.2.2", "5.7.1"])
def test_a_mailbox_that_is_full_is_there(report, bob, status):
    assert report(status=status)
    bob.refresh_from_db()
    assert bob.email_fault == ""


@pytest.mark.parametrize(
    "said",
    [
        {"code": "guessed"},
        {"recipient": "alice@example.org"},
        {"action": "delayed"},
        {"kind": "text/plain"},
    ],
)
def test_a_report_about_no_mail_of_ours_changes_nothing(report, mail, bob, said):
    assert not report(**said)
    bob.refresh_from_db()
    mail.refresh_from_db()
    assert (bob.email_fault, mail.status) == ("", "sent")


@pytest.mark.parametrize("words", [b"", b"\xff\x00", b"Content-Type: multipart/report\n\n--"])
def test_what_is_no_report_is_none(db, now, words):
    assert not bounces.take(words, now=now)
