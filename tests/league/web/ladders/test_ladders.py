"""Pages of ladders: what they show, to whom, at what cost, and what their forms do."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Match, Rating, Season
from league.services.ladders import duplicates
from tests.league.factories import BotFactory
from tests.league.ladders import (
    by_key,
    finish,
    later,
    make_ladder,
    make_version,
    open_tables,
    play_to_end,
    rate_player,
)


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def text(response):
    return response.content.decode()


def test_club_lists_its_ladders_with_their_bots(client, ladder):
    shown = text(client.get(page("club", "linde")))
    assert page("season", ladder.code) in shown
    assert "5 bots play" in shown


def test_leaderboard_shows_ratings_with_their_intervals(client, ladder, rated):
    shown = text(client.get(page("season", ladder.code)))
    best = Rating.objects.order_by("-ordinal").first()
    assert f"{best.mu:.1f}" in shown
    assert f"{best.skill.low:.1f} – {best.skill.high:.1f}" in shown
    assert shown.count('class="interval__bar"') == 5


def test_ladder_tells_what_is_under_way(client, ladder, rated):
    assert "1 table is being played: 0 of 4 matches are finished." in text(
        client.get(page("season", ladder.code))
    )


def test_ladder_tells_why_the_latest_tables(client, ladder, rated):
    shown = text(client.get(page("season", ladder.code)))
    assert shown.count('class="reasons"') == 8
    assert page("duplicate", rated.code) in shown


def test_fragment_polls_only_while_the_ladder_runs(client, ladder):
    address, headers = page("season", ladder.code), {"HX-Request": "true"}
    running = text(client.get(address, headers=headers))
    assert "every 5s" in running
    assert "<html" not in running
    Season.objects.update(status=Season.Status.CLOSED)
    assert "every 5s" not in text(client.get(address, headers=headers))


def test_who_has_left_is_shown_on_demand(client, ladder):
    gone = rate_player(ladder, BotFactory(name="Gone"), is_active=False).player
    address = page("season", ladder.code)
    assert gone.name not in text(client.get(address))
    assert gone.name in text(client.get(address, {"all": "yes"}))


@pytest.fixture
def quarantined(ladder, carol):
    version = make_version(carol, status="quarantined")
    return rate_player(ladder, version.player, is_active=False).player


@pytest.fixture
def leaderboard_and_player(ladder, quarantined):
    """Return a function that gives what a client sees of a bot in quarantine."""
    addresses = [
        page("season", ladder.code) + "?all=yes",
        page("ladder-player", ladder.code, quarantined.code),
    ]
    return lambda client: [text(client.get(address)) for address in addresses]


@pytest.mark.parametrize("name", ["alice", "mallory"])
def test_others_see_that_a_bot_is_not_matched_but_not_why(
    request, client_of, name, leaderboard_and_player
):
    for shown in leaderboard_and_player(client_of(request.getfixturevalue(name))):
        assert "gets no tables at the moment" in shown
        assert "quarantine" not in shown


def test_an_author_sees_what_became_of_a_version(as_carol, leaderboard_and_player):
    for shown in leaderboard_and_player(as_carol):
        assert '<span class="status">quarantined</span>' in shown


def test_a_version_that_left_looks_like_one_in_quarantine(client, ladder, carol):
    left = rate_player(ladder, make_version(carol).player, is_active=False).player
    shown = text(client.get(page("ladder-player", ladder.code, left.code)))
    assert "gets no tables at the moment" in shown


def test_a_draft_ladder_is_for_organisers(as_alice, as_bob, ladder, rated):
    Season.objects.update(status=Season.Status.DRAFT)
    player = ladder.ratings.first().player.code
    for address in (
        page("season", ladder.code),
        page("head-to-head", ladder.code),
        page("ladder-player", ladder.code, player),
        page("duplicate", rated.code),
    ):
        assert as_alice.get(address).status_code == 200
        assert as_bob.get(address).status_code == 404


def test_a_season_of_events_has_no_pages_of_a_ladder(client, season):
    assert client.get(page("head-to-head", season.code)).status_code == 404


def test_player_shows_rating_opponents_and_tables(client, ladder, rated):
    change = rated.changes.order_by("place").first()
    player = change.rating.player
    shown = text(client.get(page("ladder-player", ladder.code, player.code)))
    assert 'class="curve__band"' in shown
    assert "100 %" in shown
    assert page("duplicate", rated.code) in shown


def test_player_without_tables_says_so(client, ladder):
    player = ladder.ratings.first().player
    shown = text(client.get(page("ladder-player", ladder.code, player.code)))
    assert "No finished tables yet." in shown


def test_head_to_head_compares_every_two(client, ladder, rated):
    shown = text(client.get(page("head-to-head", ladder.code)))
    assert shown.count("heat heat--") == 12  # four bots met three others each


def test_duplicate_shows_reasons_and_ratings(client, rated):
    shown = text(client.get(page("duplicate", rated.code)))
    assert shown.count("opened the table, because no bot had") == 1
    assert shown.count("± ") == 4


def test_duplicate_says_when_it_was_rated(client, rated):
    serial = min(rated.changes.values_list("pk", flat=True))
    assert f"number {serial} in the order" in text(client.get(page("duplicate", rated.code)))


def test_duplicate_that_is_played_has_no_number_yet(client, duplicate):
    assert "in the order of ratings" not in text(client.get(page("duplicate", duplicate.code)))


@pytest.mark.parametrize("name", ["season", "head-to-head"])
def test_pages_cost_the_same_for_any_number_of_bots_and_tables(client, club, settings, name):
    def queries(bots, tables):
        settings.LADDER_OPEN = tables
        season = make_ladder(club, bots=bots)
        finish(open_tables(season), by_key)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page(name, season.code)).status_code == 200
        return len(queries)

    assert queries(5, 1) == queries(20, 4)


def test_page_of_a_player_costs_the_same_for_any_number_of_tables(client, club, settings):
    def queries(tables):
        settings.LADDER_OPEN = tables
        season = make_ladder(club, bots=4)
        finish(open_tables(season), by_key)
        player = season.ratings.first().player
        with CaptureQueriesContext(connection) as queries:
            client.get(page("ladder-player", season.code, player.code))
        return len(queries)

    assert queries(1) == queries(3)


def test_page_of_the_club_counts_no_matches_of_ladders(client, ladder, rated):
    with CaptureQueriesContext(connection) as queries:
        shown = client.get(page("club", "linde")).context["seasons"][0]
    assert (shown.drawn, shown.played, shown.bots) == (0, 0, 5)
    assert all("CASE WHEN" in q["sql"] for q in queries if "league_match" in q["sql"])


FORM = {"name": "Truco bots", "table": "truco:4", "cycles": "2", "bots": ["random", "greedy"]}


def test_organiser_makes_and_starts_a_ladder(as_alice, club):
    response = as_alice.post(page("new-ladder", "linde"), FORM)
    season = Season.objects.get()
    assert response.url == page("season", season.code)
    assert (season.game, season.table_size, season.cycles) == ("truco", 4, 2)
    as_alice.post(page("start-season", season.code))
    season.refresh_from_db()
    assert season.status == Season.Status.RUNNING
    as_alice.post(page("close-season", season.code))
    season.refresh_from_db()
    assert season.status == Season.Status.CLOSED


def test_member_finds_no_form(as_bob, club):
    assert as_bob.get(page("new-ladder", "linde")).status_code == 403
    assert as_bob.post(page("new-ladder", "linde"), FORM).status_code == 403
    assert page("new-ladder", "linde") not in text(as_bob.get(page("club", "linde")))


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"table": "truco:3"}, {"cycles": "99"}, {"bots": ["nobody"]}]
)
def test_a_wrong_form_comes_back(as_alice, club, wrong):
    response = as_alice.post(page("new-ladder", "linde"), FORM | wrong)
    assert response.status_code == 422
    assert not Season.objects.exists()


def test_a_name_that_is_taken_comes_back_with_the_reason(as_alice, ladder):
    response = as_alice.post(page("new-ladder", "linde"), FORM | {"name": ladder.name})
    assert (response.status_code, "already has a season" in text(response)) == (422, True)


def test_author_enters_and_takes_off(as_carol, ladder, carol):
    version = make_version(carol)
    assert "Carols bot 1" in text(as_carol.get(page("season", ladder.code)))
    as_carol.post(page("enter-ladder", ladder.code), {"version": version.code})
    rating = Rating.objects.get(player=version.player)
    assert rating.is_active
    as_carol.post(page("leave-ladder", ladder.code), {"player": version.player.code})
    rating.refresh_from_db()
    assert not rating.is_active


def test_only_versions_that_play_the_game_are_offered(as_carol, ladder, carol):
    make_version(carol, games=["skat"])
    make_version(carol, number=2, status="refused")
    assert list(as_carol.get(page("season", ladder.code)).context["enterable"]) == []


def test_versions_of_others_are_not_found(as_bob, ladder, carol):
    version = make_version(carol)
    response = as_bob.post(page("enter-ladder", ladder.code), {"version": version.code})
    assert response.status_code == 404


def test_a_stranger_takes_nobody_off(as_mallory, ladder):
    player = ladder.ratings.first().player
    response = as_mallory.post(page("leave-ladder", ladder.code), {"player": player.code})
    assert response.status_code == 403


def test_organiser_adds_an_anchor(as_alice, ladder):
    as_alice.post(page("add-bot", ladder.code), {"builtin": "greedy"})
    assert ladder.ratings.filter(player__builtin="greedy").exists()


@pytest.mark.parametrize(
    "name", ["start-season", "close-season", "enter-ladder", "add-bot", "leave-ladder"]
)
def test_forms_are_not_for_visitors(client, ladder, name):
    assert "/login/" in client.post(page(name, ladder.code)).url


def statuses(client, match):
    return [
        client.get(page(name, match.code)).status_code for name in ("match", "viewer", "record")
    ]


def test_cards_are_not_shown_while_their_deals_are_played(as_alice, half_played):
    """Not even to an organiser, whose bot may sit at the other rotation."""
    first, second = half_played.matches.all()
    secret = bytes(first.secret).hex()
    assert statuses(as_alice, first) == statuses(as_alice, second) == [200, 404, 404]
    for match in (first, second):
        assert secret not in text(as_alice.get(page("match", match.code)))
    assert page("viewer", first.code) not in text(as_alice.get(page("duplicate", half_played.code)))


def test_cards_are_shown_once_all_rotations_are_final(client, half_played):
    play_to_end(half_played.matches.last())
    for match in half_played.matches.all():
        assert statuses(client, match) == [200, 200, 200]
        assert bytes(match.secret).hex() in text(client.get(page("match", match.code)))
    assert page("viewer", match.code) in text(client.get(page("duplicate", half_played.code)))


def test_a_void_match_never_shows_its_cards(client, half_played):
    duplicates.void(duplicate_ids=[half_played.pk], now=later(1))
    first, second = half_played.matches.all()
    assert statuses(client, first) == [200, 200, 200]
    assert statuses(client, second) == [200, 404, 404]


def test_a_match_of_a_ladder_leads_back_to_its_table(client, half_played):
    match = half_played.matches.last()
    shown = text(client.get(page("match", match.code)))
    assert page("duplicate", half_played.code) in shown
    assert "Rotation 2" in shown


def test_nobody_is_asked_for_the_result_of_bots(as_alice, half_played):
    match = half_played.matches.get(status=Match.Status.OPEN)
    assert page("enter", match.code) not in text(as_alice.get(page("match", match.code)))
    assert as_alice.get(page("enter", match.code)).status_code == 403
