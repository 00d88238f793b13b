import pytest

from league.models import Match, Seat
from league.services.base import refusals
from league.services.corrections import previews
from league.services.draws import drawing, draws
from league.services.results import results
from league.services.results.results import Scores
from tests.league.draws import register
from tests.league.factories import NOW, SessionFactory


@pytest.fixture
def played(event, alice, scorer):
    """A first session of eight that is over, and the second drawn from it."""
    register(event, 8)
    first = SessionFactory(event=event, number=1, status="draft")
    drawing.draw(session=first, by=alice, now=NOW)
    draws.publish(session=first, by=alice, now=NOW)
    for match in first.matches.order_by("table_number"):
        rounds = Scores(rounds=[[40, 12, 6, 0]] * 4)
        results.enter(match=match, submission=rounds, by=scorer, expected_version=0, now=NOW)
        results.confirm(match=match, by=alice, expected_version=1, now=NOW)
    second = SessionFactory(event=event, number=2, status="draft")
    drawing.draw(session=second, by=alice, now=NOW)
    return second


def preview(match, by, rounds):
    return previews.preview(
        match=match, submission=Scores(rounds=rounds), by=by, expected_version=2, now=NOW
    )


@pytest.fixture
def corrected(event, played):
    return Match.objects.filter(session__event=event, session__number=1).first()


def test_a_correction_that_changes_a_later_draw_says_so(played, corrected, alice):
    found = preview(corrected, alice, [[0, 6, 12, 90]] * 4)
    [later] = found.sessions
    assert (later.session, later.tables, later.played, later.differs) == (played, 2, 0, True)
    assert found.shifts


def test_a_correction_that_changes_no_order_changes_no_draw(played, corrected, alice):
    found = preview(corrected, alice, [[40, 12, 6, 0]] * 4)
    assert [later.differs for later in found.sessions] == [False]
    assert not found.shifts


def test_a_preview_changes_nothing(played, corrected, alice):
    before = list(Seat.objects.order_by("pk").values())
    preview(corrected, alice, [[0, 6, 12, 90]] * 4)
    assert list(Seat.objects.order_by("pk").values()) == before
    assert Match.objects.get(pk=corrected.pk).version == 2


SEEN = {"expected_version": 2, "now": NOW}


def test_a_void_match_that_changes_a_later_draw_says_so(played, corrected, alice):
    found = previews.preview_void(match=corrected, by=alice, **SEEN)
    assert [later.differs for later in found.sessions] == [True]
    there = {seat.player for seat in corrected.seats.all()}
    assert {shift.points_after for shift in found.shifts if shift.player in there} == {None}
    assert Match.objects.get(pk=corrected.pk).status == Match.Status.FINAL


def test_a_forfeit_that_changes_a_later_draw_says_so(played, corrected, alice):
    found = previews.preview_forfeit(match=corrected, seats=[0], by=alice, **SEEN)
    assert [later.differs for later in found.sessions] == [True]
    assert corrected.results.count() == 1


def test_a_forfeit_of_an_open_match_tells_of_what_was_drawn_without_it(event, alice, scorer):
    register(event, 8)
    first, second = (SessionFactory(event=event, number=one, status="draft") for one in (1, 2))
    drawing.draw(session=first, by=alice, now=NOW)
    draws.publish(session=first, by=alice, now=NOW)
    drawing.draw(session=second, by=alice, now=NOW)
    seen = {"expected_version": None, "now": NOW}
    found = previews.preview_forfeit(match=first.matches.first(), seats=[0], by=alice, **seen)
    assert [later.session for later in found.sessions] == [second]


def test_only_organisers_look_at_what_they_alone_may_do(played, corrected, bob):
    with pytest.raises(refusals.Forbidden):
        previews.preview_void(match=corrected, by=bob, **SEEN)


def test_a_draw_by_hand_is_not_drawn_again(played, corrected, alice):
    people = [row.player for row in played.event.registrations.all()]
    draws.seat_players(session=played, tables=[people[:4], people[4:]], by=alice, now=NOW)
    found = preview(corrected, alice, [[0, 6, 12, 90]] * 4)
    assert [later.differs for later in found.sessions] == [None]
