"""Columns of many records hold what each of the records says."""

import gzip
import json
import os
import re
import subprocess
import sys
import zlib
from base64 import b64encode
from pathlib import Path

import numpy as np
import pytest

import games
from engine.play.table import Table
from engine.records import document, packed, reading
from engine.rules.errors import InvalidRecord

GAME = games.get("mit-list-und-tuecke")


def played(number=0, game=GAME, players=4):
    """Return a table whose match is over, always the same for a number."""
    table = Table(game, players, secret=bytes([number]) * 32)
    while not table.over:
        table.deal()
        while not table.round_over:
            table.play(table.legal()[-1])
    return table


def line_of(table, match="m1"):
    record = b64encode(packed.pack(table)).decode()
    return json.dumps({"match": match, "season": "s1", "record": record}) + "\n"


@pytest.fixture(scope="module")
def tables():
    return [played(1), played(2, players=5), played(3)]


@pytest.fixture
def path(tmp_path, tables):
    path = tmp_path / "records.jsonl"
    path.write_text("".join(line_of(table, f"m{n}") for n, table in enumerate(tables)))
    return path


def test_every_match_is_a_row(path, tables):
    found = reading.read_records(path)
    assert (found.game, found.codes) == (GAME, ["m0", "m1", "m2"])
    assert found.players.tolist() == [4, 5, 4]
    assert found.totals.tolist() == [[*table.totals, 0][:5] for table in tables]
    assert found.places.tolist() == [[*table.ranking(), 0][:5] for table in tables]


def test_every_round_is_a_row(path, tables):
    found = reading.read_records(path)
    rounds = [(n, one) for n, table in enumerate(tables) for one in table.rounds]
    assert found.match.tolist() == [n for n, _one in rounds]
    for row, (_n, one) in enumerate(rounds):
        assert found.dealer[row] == one.dealer
        assert found.redeal[row] == one.redeal
        assert found.decks[row, : len(one.deck)].tolist() == list(one.deck)
        assert not found.decks[row, len(one.deck) :].any()
        assert found.scores[row].tolist() == [*one.scores, 0][:5]
        assert found.actions_of(row).tolist() == list(one.actions)


def test_scores_of_rounds_add_up_to_totals(path):
    found = reading.read_records(path)
    added = np.zeros_like(found.totals)
    np.add.at(added, found.match, found.scores)
    assert (added == found.totals).all()


def test_a_file_may_be_compressed(path, tmp_path):
    compressed = tmp_path / "records.jsonl.gz"
    compressed.write_bytes(gzip.compress(path.read_bytes()))
    assert reading.read_records(compressed).codes == reading.read_records(path).codes


def test_whole_records_are_read_as_well(tmp_path, tables):
    path = tmp_path / "arena.jsonl"
    path.write_text("".join(json.dumps(document.record_of(table)) + "\n" for table in tables))
    found = reading.read_records(path)
    assert (found.codes, found.totals[0, :4].tolist()) == (["", "", ""], tables[0].totals)


def test_the_last_line_about_a_match_counts(path, tables):
    with path.open("a") as file:
        file.write(line_of(tables[1], "m0"))
    assert reading.read_records(path).players.tolist() == [5, 5, 4]


@pytest.mark.parametrize(
    "line",
    ["{}", "[]", "1", "no JSON", '{"match": "m9", "record": "§"}', '{"match": "m9", "record": 1}'],
)
def test_a_line_that_is_no_record_is_named(path, line):
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(InvalidRecord, match="line 4 is no record"):
        reading.read_records(path)


def test_what_is_not_compact_is_refused(path):
    path.write_text('{"match": "m9", "record": "AAAA"}\n')
    with pytest.raises(InvalidRecord, match="line 1 is no record: this is not a compact record"):
        reading.read_records(path)


def test_records_of_two_games_are_refused(path):
    path.write_text(path.read_text() + line_of(played(game=games.get("briscola"), players=2)))
    with pytest.raises(InvalidRecord, match="line 4 is of Briscola, not of Mit List und Tücke"):
        reading.read_records(path)


def test_an_empty_file_has_no_record(tmp_path):
    path = tmp_path / "empty.jsonl"
    path.touch()
    with pytest.raises(InvalidRecord, match="no record"):
        reading.read_records(path)


@pytest.mark.parametrize("cut", [1, 30, 300])
def test_a_record_that_is_cut_short_is_refused(path, tables, cut):
    whole = packed.unpack(packed.pack(tables[0])).body
    record = b64encode(zlib.compress(whole[:-cut])).decode()
    path.write_text(json.dumps({"match": "m9", "record": record}) + "\n")
    with pytest.raises(InvalidRecord):
        reading.read_records(path)


def test_a_compressed_file_that_is_cut_short_is_refused(path, tmp_path):
    compressed = tmp_path / "records.jsonl.gz"
    compressed.write_bytes(gzip.compress(path.read_bytes())[:-20])
    with pytest.raises(InvalidRecord, match="cut short"):
        reading.read_records(compressed)


def test_what_is_no_utf_8_spoils_its_line(path):
    path.write_bytes(path.read_bytes() + b'{"match": "\xff", "record": "\xff"}\n')
    with pytest.raises(InvalidRecord, match="line 4 is no record"):
        reading.read_records(path)


def test_a_single_record_is_read_in_both_forms(tables):
    told = document.record_of(tables[0])
    for text in (line_of(tables[0]), json.dumps(told, indent=1)):
        assert document.record_of(reading.read_table(text)) == told


def test_a_single_record_that_does_not_replay_is_refused(tables):
    spoiled = bytearray(packed.unpack(packed.pack(tables[0])).body)
    spoiled[-1] ^= 7  # the place of the last seat
    told = {"match": "m9", "record": b64encode(zlib.compress(spoiled)).decode()}
    with pytest.raises(InvalidRecord, match="ranking"):
        reading.read_table(json.dumps(told))


@pytest.mark.further
def test_the_example_of_the_docs_runs_by_itself(path):
    told = Path("docs/out-and-in.md").read_text()
    [example] = re.findall("```python\n(.*?)```", told, re.DOTALL)
    path.rename(path.with_name("records-skat.jsonl"))
    done = subprocess.run(
        [sys.executable, "-c", example + "print(len(records.codes))"],
        cwd=path.parent,
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "3\n", done.stderr
