"""Guests whom the code on a table's card lets write: one enters, another confirms, no more."""

from datetime import timedelta

import pytest
from django.core import signing

from league.models import AuditEntry, Event, Match, Result, Season, Seat, Session
from league.services.base.refusals import Conflict, Forbidden, Stale
from league.services.corrections import rebuilds
from league.services.draws import draws
from league.services.events import events
from league.services.results import card_guests, disputes, pads, results, submissions
from league.services.results.card_guests import Guest
from league.services.results.results import UploadedRecord
from tests.league.factories import AccountFactory, MatchFactory, PlayerFactory
from tests.league.services import acts
from tests.league.services.races import at_once, losers, winners
from tests.league.services.results.test_pads import SHEET, hand_in, write, write_all

EMIL, FRIDA = 2, 3


@pytest.fixture(autouse=True)
def _guests_enter(event):
    Event.objects.filter(pk=event.pk).update(guests_enter=True)


@pytest.fixture
def sit(match):
    """Return a function that seats somebody who has the card of the table."""

    def take(number, *, at=match, card=None, held=None):
        found = acts.row(at)
        secret = card_guests.secret_of(found) if card is None else card
        return card_guests.take_seat(match=found, card=secret, number=number, held=held)

    return take


@pytest.fixture
def emil(sit):
    return sit(EMIL)


@pytest.fixture
def frida(sit):
    return sit(FRIDA)


def result_of(match):
    return Result.objects.get(match=match, version=acts.row(match).result_version)


def reseat(match, number, player):
    Seat.objects.filter(match=match, number=number).update(player=player)


def test_the_card_seats_a_guest(match, emil):
    player = match.seats.get(number=EMIL).player
    assert emil == Guest(match.code, EMIL, player.code)


def test_an_address_with_the_secret_is_read_as_well(match, sit):
    address = f"https://example.org/matches/{match.code}/seat/#{card_guests.secret_of(match)}"
    assert sit(EMIL, card=address).seat == EMIL


@pytest.mark.parametrize("card", ["", "stc_", "stc_0", "#", "ä"])
def test_another_code_opens_nothing(sit, card):
    with pytest.raises(Forbidden, match="not of this table"):
        sit(EMIL, card=card)


def test_the_card_of_another_table_opens_nothing(session, sit):
    other = MatchFactory(session=session, table_number=2, players=PlayerFactory.create_batch(4))
    with pytest.raises(Forbidden, match="not of this table"):
        sit(EMIL, card=card_guests.secret_of(other))


def test_the_card_opens_nothing_where_guests_do_not_enter(event, sit):
    Event.objects.filter(pk=event.pk).update(guests_enter=False)
    with pytest.raises(Forbidden, match="opens nothing now"):
        sit(EMIL)


@pytest.mark.parametrize("status", [Session.Status.DRAFT, Session.Status.CLOSED])
def test_the_card_opens_nothing_outside_its_session(session, sit, status):
    Session.objects.filter(pk=session.pk).update(status=status)
    with pytest.raises(Forbidden, match="opens nothing now"):
        sit(EMIL)


@pytest.mark.parametrize("number", [0, 7, -1])
def test_the_seat_of_an_account_or_of_nobody_is_no_guests(sit, number):
    with pytest.raises(Conflict, match="Nobody without an account"):
        sit(number)


def test_the_word_of_a_guest_is_read_again(emil):
    assert card_guests.guest_of(card_guests.word_of(emil)) == emil


def test_a_word_that_was_changed_is_nobodys(emil, frida):
    emils, fridas = card_guests.word_of(emil).split(":"), card_guests.word_of(frida).split(":")
    assert card_guests.guest_of(":".join([fridas[0], *emils[1:]])) is None


@pytest.mark.parametrize("word", ["", "ä", "a:b:c"])
def test_a_word_that_is_none_is_nobodys(word):
    assert card_guests.guest_of(word) is None


def test_a_word_signed_for_something_else_is_nobodys():
    assert card_guests.guest_of(signing.dumps(["x", 0, "y"], salt="other")) is None


def test_a_word_ends_with_the_evening(emil, monkeypatch):
    word = card_guests.word_of(emil)
    monkeypatch.setattr(card_guests, "VALID", timedelta(seconds=-1))
    assert card_guests.guest_of(word) is None


def test_a_guest_enters_and_another_confirms(match, emil, frida, now):
    acts.enter(match, emil, now)
    acts.confirm(match, frida, now)
    found = result_of(match)
    assert (found.entered_by, found.entered_seat) == (None, EMIL)
    assert (found.confirmed_by, found.confirmed_seat) == (None, FRIDA)
    assert acts.row(match).status == Match.Status.FINAL


def test_nobody_confirms_from_the_seat_that_entered(match, emil, sit, now):
    acts.enter(match, emil, now)
    for own in (emil, sit(EMIL)):
        with pytest.raises(Forbidden, match="Another player of the table"):
            acts.confirm(match, own, now)


def test_who_entered_moves_to_no_other_seat(match, emil, sit, now):
    acts.enter(match, emil, now)
    with pytest.raises(Conflict, match="Somebody else has to confirm"):
        sit(FRIDA, held=emil)


def test_who_pressed_the_wrong_name_moves(emil, sit):
    assert sit(FRIDA, held=emil).seat == FRIDA


def test_a_guest_who_got_an_account_does_not_confirm_the_own_entry(match, emil, club, now):
    acts.enter(match, emil, now)
    account = AccountFactory()
    player = match.seats.get(number=EMIL).player
    player.account = account
    player.save()
    with pytest.raises(Forbidden, match="Another player of the table"):
        acts.confirm(match, account, now)


def test_an_account_confirms_what_a_guest_entered(match, emil, bob, now):
    acts.enter(match, emil, now)
    acts.confirm(match, bob, now)
    assert (result_of(match).confirmed_by, result_of(match).confirmed_seat) == (bob, None)


def test_a_guest_confirms_what_an_account_entered(match, emil, bob, now):
    acts.enter(match, bob, now)
    acts.confirm(match, emil, now)
    assert result_of(match).confirmed_seat == EMIL


def test_a_guest_replaces_what_somebody_entered(match, emil, bob, now):
    acts.enter(match, bob, now)
    acts.enter(match, emil, now, acts.OTHERS)
    assert result_of(match).entered_seat == EMIL


def test_a_guest_keeps_the_pad(match, emil, frida, now):
    write_all(match, emil, now)
    hand_in(match, frida, now)
    assert result_of(match).entered_seat == FRIDA


def test_the_second_of_two_guests_on_a_pad_is_told(match, emil, frida, now):
    write(match, emil, now)
    with pytest.raises(Stale, match="just written on this pad"):
        write(match, frida, now, version=0)


def test_a_guest_disputes_what_another_entered(match, emil, frida, now):
    acts.enter(match, emil, now)
    disputes.dispute(
        match=acts.row(match), reason="Wrong.", by=frida, expected_version=None, now=now
    )
    assert acts.row(match).status == Match.Status.DISPUTED
    assert AuditEntry.objects.get(action="match.dispute").data["seat"] == FRIDA


def test_a_final_result_is_no_guests_to_dispute(match, emil, frida, bob, now):
    acts.enter(match, emil, now)
    acts.confirm(match, bob, now)
    with pytest.raises(Conflict, match="final"):
        disputes.dispute(
            match=acts.row(match), reason="Wrong.", by=frida, expected_version=None, now=now
        )


def test_a_guest_uploads_no_record(match, emil, now):
    with pytest.raises(Forbidden, match="an account to upload"):
        results.enter(
            match=match,
            submission=UploadedRecord(record={}),
            by=emil,
            expected_version=None,
            now=now,
        )


def everything(match, by, now):
    """Return what a guest could do at a table, each to be refused."""
    return [
        lambda: acts.enter(match, by, now),
        lambda: write(match, by, now),
        lambda: acts.confirm(match, by, now),
        lambda: disputes.dispute(
            match=acts.row(match), reason="Wrong.", by=by, expected_version=None, now=now
        ),
    ]


def refused(match, by, now):
    """Return how much of what a guest could do is refused."""
    count = 0
    for act in everything(match, by, now):
        with pytest.raises(Forbidden):
            act()
        count += 1
    return count


def test_a_guest_does_nothing_at_another_table(session, emil, now):
    other = MatchFactory(session=session, table_number=2, players=PlayerFactory.create_batch(4))
    assert refused(other, emil, now) == 4


def test_a_guest_of_another_match_is_nobody_here(session, match, now):
    seats = list(match.seats.order_by("number"))
    other = MatchFactory(session=session, table_number=2, players=[seat.player for seat in seats])
    guest = Guest(other.code, EMIL, seats[EMIL].player.code)
    assert refused(match, guest, now) == 4


def test_a_guest_who_is_replaced_does_nothing(match, emil, now):
    reseat(match, EMIL, PlayerFactory(name="Gerd"))
    assert refused(match, emil, now) == 4


def test_who_is_replaced_meanwhile_enters_nothing(match, emil, now, monkeypatch):
    read = submissions.read

    def meanwhile(*args, **options):
        reseat(match, EMIL, PlayerFactory(name="Gerd"))
        return read(*args, **options)

    monkeypatch.setattr(submissions, "read", meanwhile)
    with pytest.raises(Stale, match="just taken a seat"):
        acts.enter(match, emil, now)
    assert not Result.objects.exists()


def test_the_end_of_the_session_ends_it(match, emil, session, now):
    Session.objects.filter(pk=session.pk).update(status=Session.Status.CLOSED)
    assert refused(match, emil, now) == 4


def test_the_organisers_end_it(match, emil, event, now):
    Event.objects.filter(pk=event.pk).update(guests_enter=False)
    assert refused(match, emil, now) == 4


def test_nothing_is_entered_in_a_closed_season(match, emil, season, now):
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    with pytest.raises(Conflict):
        acts.enter(match, emil, now)


def test_the_event_is_rebuilt_from_what_guests_did(season, alice, now):
    act = {"by": alice, "now": now}
    event = events.create_event(season=season, name="December", guests_enter=True, **act)
    session = events.create_session(event=event, **act)
    people = PlayerFactory.create_batch(4)
    draws.seat_players(session=session, tables=[people], **act)
    draws.publish(session=session, **act)
    match = session.matches.get()
    first, second = (Guest(match.code, seat, people[seat].code) for seat in (0, 1))
    acts.enter(match, first, now)
    acts.confirm(match, second, now)
    assert rebuilds.differences(event) == []
    [found] = [row for name, row in rebuilds.rebuilt(event).items() if name.startswith("result:")]
    assert (found["entered_seat"], found["confirmed_seat"]) == (0, 1)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_enter_at_once_one_is_told(match, emil, frida, now):
    first, second = acts.row(match), acts.row(match)

    def enter(found, by):
        submission = results.Scores(rounds=acts.ROUNDS)
        return results.enter(
            match=found, submission=submission, by=by, expected_version=None, now=now
        )

    outcomes = at_once(lambda: enter(first, emil), lambda: enter(second, frida))
    assert (len(winners(outcomes)), len(losers(outcomes))) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_at_once_one_is_told(match, emil, frida, bob, now):
    acts.enter(match, bob, now)
    outcomes = at_once(
        lambda: acts.confirm(match, emil, now), lambda: acts.confirm(match, frida, now)
    )
    assert (len(winners(outcomes)), len(losers(outcomes))) == (1, 1)
    assert pads.written(acts.row(match)).version == 0


def test_a_guest_who_hands_in_again_is_known_by_the_seat(match, emil, frida, bob, now):
    digest = write_all(match, emil, now).digest
    hand_in(match, emil, now)
    assert pads.has_handed_in(match, emil, after=0, digest=digest)
    assert not pads.has_handed_in(match, emil, after=1, digest=digest)
    assert not pads.has_handed_in(match, frida, after=0, digest=digest)
    assert not pads.has_handed_in(match, bob, after=0, digest=digest)


def test_other_sheets_of_the_same_seat_are_not_what_was_handed_in(match, emil, now):
    write_all(match, emil, now)
    given = {"dealer": 3, "sheet": {"players": [*SHEET["players"][1:], SHEET["players"][0]]}}
    digest = pads.written(match).digest
    write(match, emil, now, number=3, version=4, given=given)
    hand_in(match, emil, now, version=5)
    assert not pads.has_handed_in(match, emil, after=0, digest=digest)


def test_totals_of_the_same_seat_are_not_what_was_handed_in(match, emil, now):
    digest = write_all(match, emil, now).digest
    acts.enter(match, emil, now)
    assert not pads.has_handed_in(match, emil, after=0, digest=digest)


def test_a_guest_who_confirms_again_is_known_by_the_seat(match, emil, frida, now):
    acts.enter(match, emil, now)
    assert not card_guests.has_confirmed(match, frida, version=1)
    acts.confirm(match, frida, now)
    assert card_guests.has_confirmed(match, frida, version=1)
    assert not card_guests.has_confirmed(match, emil, version=1)
