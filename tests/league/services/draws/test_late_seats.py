"""Latecomers: who can take a seat of a published draw, where, at what price, and what is noted."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Bye, Event, Match, Registration, ScorePad, Session
from league.services.base.refusals import Conflict, Forbidden, Stale
from league.services.corrections import rebuilds
from league.services.draws import drawing, draws, late_seats, pairings
from league.services.events import events
from league.services.registration import registrations
from league.services.results import results
from tests.league.draws import register, tables
from tests.league.factories import NOW, BotFactory, EventFactory, PlayerFactory


def published(event, by, count=8, **plan):
    """Return a session of so many players whose draw is published."""
    for _number in range(count):
        registrations.register(event=event, player=PlayerFactory(), by=by, now=NOW)
    session = events.create_session(event=event, by=by, now=NOW)
    drawing.draw(session=session, by=by, now=NOW)
    return draws.publish(session=session, by=by, now=NOW)


@pytest.fixture
def evening(season, alice):
    return events.create_event(season=season, name="December", by=alice, now=NOW)


@pytest.fixture
def drawn(evening, alice):
    return published(evening, alice)


@pytest.fixture
def late(evening, drawn, alice):
    player = PlayerFactory(name="Late")
    registrations.register(event=evening, player=player, by=alice, now=NOW)
    return player


def offers(session, player, by):
    return late_seats.offers(session=session, player=player, by=by)


def seat(match, player, by):
    return late_seats.seat(match=match, player=player, by=by, now=NOW)


def test_a_latecomer_takes_the_last_seat_of_a_table(drawn, late, alice):
    before = tables(drawn)
    offer = offers(drawn, late, alice)[0]
    seat(offer.match, late, alice)
    [grown] = [table for table in tables(drawn) if late in table]
    assert grown == list(offer.players)
    assert [table for table in tables(drawn) if table != grown] == [
        table for table in before if table != grown[:-1]
    ]


def test_an_offer_changes_nothing(drawn, late, alice):
    before = tables(drawn)
    assert len(offers(drawn, late, alice)) == 2
    assert tables(drawn) == before
    assert late in {row.player for row in late_seats.latecomers(drawn)}


def test_an_offer_says_which_rule_it_breaks(drawn, late, alice, evening):
    foe = tables(drawn)[0][0]
    pairings.set_pairs(event=evening, together=[], apart=[(foe, late)], by=alice, now=NOW)
    best, worst = offers(drawn, late, alice)
    assert (best.match.table_number, worst.match.table_number) == (2, 1)
    assert best.price["breaches"] == []
    assert [breach["code"] for breach in worst.price["breaches"]] == ["apart"]


def test_taking_any_seat_is_no_rule_that_is_mended(drawn, late, alice):
    assert {
        one["code"] for offer in offers(drawn, late, alice) for one in offer.price["mended"]
    } == set()


def test_a_latecomer_is_there_from_this_session_on(drawn, late, alice, evening):
    seat(offers(drawn, late, alice)[0].match, late, alice)
    row = evening.registrations.get(player=late)
    assert (row.first_session, row.checked_in_at) == (1, NOW)
    assert not late_seats.latecomers(drawn).exists()


def test_who_was_not_checked_in_when_it_was_drawn_can_come_late(evening, alice):
    for player in register(evening, 9)[:8]:
        Registration.objects.filter(player=player).update(checked_in_at=NOW)
    session = events.create_session(event=evening, by=alice, now=NOW)
    drawing.draw(session=session, checked_in_only=True, by=alice, now=NOW)
    draws.publish(session=session, by=alice, now=NOW)
    [row] = late_seats.latecomers(session)
    seat(offers(session, row.player, alice)[0].match, row.player, alice)
    assert sorted(map(len, tables(session))) == [4, 5]


def test_the_draw_says_what_the_table_costs_now(drawn, late, alice):
    match = offers(drawn, late, alice)[0].match
    others = [one for one in drawn.explanation["tables"] if one["table"] != match.table_number]
    seat(match, late, alice)
    drawn.refresh_from_db()
    told = drawn.explanation["tables"]
    assert [one for one in told if one["table"] != match.table_number] == others
    assert drawn.explanation["total"] == sum(one["total"] for one in told)
    assert [one["table"] for one in told] == [1, 2]


def test_the_log_rebuilds_a_late_seat(drawn, late, alice, evening):
    seat(offers(drawn, late, alice)[0].match, late, alice)
    assert rebuilds.differences(evening) == []
    assert late.code in str(rebuilds.rebuilt(evening))


def test_a_table_with_a_result_has_no_place(drawn, late, alice, evening):
    entered = drawn.matches.get(table_number=1)
    results.enter(
        match=entered,
        submission=results.Scores([[4, 3, 2, 1]] * 4),
        by=alice,
        expected_version=None,
        now=NOW,
    )
    assert [offer.match.table_number for offer in offers(drawn, late, alice)] == [2]
    with pytest.raises(Conflict, match="no place any more"):
        seat(entered, late, alice)
    assert late_seats.latecomers(drawn).count() == 1
    assert evening.registrations.get(player=late).first_session == 2


def test_a_table_that_has_written_a_deal_has_no_place(drawn, late, alice):
    [first, *others] = (offer.match for offer in offers(drawn, late, alice))
    rounds = [{"dealer": 0, "redeal": True}]
    ScorePad.objects.create(match=first, rounds=rounds, written_by=alice, written_at=NOW)
    assert [offer.match for offer in offers(drawn, late, alice)] == others
    with pytest.raises(Conflict, match="no place any more"):
        seat(first, late, alice)


def test_a_full_table_has_no_place(season, alice):
    event = events.create_event(season=season, name="Big", table_size=6, by=alice, now=NOW)
    session = published(event, alice, 6)
    [late] = register(event, 1)
    assert offers(session, late, alice) == []


def test_a_table_of_bots_has_no_place(draft, event, alice):
    people, bots = register(event, 4), [BotFactory(builtin="greedy")] * 4
    draws.seat_players(session=draft, tables=[people, bots], by=alice, now=NOW)
    draws.publish(session=draft, by=alice, now=NOW)
    [late] = register(event, 1)
    assert [offer.match.table_number for offer in offers(draft, late, alice)] == [1]


def test_partners_take_nobody_in(club, alice):
    event = EventFactory(season__club=club, season__game="truco", fill="byes")
    session = published(event, alice, 4)
    [late] = register(event, 1)
    assert offers(session, late, alice) == []


def test_who_has_a_seat_a_bye_or_no_place_is_no_latecomer(drawn, late, alice, evening):
    seated, stranger = tables(drawn)[0][0], PlayerFactory()
    Bye.objects.create(session=drawn, player=late)
    match = drawn.matches.first()
    for player in (seated, stranger, late):
        with pytest.raises(Conflict, match="no place in this event, or is already in this draw"):
            seat(match, player, alice)


@pytest.mark.parametrize(
    ("status", "draw"),
    [("draft", "swiss"), ("closed", "swiss"), ("published", "knockout"), ("published", "online")],
)
def test_late_seats_are_given_in_published_draws_alone(drawn, late, alice, status, draw):
    Session.objects.filter(pk=drawn.pk).update(status=status)
    Event.objects.filter(pk=drawn.event.pk).update(draw=draw)
    match = Match.objects.select_related("session__event__season__club").filter(session=drawn)[0]
    with pytest.raises(Conflict):
        seat(match, late, alice)
    assert not late_seats.latecomers(match.session).exists()


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_seat_latecomers(drawn, late, who, request):
    by = request.getfixturevalue(who)
    with pytest.raises(Forbidden):
        offers(drawn, late, by)
    with pytest.raises(Forbidden):
        seat(drawn.matches.first(), late, by)


def test_a_result_read_before_somebody_sat_down_is_stale(drawn, late, alice, monkeypatch):
    match = offers(drawn, late, alice)[0].match
    read = results.submissions.read

    def slowly(*args, **options):
        found = read(*args, **options)
        seat(match, late, alice)
        return found

    monkeypatch.setattr(results.submissions, "read", slowly)
    mine = Match.objects.get(pk=match.pk)
    with pytest.raises(Stale, match="taken a seat"):
        results.enter(
            match=mine,
            submission=results.Scores([[4, 3, 2, 1]] * 4),
            by=alice,
            expected_version=None,
            now=NOW,
        )
    assert not mine.results.exists()


def test_offers_cost_the_same_for_any_number_of_tables(season, alice):
    counts = []
    for tables_wanted in (2, 6):
        event = EventFactory(season=season)
        session = published(event, alice, 4 * tables_wanted)
        [late] = register(event, 1)
        with CaptureQueriesContext(connection) as found:
            assert len(offers(session, late, alice)) == tables_wanted
        counts.append(len(found))
    assert counts[0] == counts[1]
