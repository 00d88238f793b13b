"""The parts: what they measure is really done, and a peer that is missing is named."""

import json

import pytest

import games
from bench import __main__ as command
from bench import league, openspiel, playouts, validate
from bench.measure import Row

GAME = games.get(playouts.SLUG)


def test_work_by_text_plays_whole_rounds():
    assert playouts.by_text(GAME, players=4, matches=2)() > 2 * 14


@pytest.mark.parametrize("prove", [True, False])
def test_records_to_validate_are_valid(prove):
    blobs = validate.random_records(GAME, players=4, matches=3)
    assert validate.validating(blobs, rounds=4, prove=prove)() == 12


def test_an_invalid_record_stops_the_measurement():
    with pytest.raises(RuntimeError):
        validate.validating([b"no record"], rounds=4, prove=False)()


def test_missing_openspiel_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(openspiel, "pyspiel", None)
    (row,) = openspiel.rows(tmp_path)
    assert row.note.startswith("not available")


def test_missing_server_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(league, "SERVER", "postgres://root@127.0.0.1:1/")
    with pytest.raises(league.NotThere), league.servers(tmp_path):
        pytest.fail("nobody listens there")


def test_command_prints_the_parts_asked_for_and_keeps_them(monkeypatch, tmp_path, capsys):
    class Part:
        @staticmethod
        def rows(var):
            yield Row(part="Cards", what="ours", speed=2e6, unit="moves/s", ratio=2.0, limit=1.0)

    monkeypatch.setattr(command, "PARTS", {"playouts": Part, "league": None})
    monkeypatch.setattr(command, "VAR", tmp_path)
    command.main(["playouts"])
    assert "2.00 M" in capsys.readouterr().out
    (row,) = json.loads((tmp_path / "bench.json").read_text())["rows"]
    assert (row["what"], row["mark"]) == ("ours", "ok")
