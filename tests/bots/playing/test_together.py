"""Matches played many at once are those that are played one by one."""

import hashlib

import pytest

import games
from bots import builtin
from bots.playing import runner
from bots.playing.together import BuiltinTable, can_play, play_together
from engine.play.table import Table
from engine.records import packed

GREEDY, RANDOM = builtin.get("greedy"), builtin.get("random")
CASES = [(game, players) for game in games.all() for players in game.players]


def tables_of(players, count=3):
    """Return tables with other bots, deals and chance each."""
    return [
        BuiltinTable(
            players=[(GREEDY, RANDOM)[(seat + number) % 3 % 2] for seat in range(players)],
            secret=hashlib.sha256(b"secret %d" % number).digest(),
            seed=b"seed %d" % number,
        )
        for number in range(count)
    ]


def one_by_one(game, tables, **length):
    for seated in tables:
        table = Table(game, len(seated.players), secret=seated.secret, **length)
        runner.play_match(table, seated.players, seed=seated.seed)
        yield table


@pytest.mark.parametrize(("game", "players"), CASES, ids=[f"{g.slug}-{n}" for g, n in CASES])
@pytest.mark.parametrize("native", [False, True], ids=["deals", "native"])
def test_records_are_those_of_single_tables(game, players, native):
    tables = tables_of(players)
    wanted = [packed.pack(table) for table in one_by_one(game, tables, native=native)]
    assert [match.blob for match in play_together(game, tables, native=native)] == wanted


@pytest.mark.parametrize("slug", ["skat", "mit-list-und-tuecke"])
def test_rounds_are_those_of_single_tables(slug):
    game = games.get(slug)
    tables = tables_of(game.players[0])
    wanted = [
        [(done.dealer, done.scores, done.redeal) for done in table.rounds]
        for table in one_by_one(game, tables, cycles=2)
    ]
    found = play_together(game, tables, cycles=2)
    told = [[(done.dealer, done.scores, done.redeal) for done in match.rounds] for match in found]
    assert told == wanted


def test_totals_and_places_are_those_of_single_tables():
    game, tables = games.get("gong-zhu"), tables_of(4)
    wanted = [(table.totals, table.ranking()) for table in one_by_one(game, tables)]
    found = play_together(game, tables)
    assert [(match.totals, match.places) for match in found] == wanted


def test_no_tables_are_no_matches():
    assert play_together(games.get("skat"), []) == []


@pytest.mark.parametrize(
    ("names", "can"), [(("greedy", "random"), True), (("greedy", "easy"), False)]
)
def test_only_policies_play_together(names, can):
    assert can_play([builtin.get(name) for name in names]) is can


@pytest.mark.parametrize("players", [[GREEDY, object()], []], ids=["stranger", "nobody"])
def test_others_do_not_play_together(players):
    assert not can_play(players)
