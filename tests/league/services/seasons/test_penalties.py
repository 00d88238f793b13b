from decimal import Decimal

import pytest

from league.models import AuditEntry, Penalty, Season, Standing
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.seasons import penalties, seasons, standings
from tests.league.factories import EventFactory, SeasonFactory
from tests.league.services import acts


@pytest.fixture
def final(match, bob, dora, now):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    return match


def penalise(season, player, by, now, **changes):
    asked = {"points": Decimal("2.5"), "reason": "late"} | changes
    return penalties.penalise(season=season, player=player, by=by, now=now, **asked)


def of(season, player):
    row = Standing.objects.get(season=season, player=player)
    return row.points, row.penalty, row.matches


def test_a_penalty_takes_points(  # noqa: PLR0917
    final, season, event, bob, alice, now
):
    penalise(season, bob.player, alice, now, event=event)
    assert of(season, bob.player) == (Decimal("45.5"), Decimal("2.5"), 1)


def test_who_has_not_played_can_be_penalised(season, bob, alice, now):
    penalise(season, bob.player, alice, now)
    assert of(season, bob.player) == (Decimal("-2.5"), Decimal("2.5"), 0)


def test_a_revoked_penalty_gives_the_points_back(final, season, bob, alice, now):
    penalty = penalise(season, bob.player, alice, now)
    penalties.revoke(penalty=penalty, reason="train was late", by=alice, now=now)
    assert of(season, bob.player) == (48, 0, 1)


def test_a_penalty_is_revoked_once(season, bob, alice, now):
    penalty = penalise(season, bob.player, alice, now)
    stale = Penalty.objects.get(pk=penalty.pk)
    penalties.revoke(penalty=penalty, reason="train was late", by=alice, now=now)
    with pytest.raises(Conflict):
        penalties.revoke(penalty=stale, reason="train was late", by=alice, now=now)
    assert of(season, bob.player)[0] == 0


def test_penalties_are_part_of_a_recount(final, season, bob, alice, now):
    penalise(season, bob.player, alice, now)
    assert standings.recount(season) == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"points": Decimal(0)}, "points"),
        ({"points": Decimal(-1)}, "points"),
        ({"points": Decimal(10001)}, "points"),
        ({"points": Decimal("0.0001")}, "points"),
        ({"points": Decimal("1.0001")}, "points"),
        ({"points": Decimal("NaN")}, "points"),
        ({"reason": " "}, "reason"),
    ],
)
def test_a_wrong_penalty_names_the_field(  # noqa: PLR0917
    season, bob, alice, now, changes, field
):
    with pytest.raises(Invalid) as refused:
        penalise(season, bob.player, alice, now, **changes)
    assert list(refused.value.errors) == [field]
    assert not Standing.objects.exists()


@pytest.mark.parametrize("points", [Decimal("0.001"), Decimal(10000)])
def test_the_least_and_the_most_that_can_be_taken(season, bob, alice, now, points):
    assert penalise(season, bob.player, alice, now, points=points).points == points


def test_an_event_of_another_season_is_refused(season, bob, alice, now):
    with pytest.raises(Invalid) as refused:
        penalise(season, bob.player, alice, now, event=EventFactory())
    assert list(refused.value.errors) == ["event"]


def test_a_ladder_has_no_penalties(club, bob, alice, now):
    ladder = SeasonFactory(club=club, kind="ladder", table_size=4)
    with pytest.raises(Conflict):
        penalise(ladder, bob.player, alice, now)


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_penalise(season, bob, now, who, request):
    with pytest.raises(Forbidden):
        penalise(season, bob.player, request.getfixturevalue(who), now)


def test_a_penalty_is_noted_with_its_event(season, event, bob, alice, now):
    penalise(season, bob.player, alice, now, event=event)
    entry = AuditEntry.objects.get(action="penalty.give")
    assert entry.event == event
    assert entry.data == {"player": bob.player.code, "points": "2.5", "reason": "late"}


def test_a_season_closed_meanwhile_keeps_its_penalties(season, bob, alice, now):
    given = penalise(season, bob.player, alice, now)
    as_read = Season.objects.get(pk=season.pk)
    seasons.close_season(season=season, by=alice, now=now)
    with pytest.raises(Conflict):
        penalise(as_read, bob.player, alice, now)
    given.season = as_read
    with pytest.raises(Conflict):
        penalties.revoke(penalty=given, reason="was on time", by=alice, now=now)
    assert of(season, bob.player)[1] == Decimal("2.5")
