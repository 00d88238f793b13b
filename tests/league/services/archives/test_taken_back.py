"""An imported list is taken back, but for what has happened since."""

import pytest

from league.models import Event, Match
from league.services.archives import past_results, taken_back
from league.services.base.refusals import Conflict, Forbidden, NotFound
from league.services.corrections import rebuilds, voids
from league.services.seasons import game_ratings, rankings, standings
from tests.league.factories import SeasonFactory

LIST = "".join(
    f"{day}.03.2024;1;1;{name};{score}\n"
    for day in (15, 22)
    for name, score in [("Ada", 12), ("Ben", 6), ("Cleo", day)]
)


@pytest.fixture
def season(club):
    return SeasonFactory(club=club, game="skat")


@pytest.fixture
def act(season, alice, now):
    return {"season": season, "by": alice, "now": now}


@pytest.fixture
def code(act):
    return past_results.import_results(content=LIST.encode(), **act).code


def test_matches_become_void_and_events_are_cancelled(code, act):
    taken_back.undo(code=code, **act)
    assert {match.status for match in Match.objects.all()} == {"void"}
    assert all(event.cancelled_at for event in Event.objects.all())


def test_standings_and_ratings_are_as_before(code, season, act):
    game_ratings.rate_waiting()
    taken_back.undo(code=code, **act)
    game_ratings.rate_waiting()
    assert list(rankings.table(season)) == []
    assert standings.recount(season) == game_ratings.recount(game="skat") == 0


def test_the_log_rebuilds_what_was_taken_back(code, season, act):
    taken_back.undo(code=code, **act)
    assert [rebuilds.differences(event) for event in season.events.all()] == [[], []]


def test_an_event_that_has_changed_since_stays(code, season, alice, now, act):
    first = Match.objects.order_by("pk")[0]
    voids.void(match=first, reason="misread", by=alice, expected_version=1, now=now)
    voids.reopen(match=first, reason="read again", by=alice, now=now)
    brought = taken_back.undo(code=code, **act)
    assert [event.name for event in brought.changed] == ["2024-03-15"]
    assert list(Match.objects.order_by("pk").values_list("status", flat=True)) == ["final", "void"]


def test_a_list_is_taken_back_once(code, act):
    taken_back.undo(code=code, **act)
    with pytest.raises(Conflict, match="already taken back"):
        taken_back.undo(code=code, **act)


def test_a_list_of_which_all_has_changed_stays(code, alice, now, act):
    for match in Match.objects.all():
        voids.void(match=match, reason="misread", by=alice, expected_version=1, now=now)
    with pytest.raises(Conflict, match="Void single matches"):
        taken_back.undo(code=code, **act)


def test_the_list_may_come_again(code, season, act):
    taken_back.undo(code=code, **act)
    past_results.import_results(content=LIST.encode(), **act)
    assert season.events.filter(cancelled_at=None).count() == 2


def test_a_list_of_another_season_is_unknown(code, club, alice, now):
    other = SeasonFactory(club=club)
    with pytest.raises(NotFound):
        taken_back.undo(season=other, code=code, by=alice, now=now)


@pytest.mark.parametrize("who", ["bob", "mallory"])
def test_only_organisers_take_lists_back(code, act, who, request):
    with pytest.raises(Forbidden):
        taken_back.undo(code=code, **act | {"by": request.getfixturevalue(who)})
