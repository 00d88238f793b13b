"""What people are told of their tables and places, and that nobody is told what is past."""

import email
import email.policy

import pytest

from league.models import Mail, Session
from league.services.draws import drawing, draws
from league.services.events import sessions
from league.services.registration import places
from league.services.results import disputes
from tests.league.draws import register
from tests.league.factories import RegistrationFactory, VenueFactory
from tests.league.mails import give_address, posted
from tests.league.services import acts

pytestmark = pytest.mark.django_db


@pytest.fixture
def known(bob, dora, now):
    """Bob and Dora, whose mails arrive."""
    return give_address(bob, now), give_address(dora, now)


@pytest.fixture
def told(send, mailoutbox):
    """Send what waits; return subjects and texts of one who reads it."""

    def of(account):
        send()
        return [
            email.message_from_bytes(mail.message().as_bytes(), policy=email.policy.default)
            for mail in mailoutbox
            if mail.to == [account.email]
        ]

    return of


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


def test_the_others_are_told_that_a_result_waits(match, known, now, told):
    bob, dora = known
    acts.enter(match, bob, now)
    [mail] = told(dora)
    assert mail["Subject"] == "A result waits for you: November"
    assert f"http://localhost:8000/matches/{match.code}/confirm/" in text_of(mail)
    assert told(bob) == []


def test_nobody_is_told_of_a_result_that_was_confirmed_meanwhile(match, known, now, told):
    bob, dora = known
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    assert told(dora) == []
    assert Mail.objects.get().status == "dropped"


def test_nobody_is_told_of_a_result_that_was_disputed_meanwhile(match, known, now, told):
    bob, dora = known
    acts.enter(match, bob, now)
    acts.dispute(match, dora, now)
    assert told(dora) == []
    assert Mail.objects.get(kind="result.waits").status == "dropped"


def test_a_result_that_was_entered_again_is_told_once(match, known, now, told):
    bob, dora = known
    acts.enter(match, bob, now)
    acts.enter(match, bob, now)
    assert len(told(dora)) == 1


def test_the_others_are_told_of_a_dispute(match, known, now, told):
    bob, dora = known
    acts.enter(match, bob, now)
    Mail.objects.all().delete()
    acts.dispute(match, dora, now)
    [mail] = told(bob)
    assert mail["Subject"] == "A result was disputed: November"
    assert "Disputed by: Dora" in text_of(mail)


def test_a_dispute_that_was_taken_back_is_not_told(match, known, now, told):
    bob, dora = known
    acts.enter(match, bob, now)
    Mail.objects.all().delete()
    disputes.withdraw(dispute=acts.dispute(match, dora, now), by=dora, now=now)
    assert told(bob) == []


def test_the_table_is_told_what_counts_now(match, known, alice, now, told):
    bob, dora = known
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    Mail.objects.all().delete()
    acts.correct(match, alice, now)
    assert "Reason: typing error" in text_of(told(bob)[0])
    assert "Bob: 0" in text_of(told(dora)[0])


def test_who_agrees_to_a_correction_is_not_told_of_it(match, known, now):
    bob, dora = known
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    acts.propose(match, bob, now)
    acts.agree(match, dora, now)
    assert [who for who, _about in posted("result.corrected")] == ["bob"]


@pytest.fixture
def draw(event, draft, alice, known, now):
    """Bob and six guests are to be drawn; one of them has a bye."""
    event.venue = VenueFactory(club=event.season.club, name="Linde", address="Am Markt 1\nBerlin")
    event.starts_at = now
    event.save()
    RegistrationFactory(event=event, player=known[0].player)
    register(event, 7)
    drawing.draw(session=draft, by=alice, now=now)
    return Session.objects.get(pk=draft.pk)


def test_who_is_drawn_is_told_where_and_when_and_with_whom(draw, alice, known, now, told):
    assert posted("draw") == []
    draws.publish(session=draw, by=alice, now=now)
    [mail] = told(known[0])
    assert mail["Subject"] == "November: your table in session 2"
    seat = known[0].player.seats.get()
    others = seat.match.seats.exclude(pk=seat.pk).order_by("number")
    text = text_of(mail)
    assert f"Table: {seat.match.table_number}" in text
    assert f"Seat: {seat.number + 1}" in text
    assert ", ".join(other.player.name for other in others) in text
    assert "Where: Linde, Am Markt 1, Berlin" in text
    assert "When: Friday, 20 November 2026, 20:00 (UTC)" in text


def test_it_has_the_table_for_a_calendar(draw, alice, known, now, told):
    draws.publish(session=draw, by=alice, now=now)
    [file] = told(known[0])[0].iter_attachments()
    assert file.get_content_type() == "text/calendar"
    assert file.get_content().count("BEGIN:VEVENT") == 1


def test_a_draw_that_was_undone_is_not_told(draw, alice, known, now, told):
    published = draws.publish(session=draw, by=alice, now=now)
    sessions.undo(session=published, by=alice, now=now)
    assert told(known[0]) == []


def test_who_moves_up_from_the_waiting_list_is_told(event, known, now, told):
    event.capacity = 1
    event.save()
    RegistrationFactory(event=event, player=known[0].player, status="waiting")
    places.promote(event, by=None, now=now)
    [mail] = told(known[0])
    assert mail["Subject"] == "You have a place: November"
    assert "withdraw on the event's page" in text_of(mail)


def test_who_has_left_since_is_not_told_of_a_place(event, known, now, told):
    event.capacity = 1
    event.save()
    RegistrationFactory(event=event, player=known[0].player, status="waiting")
    [row] = places.promote(event, by=None, now=now)
    type(row).objects.filter(pk=row.pk).update(status="withdrawn")
    assert told(known[0]) == []
