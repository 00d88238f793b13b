"""The report of a season as a PDF, read back: what it tells, in which language, and to whom."""

import re
from decimal import Decimal
from itertools import pairwise

import pytest
from django.urls import reverse

from league.models import Event, Handicap, Player, Season
from league.services.seasons import rankings, standings
from league.services.seasons.penalties import penalise
from league.web.seasons import report_charts
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    LeagueFactory,
    PlayerFactory,
    SeasonFactory,
)
from tests.league.ladders import make_ladder
from tests.league.played import evening, people, play
from tests.league.web.events.test_prints import pages

LONG = "Maximiliane-Friederike von und zu Hohenlohe-Waldenburg-Schillingsfürst"


def report(client, season, language="en"):
    """Return the texts of a report's pages, each in one line."""
    address = reverse("web:print-report", args=[season.code])
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return [" ".join(text.split()) for text in pages(answer)]


def all_of(client, season, language="en"):
    return " ".join(report(client, season, language))


@pytest.fixture
def four():
    return people("Ada", "Jürgen Weiß", "Łukasz", "Βασίλης")


@pytest.fixture
def played(season, four):
    for week, scores in enumerate([(30, 20, 10, 0), (5, 60, 6, 1), (4, 3, 2, 1)]):
        play(evening(season, week=week)[0], dict(zip(four, scores, strict=True)))
    return season


def close(season):
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)


def test_first_page_says_who_has_won_what(client, played):
    close(played)
    first = report(client, played)[0]
    assert played.club.name in first
    assert played.name in first
    assert "Mit List und Tücke" in first
    assert "Nov. 20, 2026 – Dec. 4, 2026" in first
    assert re.search(r"1st place Jürgen Weiß 83 points 2nd place Ada 39 points", first)


def test_all_rows_of_the_standings_are_there_as_the_season_has_them(client, played):
    text = all_of(client, played)
    for row in rankings.table(played)[:]:
        line = f"{row.rank} {row.player.name} {row.points:.0f} {row.matches} {row.wins}"
        assert line in text


def test_evenings_records_and_winners_are_told(client, played):
    text = all_of(client, played)
    assert "60 Jürgen Weiß Evening 2 Nov. 27, 2026" in text
    assert "Highest score in a match 60 Jürgen Weiß Evening 2, Session 1, Nov. 27, 2026" in text
    assert "Narrowest win by 1 Ada Evening 3, Session 1, Dec. 4, 2026" in text
    assert "Most wins 2 Ada" in text
    assert "Most faithful player 3 of 3 sessions Ada" in text
    assert "Nov. 20, 2026 Evening 1 4 Ada" in text


def test_course_has_the_names_and_points_at_the_ends_of_lines(client, played):
    first = report(client, played)[0]
    assert "Points of the top 4 after each session" in first
    assert "Jürgen Weiß 83 Ada 39" in first


def test_course_is_drawn_with_lines(client, played):
    answer = client.get(reverse("web:print-report", args=[played.code]))
    assert b"/Subtype /Image" not in answer.content


@pytest.mark.parametrize(
    ("status", "said", "unsaid"),
    [
        ("running", "Not final yet: as of", "Final table"),
        ("closed", "Made on", "Not final yet"),
    ],
)
def test_every_page_says_whether_it_is_final(client, played, status, said, unsaid):
    Season.objects.filter(pk=played.pk).update(status=status)
    found = report(client, played)
    for number, page in enumerate(found, start=1):
        assert said in page
        assert unsaid not in page
        assert f"Page {number} of {len(found)}" in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ["1. Platz", "Abschlusstabelle", "Rekorde", "Beste Abende", "Knappster Sieg mit 1"]),
        ("nl", ["1e plaats", "Eindstand", "Records", "Beste avonden", "Krapste winst met 1"]),
    ],
)
def test_report_speaks_the_visitors_language(client, played, language, words):
    close(played)
    text = all_of(client, played, language)
    assert [word for word in words if word not in text] == []
    assert "Session" not in text


def test_long_names_are_whole_where_they_win(client, season):
    season.name = LONG
    season.save()
    players = people(*(f"{LONG} {number}" for number in range(4)))
    for week in range(2):
        [session] = evening(season, name=f"{LONG} {week}", week=week)
        play(session, dict(zip(players, (9, 8, 7, 6), strict=True)))
    first, second, *_others = report(client, season)
    assert LONG in first
    assert f"{LONG} 0" in first
    assert f"4 {LONG} 3 12 2 0" in second


def test_two_players_have_a_report(client, club):
    season = SeasonFactory(club=club, game="briscola")
    ada, ben = people("Ada", "Ben")
    for week in range(2):
        play(evening(season, week=week, table_size=2)[0], {ada: 61, ben: 59})
    first, second, *_others = report(client, season)
    assert "1st place Ada 122 points 2nd place Ben 118 points" in first
    assert "1 Ada 122 2 2" in second
    assert "Narrowest win by 2 Ada" in second


def test_season_without_a_result_says_so_on_one_page(client, season):
    [page] = report(client, season)
    assert "No result is final yet." in page
    evening(season, "Opening")
    assert "Opening – no result yet" in report(client, season)[1]


@pytest.mark.further
def test_many_players_have_six_pages(client, season):
    [session] = evening(season)
    players = PlayerFactory.create_batch(500)
    season.standings.bulk_create(
        season.standings.model(season=season, player=player, points=number, gross=number, matches=1)
        for number, player in enumerate(players)
    )
    Event.objects.filter(pk=session.event_id).update(name="Masses")
    found = report(client, season)
    assert len(found) <= 6
    text = " ".join(found)
    assert f"1 {players[-1].name} 499 1 0" in text
    assert f"500 {players[0].name} 0 1 0" in text
    assert all(player.name in text for player in players)


def test_erased_players_are_former_players(client, played, four):
    Player.objects.filter(pk=four[1].pk).update(erased_at=NOW)
    text = all_of(client, played)
    assert "Jürgen" not in text
    assert f"1st place Former player {four[1].code[:4]} 83 points" in text


def test_who_shares_a_place_is_on_the_podium_too(client, season, four):
    play(evening(season)[0], dict(zip(four, (9, 9, 2, 1), strict=True)))
    first = report(client, season)[0]
    assert first.count("1st place") == 2
    assert "2nd place" not in first


def test_who_has_no_rank_is_not_on_the_podium(client, played):
    Season.objects.filter(pk=played.pk).update(min_attendance=9)
    first, second, *_others = report(client, played)
    assert "1st place" not in first
    assert "a place takes 9 matches" in second
    assert "– Jürgen Weiß 83 3 1" in second


def test_who_has_no_room_on_the_podium_is_counted(client, season):
    eight = people(*"ABCDEFGH")
    for week in range(2):
        session = evening(season, week=week)[0]
        for four in (eight[:4], eight[4:]):
            play(session, dict.fromkeys(four, 10))
    first, second, *_others = report(client, season)
    assert first.count("1st place") == 5
    assert "and 3 more" in first
    assert "Points of the top 8 after each session" in second


def test_penalties_are_told(client, played, four, alice):
    penalise(season=played, player=four[0], points=Decimal(2), reason="Late", by=alice, now=NOW)
    first, second, *_others = report(client, played)
    assert re.search(r"2 Ada (penalty −2 )?37 3 2", second)
    assert "penalty −2" in second
    assert "count only in the standings, not in this chart" in first


def test_handicaps_are_told(client, played, four):
    event = played.events.order_by("pk").first()
    given = Handicap.objects.create(event=event, player=four[0], points=Decimal(9), set_at=NOW)
    standings.change_handicaps(season=played, added=[given])
    first, second, *_others = report(client, played)
    assert re.search(r"2 Ada (handicap \+9 )?48 3 2", second)
    assert "handicap +9" in second
    assert "count only in the standings, not in this chart" in first


def test_dropped_matches_are_told(client, played):
    Season.objects.filter(pk=played.pk).update(drop_worst=1)
    first, second, *_others = report(client, played)
    assert "the worst match is dropped" in second
    assert "count only in the standings, not in this chart" in first


def test_leagues_have_the_first_of_each_division(client, played, four):
    league = LeagueFactory(club=played.club, name="Linden League")
    division = DivisionFactory(league=league, season=played, name="First division")
    for player in four[:2]:
        EntrantFactory(division=division, player=player)
    text = all_of(client, played)
    assert (
        "Linden League Division # Player or team Points First division 1 Jürgen Weiß 83 2 Ada 39"
        in text
    )


def test_everybody_is_led_there_also_once_it_is_closed(client, played):
    address = reverse("web:print-report", args=[played.code])
    page = reverse("web:season", args=[played.code])
    assert f'href="{address}"' in client.get(page).content.decode()
    close(played)
    assert f'href="{address}"' in client.get(page).content.decode()


def test_a_draft_is_for_organisers(client, as_alice, as_bob, played):
    Season.objects.filter(pk=played.pk).update(status=Season.Status.DRAFT)
    address = reverse("web:print-report", args=[played.code])
    assert client.get(address).status_code == 404
    assert as_bob.get(address).status_code == 404
    assert "Not final yet" in report(as_alice, played)[0]


def test_a_ladder_has_no_report(client, club):
    ladder = make_ladder(club)
    address = reverse("web:print-report", args=[ladder.code])
    assert client.get(address).status_code == 404
    assert address not in client.get(reverse("web:season", args=[ladder.code])).content.decode()


@pytest.mark.parametrize(
    "ends", [[50.0], [50, 51, 52], [100, 100, 100], [0, 0, 0], [99, 50, 98, 97, 1, 0, 100, 52]]
)
def test_names_beside_the_chart_are_apart_and_on_it(ends):
    found = report_charts.spread(ends, 0, 100)
    heights = sorted(found.values())
    assert found.keys() == set(range(len(ends)))
    assert all(below - above >= report_charts.LINE - 1e-9 for above, below in pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= 100


def test_names_that_have_room_stay_at_their_lines():
    assert report_charts.spread([10, 50, 90], 0, 100) == {0: 10, 1: 50, 2: 90}


def test_no_two_lines_look_the_same_without_colours():
    looks = [(dash, mark) for _colour, dash, mark in report_charts.LOOKS]
    assert len({mark for _dash, mark in looks}) == len(looks) == 8
