"""The standings say what decided between equal points, and by how much."""

import pytest
from django.utils import translation

from league.services.results import results
from league.services.seasons import rankings
from league.web.seasons.ties import ties_of
from tests.league.factories import (
    NOW,
    MatchFactory,
    PlayerFactory,
    ResultFactory,
    SeasonFactory,
    SessionFactory,
)

PLAYED = [([6, 0, 1, 1], [1, 4, 2, 2]), ([0, 3, 2, 2], [4, 1, 2, 2]), ([0, 3, 2, 2], [4, 1, 2, 2])]


def season_of(club, *tie_breaks, **rules):
    """Return a season in which Bob has 6 points from one match, Dora 6 from two."""
    season = SeasonFactory(club=club, tie_breaks=list(tie_breaks), **rules)
    players = [PlayerFactory(name=name) for name in ("Bob", "Dora", "Emil", "Frida")]
    session = SessionFactory(event__season=season)
    for totals, places in PLAYED:
        match = MatchFactory(session=session, players=players)
        ResultFactory(match=match, source="played", totals=totals, places=places)
        results.finalise(match_ids=[match.pk], now=NOW)
    return season


@pytest.mark.parametrize(
    ("tie_break", "words"),
    [
        ("wins", "more matches won: 2 to 1"),
        ("best", "best single match: 6 to 3"),
        ("direct", "head-to-head matches: 1 to −1"),
        ("lot", "drawing lots"),
    ],
)
def test_what_decided_is_said_with_the_numbers(club, tie_break, words):
    table = rankings.table(season_of(club, tie_break))
    assert ties_of(table, table[:2]) == {2: words}


def test_who_was_never_at_a_place_has_0_there(club):
    """Places are compared number by number, and who has no worse place has fewer numbers."""
    season = SeasonFactory(club=club, tie_breaks=["places"], points_rule="sum")
    players = [PlayerFactory(name=name) for name in ("Bob", "Dora", "Emil", "Frida")]
    session = SessionFactory(event__season=season)
    for seated, totals, places in (
        (players, [6, 0, 6, 0], [1, 3, 1, 3]),
        ([players[0], players[1], players[3]], [0, 9, 9], [3, 1, 1]),
    ):
        match = MatchFactory(session=session, players=seated)
        ResultFactory(match=match, source="played", totals=totals, places=places)
        results.finalise(match_ids=[match.pk], now=NOW)
    table = rankings.table(season)
    behind = next(row for row in table if row.player.name == "Emil")
    assert ties_of(table, table[:])[behind.number] == "better places, the best first: 1 to 0"


def test_who_has_fewer_points_is_behind_by_them(club):
    table = rankings.table(season_of(club, "wins"))
    assert 3 not in ties_of(table, table[:])


def test_a_part_of_the_table_says_what_the_whole_does(club):
    table = rankings.table(season_of(club, "wins"))
    assert ties_of(table, table[1:2]) == {2: "more matches won: 2 to 1"}


def test_page_and_print_say_it(client, club):
    season = season_of(club, "wins")
    assert "more matches won: 2 to 1" in client.get(f"/seasons/{season.code}/").content.decode()
    with translation.override("de"):
        table = rankings.table(season)
        assert ties_of(table, table[:])[2].endswith("2 zu 1")


def test_who_has_no_rank_has_none_on_the_page(client, club):
    season = season_of(club, "wins", min_attendance=9)
    page = client.get(f"/seasons/{season.code}/").content.decode()
    assert ">None<" not in page
    assert page.count('<td class="rank">–</td>') == 4
