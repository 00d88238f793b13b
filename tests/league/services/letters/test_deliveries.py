"""Mails at a real server: that takes them, refuses, stalls, or dies in the middle."""

import socket
from datetime import timedelta

import pytest

from league.logic.deliveries import WAITS
from league.models import Mail, Notice
from league.services.base import leases
from league.services.letters import deliveries
from tests.league.factories import PersonFactory
from tests.league.mail_server import talking

pytestmark = pytest.mark.django_db

HELLO = ("220 mail ESMTP", "250 mail")


def stored(mail):
    return Mail.objects.get(pk=mail.pk)


@pytest.fixture
def three(now):
    """Three mails to three people."""
    rows = []
    for name in ("one", "two", "three"):
        account = PersonFactory(name=name).account
        account.email_wanted = f"{name}@example.org"
        account.save()
        rows.append(
            Mail.objects.create(
                kind="address",
                about="address:1",
                account=account,
                address=account.email_wanted,
                due_at=now,
                created_at=now,
            )
        )
    return rows


def test_what_is_sent_arrives(server, posted, send):
    send()
    [(to, mail)] = server.received
    assert to == ["bob@example.org"]
    assert mail["Message-ID"] == f"<{posted.code}@localhost>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert (stored(posted).status, stored(posted).lease) == ("sent", None)


def test_it_has_the_same_words_as_text_and_as_a_page(server, posted, send):
    send()
    mail = server.received[0][1]
    text = mail.get_body(("plain",)).get_content()
    page = mail.get_body(("html",)).get_content()
    assert "The account bob wants its mails sent to this address." in text
    assert "The account bob wants its mails sent to this address." in page
    assert "http://localhost:8000/address/#stm_" in text


@pytest.mark.usefixtures("posted")
@pytest.mark.parametrize(
    ("language", "subject"), [("de", "Bestätige deine Adresse"), ("nl", "Bevestig je adres")]
)
def test_it_is_in_the_language_of_who_reads_it(server, send, wanting, language, subject):
    wanting.language = language
    wanting.save()
    send()
    assert server.received[0][1]["Subject"] == subject


def test_a_secret_is_not_kept(server, posted, send):
    send()
    assert stored(posted).text == ""


def test_one_connection_takes_a_batch(server, three, send):
    send()
    assert server.to() == ["one@example.org", "two@example.org", "three@example.org"]


def test_who_is_unknown_there_delays_nobody(server, three, send, now):
    server.handler.answers["two@example.org"] = "550 5.1.1 unknown"
    send()
    assert server.to() == ["one@example.org", "three@example.org"]
    given_up = stored(three[1])
    assert (given_up.status, given_up.finished_at) == ("given_up", now)
    assert given_up.error == "the server answered 550 5.1.1 unknown"


def test_who_is_to_be_tried_later_is(server, posted, send, now):
    server.handler.answers["bob@example.org"] = "451 4.7.1 greylisted"
    send()
    waits = stored(posted)
    assert (waits.status, waits.due_at) == ("waiting", now + WAITS[0])
    server.handler.answers.clear()
    send()
    assert server.to() == []  # not due yet
    send(at=now + WAITS[0])
    assert stored(posted).status == "sent"


def test_after_all_attempts_it_is_given_up(server, posted, send):
    server.handler.answers["bob@example.org"] = "451 later"
    Mail.objects.update(attempt=len(WAITS))
    send()
    assert stored(posted).status == "given_up"


def test_a_text_that_is_refused_is_not_sent_again(server, posted, send):
    server.handler.answers["DATA"] = "554 5.7.1 spam"
    send()
    assert stored(posted).status == "given_up"


def test_a_sender_that_is_refused_is_for_the_operator_to_mend(server, three, send, now):
    server.handler.answers["MAIL"] = "550 5.7.1 who are you"
    send()
    first, *others = map(stored, three)
    assert (first.status, first.attempt) == ("waiting", 1)
    assert {(row.status, row.attempt) for row in others} == {("waiting", 0)}


def test_no_server_is_told(through, three, send, now):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    through(port)
    send()
    first, *others = map(stored, three)
    assert first.error.startswith("no connection: ")
    assert first.due_at == now + WAITS[0]
    assert {row.due_at for row in others} == {now + deliveries.LATER}


@pytest.mark.further
def test_a_server_that_stalls_is_not_waited_for(through, posted, send):
    with talking("220 mail ESMTP") as port:
        through(port)
        send()
    assert stored(posted).status == "waiting"
    assert "timed out" in stored(posted).error


def test_a_server_that_dies_before_the_text_is_tried_again(through, three, send):
    with talking(*HELLO, "250 OK", None) as port:
        through(port)
        send()
    assert [row.status for row in map(stored, three)] == ["waiting"] * 3


@pytest.mark.parametrize("after", [(None,), ()], ids=["dies", "stalls"])
def test_what_may_have_arrived_is_not_sent_again(through, three, send, after):
    with talking(*HELLO, "250 OK", "250 OK", "354 go on", *after) as port:
        through(port)
        send()
    first, *others = map(stored, three)
    assert first.status == "given_up"
    assert leases.UNSURE in first.error
    assert {(row.status, row.attempt) for row in others} == {("waiting", 0)}


def test_a_worker_killed_before_it_hands_over_has_sent_nothing(posted, now):
    hold(posted, now)
    deliveries.sweep(now=now)
    assert stored(posted).status == "waiting"


def test_a_worker_killed_while_it_hands_over_may_have_sent_it(posted, now):
    hold(posted, now, handed_at=now)
    deliveries.sweep(now=now)
    assert stored(posted).status == "given_up"


def hold(mail, now, **fields):
    held = {"status": "sending", "lease": "0" * 32, "lease_until": now - timedelta(seconds=1)}
    Mail.objects.filter(pk=mail.pk).update(**held, **fields)


def test_the_sweep_has_sent_what_is_due(posted, now, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as told:
        assert deliveries.sweep(now=now) == 1
        assert deliveries.sweep(now=now - timedelta(seconds=1)) == 0
    assert len(told) == 1


@pytest.fixture
def many(posted, now):
    """More mails than a sweep has sent, Bob's first."""
    others = [
        Mail(
            kind=posted.kind,
            about=f"address:{number}",
            account=posted.account,
            address=posted.address,
            language=posted.language,
            due_at=now + timedelta(microseconds=number),
            created_at=now,
        )
        for number in range(2, 152)
    ]
    Mail.objects.bulk_create(others)
    return list(Mail.objects.order_by("due_at").values_list("pk", flat=True))


def test_a_sweep_sends_few_messages_however_much_waits(
    many, now, messages, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        deliveries.sweep(now=now + timedelta(seconds=1))
    sent = [("league.send_mails", many[at : at + 10], "mail") for at in range(0, 100, 10)]
    assert messages == sent


def test_a_batch_that_was_sent_is_followed_by_the_next(
    server, many, now, messages, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        deliveries.send_batch(ids=many[:10], clock=lambda: now + timedelta(seconds=1))
    assert messages == [("league.send_mails", many[10:20], "mail")]


def test_a_batch_without_a_connection_is_followed_by_none(
    through, many, now, messages, django_capture_on_commit_callbacks
):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        through(closed.getsockname()[1])
    with django_capture_on_commit_callbacks(execute=True):
        deliveries.send_batch(ids=many[:10], clock=lambda: now + timedelta(seconds=1))
    assert messages == []


def test_who_is_erased_while_it_waits_is_sent_nothing(server, posted, send, wanting):
    wanting.is_active = False
    wanting.save()
    send()
    assert server.received == []
    assert stored(posted).status == "dropped"


def test_nothing_more_is_sent_where_nobody_reads(server, posted, send, bob, now):
    bob.email, bob.email_wanted, bob.email_confirmed_at = "bob@example.org", "", now
    bob.save()
    Mail.objects.update(address="", kind="draw")
    server.handler.answers["bob@example.org"] = "550 5.1.1 unknown"
    deliveries.letters.note_dead(stored(posted), "the server answered 550")
    bob.refresh_from_db()
    assert bob.email_fault == "the server answered 550"
    assert "No mail arrives" in Notice.objects.get().text


def test_old_mails_are_deleted_and_younger_ones_emptied(posted, now, settings):
    Mail.objects.update(text="Hello", finished_at=now, status="sent")
    assert deliveries.forget(now=now + timedelta(days=settings.MAIL_TEXT_DAYS, seconds=1)) == 0
    assert stored(posted).text == ""
    assert deliveries.forget(now=now + timedelta(days=settings.MAIL_DAYS, seconds=1)) == 1


def test_staff_has_one_sent_again_that_was_given_up(server, posted, send, now, alice):
    Mail.objects.update(status="given_up", handed_at=now, attempt=7)
    deliveries.resend(mail=stored(posted), by=alice, now=now)
    send()
    assert stored(posted).status == "sent"
