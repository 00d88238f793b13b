"""The parts: what they measure is really done, and a peer that is missing is named."""

import json

import numpy as np
import pytest

import games
from bench import __main__ as command
from bench import (
    draws,
    environments,
    league,
    league_run,
    openspiel,
    playouts,
    registry,
    search,
    speed,
    validate,
)
from bench.measure import Row
from bots import builtin
from league.logic.draws.model import Draw, Past, Session

GAME = games.get(playouts.SLUG)


def test_work_by_text_plays_whole_rounds():
    assert playouts.by_text(GAME, players=4, matches=2)() > 2 * 14


def test_playouts_are_counted_in_rounds_too():
    assert playouts.rounds(GAME, players=4, matches=20)() == 20


@pytest.mark.slow
def test_every_game_has_a_row(monkeypatch, tmp_path):
    monkeypatch.setattr(registry, "MATCHES", 100)
    rows = list(registry.rows(tmp_path))
    assert [row.what.split(",")[0] for row in rows] == [game.name for game in games.all()]
    assert all(row.speed and row.note.endswith("moves/s") for row in rows)


@pytest.mark.further
def test_actions_at_all_tables_are_counted():
    assert environments.stepping(games.get("briscola"), tables=8, steps=5, masks=False)() == 40


@pytest.mark.parametrize("prove", [True, False])
def test_records_to_validate_are_valid(prove):
    blobs = validate.random_records(GAME, players=4, matches=3)
    assert validate.validating(blobs, rounds=4, prove=prove)() == 12


def test_draws_are_measured_after_sessions_that_were_played():
    entrants, past = draws.before_the_last(8, sessions=3)
    assert len(past.sessions) == 2
    assert sum(one.score for one in entrants) == 2 * 2 * (0 + 1 + 2 + 3)


def test_repeats_of_a_draw_are_counted():
    past = Past((Session(tables=((1, 2, 3, 4), (5, 6, 7, 8))),))
    assert draws.repeats(Draw(tables=((2, 1, 5, 6), (3, 7, 4, 8))), past) == 4


def test_an_invalid_record_stops_the_measurement():
    with pytest.raises(RuntimeError):
        validate.validating([b"no record"], rounds=4, prove=False)()


def test_missing_openspiel_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(openspiel, "pyspiel", None)
    (row,) = openspiel.rows(tmp_path)
    assert row.note.startswith("not available")


def test_only_games_played_to_their_end_are_counted():
    class Unfinished:
        @staticmethod
        def is_terminal():
            return False

        @staticmethod
        def full_history():
            return []

    with pytest.raises(RuntimeError, match="end"):
        openspiel.count([Unfinished()])


@pytest.mark.further
def test_searches_are_of_positions_with_a_choice():
    minds = search.our_minds(played=26)
    legal = np.zeros(64, np.int32)
    kernels = search.games.get("gong-zhu").kernels
    assert all(kernels.legal(mind, legal) > 1 and mind.trick >= 6 for mind in minds)


@pytest.mark.slow
def test_searches_are_counted_in_simulations():
    minds = search.our_minds(played=44)
    assert search.ours(minds, 20, careless=1.0)() == 20 * len(search.SEEDS)


@pytest.mark.slow
def test_moves_of_bots_are_timed_in_positions_of_all_phases():
    game = games.get("skat")
    found = search.positions(game, 60)
    assert {game.phases[mind.phase] for mind, _ in found} >= {"auction", "play"}
    times, _ = search.time_moves(game, builtin.get("easy"), found[:3])
    assert len(times) == 3
    assert min(times) > 0


def test_search_without_openspiel_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(search, "pyspiel", None)
    row = next(search.rows(tmp_path))
    assert row.note.startswith("not available")


@pytest.mark.needs("openspiel")
def test_their_search_is_counted_in_simulations_too():
    states = search.their_states(played=26)
    assert all(len(state.legal_actions()) > 1 for state in states)
    assert search.theirs(states, 20)() == 20 * len(search.SEEDS)


def test_missing_server_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(league, "SERVER", "postgres://root@127.0.0.1:1/")
    with pytest.raises(league.NotThere), league.servers(tmp_path):
        pytest.fail("nobody listens there")


@pytest.mark.slow
@pytest.mark.django_db
def test_league_is_measured_in_a_running_season():
    assert league_run.running_season().status == "running"


def test_command_prints_the_parts_asked_for_and_keeps_them(monkeypatch, tmp_path, capsys):
    class Part:
        @staticmethod
        def rows(var):
            yield Row(part="Cards", what="ours", speed=2e6, unit="moves/s", ratio=2.0, limit=1.0)

    monkeypatch.setattr(command, "PARTS", {"playouts": Part, "league": None})
    monkeypatch.setattr(command, "VAR", tmp_path)
    monkeypatch.setattr(speed, "RESULTS", tmp_path / "speed.json")
    monkeypatch.setattr(speed, "PAGE", tmp_path / "speed.md")
    command.main(["playouts"])
    assert "2.00 M" in capsys.readouterr().out
    (row,) = json.loads((tmp_path / "bench.json").read_text())["rows"]
    assert (row["what"], row["mark"]) == ("ours", "ok")
    assert "| ours | 2.00 M moves/s |" in (tmp_path / "speed.md").read_text()
