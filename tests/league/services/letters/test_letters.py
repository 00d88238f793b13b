"""What mails say, and what nobody can make them say."""

import pytest

from league.models import Mail
from league.services.letters.letter import Letter, message_of
from tests.league.mails import give_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def mail(bob, now):
    give_address(bob, now)
    return Mail(kind="draw", about="session:1", account=bob, due_at=now, created_at=now)


def written(mail, **said):
    letter = Letter(**{"subject": "Hello", "lines": ("Hello",), "why": "So."} | said)
    return message_of(mail, letter, to="bob@example.org")


def test_a_name_adds_no_header(mail):
    message = written(mail, subject="Hello\r\nBcc: mallory@example.org\u202e")
    assert message.message()["Subject"] == "Hello Bcc: mallory@example.org"
    assert message.message()["Bcc"] is None


def test_a_name_is_no_page(mail):
    [page] = written(mail, lines=("<script>",)).alternatives
    assert "&lt;script&gt;" in page.content
    assert "<script>" not in page.content


def test_one_click_ends_its_kind(mail):
    message = written(mail).message()
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].startswith("<http://localhost:8000/mail/off/")


def test_what_somebody_has_asked_for_cannot_be_turned_off(mail):
    mail.kind = "password"
    assert written(mail).message()["List-Unsubscribe"] is None
