"""Ladders over the API: leaderboard, who met whom, histories, duplicates, and sealed deals."""

from collections import defaultdict

import pytest

from league.logic.ratings import NEW, places_of, rate
from league.models import Match, Rating
from league.services.ladders import ratings
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


def test_a_ladder_is_created_with_its_anchors(as_alice, club):
    body = {
        "club": "linde",
        "name": "Bots",
        "game": "truco",
        "kind": "ladder",
        "table_size": 4,
        "bots": ["random", "greedy"],
    }
    season = as_alice.post("seasons", body).json()
    assert (season["kind"], season["table_size"], season["status"]) == ("ladder", 4, "draft")
    rows = as_alice.get(f"seasons/{season['code']}/leaderboard").json()["results"]
    assert {row["player"]["name"] for row in rows} == {"random", "greedy"}


def test_a_ladder_without_a_table_size_is_refused(as_alice, club):
    body = {"club": "linde", "name": "Bots", "game": "truco", "kind": "ladder"}
    response = as_alice.post("seasons", body)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["table_size"])


def test_leaderboard_ranks_by_what_is_certain(anonymous, club):
    season = make_ladder(club, bots=0)
    for mu, sigma in ((30, 8), (28, 1)):
        rate_player(season, BotFactory(), mu=mu, sigma=sigma)
    first, second = anonymous.get(f"seasons/{season.code}/leaderboard").json()["results"]
    assert (first["rank"], first["mu"], second["rank"]) == (1, 28, 2)
    assert first["low"] == pytest.approx(26.04)
    assert first["high"] == pytest.approx(29.96)


def test_a_version_out_of_service_is_not_active(anonymous, club, carol):
    season = make_ladder(club, bots=0)
    rate_player(season, make_version(carol, status="quarantined").player)
    [row] = anonymous.get(f"seasons/{season.code}/leaderboard").json()["results"]
    assert row["active"] is False
    assert "quarantine" not in str(row)


def test_an_author_enters_and_leaves(client_of, ladder, carol):
    client, version = client_of(carol), make_version(carol)
    entered = client.post(f"seasons/{ladder.code}/enter", {"version": version.code})
    assert (entered.json()["active"], entered.json()["duplicates"]) == (True, 0)
    left = client.post(f"seasons/{ladder.code}/leave", {"player": version.player.code})
    assert left.json()["active"] is False


def test_leaving_twice_is_a_conflict_that_shows_the_rating(as_alice, ladder):
    player = ladder.ratings.first().player
    as_alice.post(f"seasons/{ladder.code}/leave", {"player": player.code})
    again = as_alice.post(f"seasons/{ladder.code}/leave", {"player": player.code})
    assert again.status_code == 409
    assert again.json()["current"]["player"]["code"] == player.code


def test_entering_repeated_with_a_key_is_one_entry(client_of, ladder, carol):
    client, body = client_of(carol), {"version": make_version(carol).code}
    for _ in range(2):
        client.post(f"seasons/{ladder.code}/enter", body, headers={"Idempotency-Key": "one"})
    assert Rating.objects.filter(season=ladder).count() == 6


@pytest.mark.parametrize("body", [{}, {"version": None}, {"builtin": "greedy", "version": "x"}])
def test_entering_names_exactly_one(as_alice, ladder, body):
    assert as_alice.post(f"seasons/{ladder.code}/enter", body).status_code == 422


def test_entering_needs_the_scope_of_bots(client_of, ladder, carol):
    client = client_of(carol, scopes=["read", "organise"])
    response = client.post(f"seasons/{ladder.code}/enter", {"version": make_version(carol).code})
    assert response.status_code == 403


def test_head_to_head_is_of_the_players_named(anonymous, ladder, rated):
    one, other, *_ = sorted(change.rating.player_id for change in rated.changes.all())
    codes = [Rating.objects.get(player=pk).player.code for pk in (one, other)]
    body = anonymous.get(f"seasons/{ladder.code}/head-to-head", {"player": codes}).json()
    assert [player["code"] for player in body["players"]] == codes
    [pair] = body["pairs"]
    assert (pair["one"], pair["other"]) == tuple(codes)
    assert (pair["duplicates"], pair["wins"], pair["losses"]) == (1, 1, 0)


def test_head_to_head_is_of_the_best_by_default(anonymous, ladder, rated):
    body = anonymous.get(f"seasons/{ladder.code}/head-to-head").json()
    assert (len(body["players"]), len(body["pairs"])) == (5, 6)


@pytest.mark.parametrize("codes", [["\0"], ["nobody2345"], ["a"] * 21])
def test_head_to_head_refuses_other_players(anonymous, ladder, codes):
    response = anonymous.get(f"seasons/{ladder.code}/head-to-head", {"player": codes})
    assert response.status_code == 422


def test_history_and_curve_tell_of_every_duplicate(anonymous, ladder, rated):
    change = rated.changes.first()
    address = f"seasons/{ladder.code}/players/{change.rating.player.code}"
    [row] = anonymous.get(f"{address}/history").json()["results"]
    assert (row["number"], row["duplicate"], row["mu"]) == (1, rated.code, change.mu)
    assert anonymous.get(f"{address}/curve").json() == {"points": [row]}


def test_ratings_of_a_player_name_their_ladders(anonymous, ladder, rated):
    rating = ladder.ratings.order_by("-mu").first()
    [row] = anonymous.get(f"players/{rating.player.code}/ratings").json()["results"]
    assert (row["season"]["code"], row["mu"]) == (ladder.code, rating.mu)


def test_ratings_on_a_draft_ladder_are_for_organisers(as_alice, as_bob, club):
    season = make_ladder(club, bots=1, status="draft")
    address = f"players/{season.ratings.get().player.code}/ratings"
    assert len(as_alice.get(address).json()["results"]) == 1
    assert as_bob.get(address).json()["results"] == []


def test_a_duplicate_says_why_and_how_it_ended(anonymous, rated):
    body = anonymous.get(f"duplicates/{rated.code}").json()
    assert [match["status"] for match in body["matches"]] == ["final"] * 4
    assert sorted(player["place"] for player in body["players"]) == [1, 2, 3, 4]
    assert sum(player["reasons"]["opens"] for player in body["players"]) == 1
    assert [player["score"] for player in body["players"]] == rated.scores


def test_duplicates_and_matches_are_listed_by_player(anonymous, ladder, duplicate):
    seated = set(duplicate.matches.first().seats.values_list("player", flat=True))
    for rating in ladder.ratings.select_related("player"):
        found = anonymous.get(
            "duplicates", {"player": rating.player.code, "season": ladder.code}
        ).json()["results"]
        assert (duplicate.code in [row["code"] for row in found]) == (rating.player_id in seated)
    [code] = {
        m["duplicate"]
        for m in anonymous.get("matches", {"duplicate": duplicate.code}).json()["results"]
    }
    assert code == duplicate.code


def deals_of(client, duplicate):
    """Return secret and status of the record of every match."""
    found = []
    for match in duplicate.matches.all():
        secret = client.get(f"matches/{match.code}").json()["secret"]
        found.append((secret, client.get(f"matches/{match.code}/record").status_code))
    return found


def test_deals_are_sealed_while_any_match_of_the_duplicate_is_played(as_alice, half_played):
    assert deals_of(as_alice, half_played) == [(None, 404), (None, 404)]


@pytest.mark.further
def test_no_answer_holds_the_secret_of_deals_that_are_played(as_alice, half_played):
    secret = bytes(half_played.matches.first().secret).hex().encode()
    for address in (
        "matches",
        "duplicates",
        f"duplicates/{half_played.code}",
        *[f"matches/{match.code}" for match in half_played.matches.all()],
        *[f"matches/{match.code}/result" for match in half_played.matches.filter(status="final")],
        "jobs",
    ):
        assert secret not in as_alice.get(address).content


def test_deals_open_together_once_rated(anonymous, half_played):
    play_to_end(half_played.matches.last())
    secret = bytes(half_played.matches.first().secret).hex()
    assert deals_of(anonymous, half_played) == [(secret, 200), (secret, 200)]


def test_final_matches_of_a_void_duplicate_are_open(anonymous, half_played):
    from league.services.ladders import duplicates

    duplicates.void(duplicate_ids=[half_played.pk], now=later(1))
    assert [status for _secret, status in deals_of(anonymous, half_played)] == [200, 404]


def test_a_ladder_match_names_its_duplicate_and_no_session(anonymous, half_played):
    match = half_played.matches.first()
    body = anonymous.get(f"matches/{match.code}").json()
    assert (body["duplicate"], body["session"]) == (half_played.code, None)
    assert Match.objects.get(pk=match.pk).session is None


def test_reading_ratings_is_what_the_log_says(half_played):
    play_to_end(half_played.matches.last())
    assert ratings.recount(half_played.season) == 0


def test_anybody_computes_the_ratings_again(anonymous, club):
    season = make_ladder(club, bots=4, size=2, game="briscola")
    for number in range(3):
        finish(reversed(open_tables(season, now=later(number))), by_key, now=later(9))
    rows = anonymous.get("duplicates", {"season": season.code, "status": "rated"}).json()["results"]
    assert len({row["rated_at"] for row in rows}) == 1
    skills = defaultdict(lambda: NEW)
    for row in sorted(rows, key=lambda row: row["serial"]):
        names = [seat["player"]["code"] for seat in row["players"]]
        places = places_of([seat["score"] for seat in row["players"]], higher_wins=True)
        moved = rate([skills[name] for name in names], sides=[0, 1], places=places)
        skills |= zip(names, moved, strict=True)
    board = anonymous.get(f"seasons/{season.code}/leaderboard").json()["results"]
    assert {row["player"]["code"]: row["mu"] for row in board} == {
        code: pytest.approx(skill.mu) for code, skill in skills.items()
    }
