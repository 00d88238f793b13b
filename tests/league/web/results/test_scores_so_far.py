"""A sheet says what it comes to as it is typed; nothing of it is stored."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import games
from league.models import Result
from league.services.results import results
from tests.league.factories import MatchFactory, PlayerFactory, SeasonFactory
from tests.league.web.results.test_results import STACKS, sheets_form


def score(client, match, number=0, **typed):
    address = reverse("web:score-round", args=[match.code, number])
    return client.post(address, sheets_form() | typed)


def text(answer):
    return " ".join(answer.content.decode().split())


def test_a_sheet_comes_to_its_score(as_bob, match):
    wanted = as_bob.post(reverse("web:enter", args=[match.code]), sheets_form())
    assert wanted.status_code == 302
    [bob, *_others] = Result.objects.get().rounds.first().scores
    assert f"Bob <strong>{bob}</strong>" in text(score(as_bob, match))


def test_nothing_is_stored(as_bob, match):
    score(as_bob, match)
    match.refresh_from_db()
    assert (match.status, Result.objects.count()) == ("open", 0)


def test_what_is_wrong_with_a_field_is_put_beside_it(as_bob, match):
    path = "rounds.0.sheet.players.0.blue"
    answer = text(score(as_bob, match, **{path: "many"}))
    assert f'id="{path}-error"' in answer
    assert "whole number" in answer
    assert "<strong>" not in answer


def test_what_was_wrong_is_taken_away_again(as_bob, match):
    path = "rounds.0.sheet.players.0.blue"
    assert f'<div class="said" id="{path}-said" hx-swap-oob="true"></div>' in text(
        score(as_bob, match)
    )


def test_what_the_game_refuses_is_told(as_bob, match):
    answer = text(score(as_bob, match, **{"rounds.0.sheet.players.0.blue": "14"}))
    assert 'class="error"' in answer
    assert "<strong>" not in answer


@pytest.mark.parametrize("who", ["as_alice", "as_bob"])
def test_a_correction_comes_to_its_score_too(entered, dora, now, who, request):
    results.confirm(match=entered, by=dora, expected_version=1, now=now)
    assert "Bob <strong>" in text(score(request.getfixturevalue(who), entered))


@pytest.mark.parametrize("number", [4, 99])
def test_a_round_there_is_not_has_no_score(as_bob, match, number):
    assert score(as_bob, match, number).status_code == 404


@pytest.mark.parametrize("viewer", ["as_mallory", "as_carol"])
def test_only_who_may_enter_is_answered(request, match, viewer):
    assert score(request.getfixturevalue(viewer), match).status_code == 403


def test_a_visitor_logs_in_first(client, match):
    assert score(client, match).status_code == 302


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_every_game_answers_to_an_empty_sheet(as_alice, club, game):
    season = SeasonFactory(club=club, game=game.slug)
    match = MatchFactory(
        session__event__season=season, players=PlayerFactory.create_batch(game.players[0])
    )
    answer = as_alice.post(reverse("web:score-round", args=[match.code, 0]), {})
    assert answer.status_code == 200


def test_queries_do_not_grow_with_rounds(as_alice, match, django_assert_num_queries):
    assert len(STACKS) == 4
    with CaptureQueriesContext(connection) as once:
        score(as_alice, match, 0)
    with django_assert_num_queries(len(once)):
        score(as_alice, match, 3)
