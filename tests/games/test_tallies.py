"""How the scores of a round came about, in every game: the lines add up, for whoever asks."""

from functools import cache

import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.rules import tally

GAMES = [game.slug for game in games.all()]
MATCHES = 5
ROUNDS = 3
"""Of a match as many rounds are looked at."""


@cache
def rounds(slug, policy="random"):
    """Return what several readers see at the end of the first rounds of some matches."""
    game, found = games.get(slug), []
    for number in range(MATCHES):
        players = game.players[number % len(game.players)]
        secret = f"{slug} {number}".encode().ljust(32)
        table = Table(game, players, secret=secret, native=number % 2 == 1)
        while not table.over and len(table.rounds) < ROUNDS:
            table.deal()
            runner.advance(table, [builtin.get(policy)] * players, seed=secret)
            found.append([table.open_view(), table.view(None), table.view(number % players)])
    return found


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("slug", GAMES)
def test_lines_add_up_to_the_scores(slug, policy):
    game = games.get(slug)
    for views in rounds(slug, policy):
        for view in views:
            assert tally.totals(game.lines(view), view["players"]) == view["round_scores"]


@pytest.mark.parametrize("slug", GAMES)
def test_everybody_is_told_the_same(slug):
    game = games.get(slug)
    for first, *others in rounds(slug):
        assert all(game.lines(view) == game.lines(first) for view in others)


@pytest.mark.parametrize("slug", GAMES)
def test_lines_are_said_in_words_of_the_game(slug):
    game = games.get(slug)
    for view, *_ in rounds(slug):
        for line in game.lines(view):
            assert line.parts
            assert len(line.values) in {0, view["players"]}
            for part in line.parts:
                assert game.words.tally[part.key] % ({"suit": "", "rest": ""} | dict(part.fills))


@pytest.mark.parametrize("slug", GAMES)
def test_partners_have_the_same_values(slug):
    game = games.get(slug)
    for view, *_ in rounds(slug):
        for line in game.lines(view):
            by_side = set(zip(view["sides"], line.values or view["sides"], strict=True))
            assert len(by_side) == len(set(view["sides"]))


def test_a_round_that_was_thrown_in_has_no_lines():
    table = Table(games.get("fipsen"), 4, secret=bytes(32))
    table.deal()
    while not table.round_over:
        table.play("pass")
    assert table.view(0)["history"][-1]["redeal"]
    assert table.game.lines(table.view(0)) == []


def test_a_round_being_played_has_no_lines():
    table = Table(games.get("skat"), 3, secret=bytes(32))
    table.deal()
    assert table.game.lines(table.view(0)) == []
