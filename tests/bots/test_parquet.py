"""Records as a table: what `read_records` reads, a row for each round."""

import json
from base64 import b64encode

import pytest
from pyarrow import parquet as pq

import games
from bots import builtin
from bots.__main__ import main
from bots.commands import parquet
from bots.playing import runner
from engine.play.table import Table
from engine.records import document
from engine.records import parquet as table
from engine.records.reading import read_records

BRISCOLA = games.get("briscola")


def record(players, seed):
    table = Table(BRISCOLA, players, secret=bytes([seed] * 32))
    runner.play_match(table, [builtin.get("random")] * players, seed=bytes([seed]))
    return document.record_of(table)


def of_site(code, told):
    packed = b64encode(document.encode(told)).decode()
    at = {"season": "S1", "finished_at": "2026-03-01T19:30:00Z", "players": ["a", "b"]}
    at |= {"mu": [25.0, 31.5], "sigma": [8.0, None], "duplicate": "D1", "serial": 7}
    return {"match": code, **at, "record": packed}


@pytest.fixture
def path(tmp_path):
    """A file as `download` and `arena` write them; a match comes twice."""
    lines = [of_site("M1", record(2, 1)), record(3, 2), of_site("M1", record(2, 3))]
    path = tmp_path / "records-briscola.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def rows_of(path):
    assert main(["parquet", str(path)]) == 0
    return pq.read_table(path.with_suffix(".parquet")).to_pylist()


@pytest.mark.parametrize("at_once", [1, 100])
def test_rows_are_the_rounds_of_the_records(path, monkeypatch, at_once):
    monkeypatch.setattr(parquet, "AT_ONCE", at_once)
    rows, records = rows_of(path), read_records(path)
    rows.sort(key=lambda row: row["match"] or "")
    order = sorted(range(len(records.match)), key=lambda row: records.codes[records.match[row]])
    assert len(rows) == len(order) > 2
    for row, number in zip(rows, order, strict=True):
        match = records.match[number]
        assert row["match"] == (records.codes[match] or None)
        assert row["actions"] == records.actions_of(number).tolist()
        assert row["scores"] == records.scores[number, : records.players[match]].tolist()
        assert len(row["deck"]) == records.cards[number]
        assert row["round"] == sum(records.match[:number] == match)


def test_what_a_site_says_of_a_match_is_in_its_rows(path):
    rows = rows_of(path)
    told = next(row for row in rows if row["match"])
    assert (told["game"], told["season"], told["players"]) == ("briscola", "S1", ["a", "b"])
    assert told["finished_at"].isoformat() == "2026-03-01T19:30:00+00:00"
    assert (told["mu"], told["sigma"]) == ([25.0, 31.5], [8.0, None])
    assert (told["duplicate"], told["serial"]) == ("D1", 7)
    without = [row for row in rows if not row["match"]]
    assert {(row["season"], row["mu"], row["serial"]) for row in without} == {(None, None, None)}


def test_a_line_that_is_no_record_is_named(path, capsys):
    path.write_text(path.read_text() + "\n{}\n")
    with pytest.raises(SystemExit):
        main(["parquet", str(path)])
    assert "line 5 is no record" in capsys.readouterr().err
    assert list(path.parent.iterdir()) == [path]


def test_who_has_no_pyarrow_is_told_so(path, monkeypatch, capsys):
    monkeypatch.setattr(table, "is_possible", lambda: False)
    with pytest.raises(SystemExit):
        main(["parquet", str(path)])
    assert "pip install" in capsys.readouterr().err
