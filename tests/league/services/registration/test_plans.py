"""Events as they are planned: settings, venues, changes, cancelling."""

from datetime import UTC, datetime, timedelta

import pytest

import games
from league.models import AuditEntry, Event, Job, Match, Venue
from league.services.base import formats
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.clubs import venues
from league.services.corrections import rebuilds, voids
from league.services.draws import draws
from league.services.events import attendance, events
from tests.league.factories import (
    BotFactory,
    ClubFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    RegistrationFactory,
    ResultFactory,
    SeasonFactory,
    VenueFactory,
)

HOUR = timedelta(hours=1)


@pytest.fixture
def linde(club):
    """A venue with ten tables."""
    return VenueFactory(club=club, name="Linde", tables=10)


@pytest.fixture
def plan(season, alice, now):
    """Return a function that creates an event of a plan."""

    def create(name="December", **wanted):
        return events.create_event(season=season, name=name, by=alice, now=now, **wanted)

    return create


def change(event, by, now, **changes):
    return events.describe_event(event=event, by=by, now=now, **changes)


def test_a_plan_is_stored_and_noted(plan, linde, now):
    wanted = {"venue": linde, "starts_at": now, "capacity": 40, "table_size": 4, "draw": "movement"}
    event = plan(**wanted)
    event.refresh_from_db()
    assert {field: getattr(event, field) for field in wanted} == wanted
    data = AuditEntry.objects.get(event=event).data
    assert (data["venue"], data["seed"]) == (linde.code, event.seed)
    assert data["starts_at"] == now.isoformat()


FAR = datetime(2200, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"ends_at": 1}, "starts_at"),
        ({"starts_at": 1, "ends_at": 1}, "ends_at"),
        ({"starts_at": 1, "closes_at": 2}, "closes_at"),
        ({"starts_at": FAR}, "starts_at"),
        ({"capacity": 3}, "capacity"),
        ({"capacity": 4001}, "capacity"),
        ({"table_size": 3}, "table_size"),
        ({"planned_sessions": 0}, "planned_sessions"),
        ({"draw": "lots"}, "draw"),
        ({"fill": "dummies"}, "fill"),
        ({"fill": "bots"}, "fill"),
    ],
)
def test_what_is_wrong_with_a_plan_is_named(plan, now, wrong, field):
    wanted = {
        name: now + value * HOUR if name.endswith("_at") and value is not FAR else value
        for name, value in wrong.items()
    }
    with pytest.raises(Invalid) as refused:
        plan(**wanted)
    assert list(refused.value.errors) == [field]
    assert not Event.objects.exists()


def test_all_that_is_wrong_is_named_at_once(plan):
    with pytest.raises(Invalid) as refused:
        plan(capacity=1, table_size=9, draw="lots")
    assert set(refused.value.errors) == {"capacity", "table_size", "draw"}


def test_a_venue_is_the_clubs_own(plan):
    with pytest.raises(Invalid) as refused:
        plan(venue=VenueFactory(club=ClubFactory()))
    assert list(refused.value.errors) == ["venue"]


def test_at_skat_the_dealer_may_sit_out():
    assert formats.sizes(games.get("skat")) == (3, 4)
    assert formats.sizes(games.get("loo")) == (5, 6, 7, 8, 9, 10)


@pytest.mark.parametrize(
    ("capacity", "hours", "fits"),
    [(24, 3, True), (28, 3, False), (28, 4, True), (None, 3, False), (None, -4, True)],
)
def test_events_share_the_tables_of_a_venue(  # noqa: PLR0917
    plan, linde, now, capacity, hours, fits
):
    first = plan("First", venue=linde, starts_at=now, capacity=16, table_size=4)
    second = {"venue": linde, "starts_at": now + hours * HOUR, "capacity": capacity}
    if fits:
        assert plan("Second", **second).venue == linde
        return
    with pytest.raises(Conflict, match="“Second” and “First” are at Linde") as refused:
        plan("Second", **second)
    assert refused.value.current == first


def test_a_venue_may_have_any_number_of_tables(plan, linde, now):
    Venue.objects.update(tables=None)
    assert (
        plan("First", venue=linde, starts_at=now).pk != plan("Next", venue=linde, starts_at=now).pk
    )


def test_a_cancelled_event_frees_its_tables(plan, linde, alice, now):
    first = plan("First", venue=linde, starts_at=now)
    events.cancel_event(event=first, reason="Flood", by=alice, now=now)
    assert plan("Second", venue=linde, starts_at=now).venue == linde


def test_a_venue_too_small_is_named(plan, linde, now):
    with pytest.raises(Invalid, match="Linde has only 10 tables"):
        plan(venue=linde, starts_at=now, capacity=44, table_size=4)


def test_an_event_is_described(event, alice, now):
    changed = change(event, alice, now, name=" Cup ", capacity=20)
    assert (changed.name, changed.capacity, changed.draw) == ("Cup", 20, "swiss")
    assert AuditEntry.objects.get(event=event).data["capacity"] == 20


def test_what_stays_is_not_noted(event, alice, now):
    change(event, alice, now, name=event.name)
    assert not AuditEntry.objects.exists()


def test_a_name_is_changed_to_a_free_one(event, alice, now):
    EventFactory(season=event.season, name="Cup")
    with pytest.raises(Invalid) as refused:
        change(event, alice, now, name="Cup")
    assert list(refused.value.errors) == ["name"]


def test_members_describe_and_cancel_nothing(event, bob, now):
    with pytest.raises(Forbidden):
        change(event, bob, now, name="Cup")
    with pytest.raises(Forbidden):
        events.cancel_event(event=event, reason="x", by=bob, now=now)


def test_weights_of_draws_are_changed_and_noted(event, alice, now):
    assert change(event, alice, now, weights={"gap": 0, "group": 200_000}).weights["gap"] == 0
    assert AuditEntry.objects.get(event=event).data["weights"] == {"gap": 0, "group": 200_000}


@pytest.mark.parametrize("wrong", [{"gap": -1}, {"gap": 200_001}, {"gap": True}, {"luck": 1}])
def test_weights_out_of_bounds_are_named(event, alice, now, wrong):
    with pytest.raises(Invalid) as refused:
        change(event, alice, now, weights={"seat": 1} | wrong)
    assert list(refused.value.errors) == [f"weights.{name}" for name in wrong]


def test_a_capacity_leaves_nobody_out(event, alice, now):
    RegistrationFactory.create_batch(5, event=event)
    with pytest.raises(Invalid, match="5 players already have a place"):
        change(event, alice, now, capacity=4)


def test_a_new_time_needs_tables(event, linde, alice, now):
    EventFactory(season=event.season, venue=linde, starts_at=now)
    change(event, alice, now, venue=linde, starts_at=now + 4 * HOUR)
    with pytest.raises(Conflict, match="at the same time, and it does"):
        change(event, alice, now, starts_at=now + HOUR)


def test_a_new_time_needs_players(event, bob, alice, now):
    other = EventFactory(season=event.season, name="Cup", starts_at=now)
    for one in (event, other):
        RegistrationFactory(event=one, player=bob.player)
    with pytest.raises(Conflict, match="Bob is registered for “Cup”"):
        change(event, alice, now, starts_at=now)
    assert change(event, alice, now, starts_at=now, force=True).starts_at == now


def test_a_cancelled_event_says_why(event, alice, now):
    cancelled = events.cancel_event(event=event, reason="Flood", by=alice, now=now)
    assert (cancelled.cancelled_at, cancelled.cancelled_because) == (now, "Flood")
    with pytest.raises(Conflict, match="cancelled"):
        change(event, alice, now, name="Cup")


def test_matches_of_a_cancelled_event_wait_for_nothing(match, alice, now):
    events.cancel_event(event=match.session.event, reason="Flood", by=alice, now=now)
    match.refresh_from_db()
    assert match.status == Match.Status.VOID


def test_an_event_with_results_is_not_cancelled(match, bob, alice, now):
    ResultFactory(match=match, entered_by=bob)
    other = MatchFactory(session=match.session)
    with pytest.raises(Conflict, match="This event already has results, so you"):
        events.cancel_event(event=match.session.event, reason="Flood", by=alice, now=now)
    other.refresh_from_db()
    assert other.status == Match.Status.OPEN


def test_an_event_is_cancelled_for_a_reason(event, alice, now):
    with pytest.raises(Invalid) as refused:
        events.cancel_event(event=event, reason=" ", by=alice, now=now)
    assert list(refused.value.errors) == ["reason"]


def test_a_cancelled_event_takes_no_session(event, alice, now):
    events.cancel_event(event=event, reason="Flood", by=alice, now=now)
    with pytest.raises(Conflict, match="cancelled"):
        events.create_session(event=event, by=alice, now=now)


def cancel(event, by, now):
    return events.cancel_event(event=event, reason="Flood", by=by, now=now)


def reinstate(event, by, now, **options):
    return events.reinstate_event(event=event, by=by, now=now, **options)


def test_a_reinstated_event_is_as_before(event, alice, now):
    cancel(event, alice, now)
    back = reinstate(event, alice, now)
    assert (back.cancelled_at, back.cancelled_because) == (None, "")
    assert change(event, alice, now, name="Cup").name == "Cup"


def test_matches_of_a_reinstated_event_are_open_again(match, alice, now):
    void = MatchFactory(session=match.session, players=PlayerFactory.create_batch(4))
    voids.void(match=void, reason="no cards", by=alice, expected_version=None, now=now - HOUR)
    cancel(match.session.event, alice, now)
    reinstate(match.session.event, alice, now + HOUR)
    found = dict(Match.objects.values_list("pk", "status"))
    assert found == {match.pk: Match.Status.OPEN, void.pk: Match.Status.VOID}


def test_bots_play_the_matches_of_a_reinstated_event(draft, alice, now):
    bots = BotFactory.create_batch(4)
    draws.seat_players(session=draft, tables=[bots], by=alice, now=now)
    draws.publish(session=draft, by=alice, now=now)
    Job.objects.update(status=Job.Status.DONE)
    cancel(draft.event, alice, now)
    reinstate(draft.event, alice, now)
    assert Job.objects.get().status == Job.Status.WAITING


def test_the_log_of_a_reinstated_event_rebuilds_it(event, alice, now):
    session = events.create_session(event=event, by=alice, now=now)
    tables = [PlayerFactory.create_batch(4) for _ in range(2)]
    draws.seat_players(session=session, tables=tables, by=alice, now=now)
    draws.publish(session=session, by=alice, now=now)
    cancel(event, alice, now)
    assert rebuilds.differences(event) == []
    reinstate(event, alice, now)
    assert AuditEntry.objects.filter(event=event, action="event.reinstate").exists()
    assert rebuilds.differences(event) == []


def test_only_a_cancelled_event_is_reinstated(event, alice, now):
    with pytest.raises(Conflict, match="not cancelled"):
        reinstate(event, alice, now)


def test_members_reinstate_nothing(event, alice, bob, now):
    cancel(event, alice, now)
    with pytest.raises(Forbidden):
        reinstate(event, bob, now)


def test_a_closed_season_takes_no_event_back(event, alice, now):
    cancel(event, alice, now)
    event.season.change_status("closed")
    with pytest.raises(Conflict, match="closed"):
        reinstate(event, alice, now)


def test_an_event_whose_tables_are_taken_stays_cancelled(plan, linde, alice, now):
    first = plan("First", venue=linde, starts_at=now)
    cancel(first, alice, now)
    plan("Second", venue=linde, starts_at=now)
    with pytest.raises(Conflict, match="at the same time, and it does"):
        reinstate(first, alice, now)
    assert Event.objects.get(pk=first.pk).cancelled_at == now


def test_players_of_a_reinstated_event_are_nowhere_else(event, alice, bob, now):
    Event.objects.update(starts_at=now)
    RegistrationFactory(event=event, player=bob.player)
    cancel(event, alice, now)
    other = EventFactory(season=event.season, starts_at=now)
    RegistrationFactory(event=other, player=bob.player)
    with pytest.raises(Conflict, match=f"Bob is registered for “{other.name}”"):
        reinstate(event, alice, now)
    assert reinstate(event, alice, now, force=True).cancelled_at is None


def test_a_place_freed_while_an_event_was_cancelled_is_given(event, alice, bob, now):
    Event.objects.update(capacity=4)
    rows = RegistrationFactory.create_batch(4, event=event)
    waiting = RegistrationFactory(event=event, player=bob.player, status="waiting")
    cancel(event, alice, now)
    attendance.withdraw(registration=rows[0], by=alice, now=now)
    reinstate(event, alice, now)
    waiting.refresh_from_db()
    assert waiting.status == "registered"


def test_a_cancelled_event_publishes_no_draw(draft, alice, now):
    draws.seat_players(session=draft, tables=[PlayerFactory.create_batch(4)], by=alice, now=now)
    cancel(draft.event, alice, now)
    with pytest.raises(Conflict, match="cancelled"):
        draws.publish(session=draft, by=alice, now=now)


def test_a_venue_is_created_and_noted(club, alice, now):
    venue = venues.create_venue(club=club, name=" Zur  Linde ", tables=9, by=alice, now=now)
    assert (venue.name, venue.tables) == ("Zur Linde", 9)
    assert AuditEntry.objects.get().subject == f"venue:{venue.code}"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"name": ""}, "name"), ({"address": "x" * 501}, "address"), ({"tables": 0}, "tables")],
)
def test_what_is_wrong_with_a_venue_is_named(club, alice, now, wrong, field):
    with pytest.raises(Invalid) as refused:
        venues.create_venue(**({"name": "Inn"} | wrong), club=club, by=alice, now=now)
    assert list(refused.value.errors) == [field]


def test_a_venue_is_described(linde, alice, now):
    venues.describe_venue(venue=linde, tables=None, by=alice, now=now)
    linde.refresh_from_db()
    assert (linde.name, linde.tables) == ("Linde", None)


def test_a_name_of_a_venue_is_taken_once(linde, alice, now):
    with pytest.raises(Invalid) as refused:
        venues.create_venue(club=linde.club, name="Linde", by=alice, now=now)
    assert list(refused.value.errors) == ["name"]


def test_members_make_no_venues(club, linde, bob, now):
    with pytest.raises(Forbidden):
        venues.create_venue(club=club, name="Inn", by=bob, now=now)
    with pytest.raises(Forbidden):
        venues.describe_venue(venue=linde, name="Inn", by=bob, now=now)


def test_a_skat_event_plans_with_tables_of_four(alice, club, now):
    season = SeasonFactory(club=club, game="skat")
    event = events.create_event(season=season, name="x", table_size=4, by=alice, now=now)
    assert event.table_size == 4


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"draw": Event.Draw.SWISS}, "only sit down at online tables"),
        ({"draw": Event.Draw.ONLINE, "play_now": True}, "where Play now leads"),
    ],
)
def test_remote_bots_sit_at_online_tables_to_which_play_now_does_not_lead(
    season, alice, now, plan, said
):
    with pytest.raises(Invalid, match=said) as refused:
        events.create_event(
            season=season, name="Bots", takes_remote_bots=True, by=alice, now=now, **plan
        )
    assert list(refused.value.errors) == ["takes_remote_bots"]
