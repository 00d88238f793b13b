"""The catalogue is what its searches find, and all of it is sound."""

import json
from itertools import chain

import pytest

from league.logic.draws.movements import Kind, Movement, breaches, howell, mixed, whist
from league.logic.draws.movements.__main__ import _keep, main
from league.logic.draws.movements.catalogue import FILE, as_text, entries
from league.logic.draws.movements.seating import balanced


@pytest.mark.sweep(24)
@pytest.mark.parametrize("entry", entries().values(), ids=lambda entry: entry.name)
def test_every_entry_of_the_catalogue_is_sound(entry):
    kind, players, size = entry.key
    if kind == Kind.GOLFER:
        sessions = balanced(entry.starter.develop())
        assert breaches(Movement(entry.name, kind, players, (size,), sessions)) == []
    else:
        assert breaches({Kind.WHIST: whist, Kind.HOWELL: howell}[kind](players)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["golfer-36x4", "golfer-17x4", "whist-12x4", "howell-20x2"])
def test_a_search_finds_its_entry_again(name, capsys):
    assert main(["search", name]) == 0
    assert capsys.readouterr().out == f"{name}: found again\n"


def test_what_a_search_finds_is_kept_or_missed(tmp_path, monkeypatch, capsys):
    file = tmp_path / "catalogue.json"
    monkeypatch.setattr("league.logic.draws.movements.__main__.FILE", file)
    entry = next(iter(entries().values()))
    assert (_keep(entry), _keep(None)) == (0, 1)
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        f"{entry.name}: kept\n",
        "nothing found; try another seed\n",
    )
    assert file.read_text() == as_text(entries().values())


def test_the_catalogue_is_written_as_it_is_read():
    assert as_text(entries().values()) == FILE.read_text()


@pytest.mark.parametrize("entry", mixed.entries().values(), ids=lambda entry: entry.name)
def test_every_entry_of_two_sizes_is_sound(entry):
    sizes = (entry.table_size, entry.table_size - 1)
    sessions = balanced(entry.sessions)
    assert breaches(Movement(entry.name, Kind.GOLFER, entry.players, sizes, sessions)) == []
    assert all(len(set(chain(*session))) == entry.players for session in sessions)


@pytest.mark.slow
def test_a_search_finds_its_entry_of_two_sizes_again(capsys):
    assert main(["mixed", "18x4"]) == 0
    assert capsys.readouterr().out == "18x4: found again\n"


@pytest.mark.further
def test_what_a_search_for_two_sizes_finds_is_kept_beside_the_others(tmp_path, monkeypatch, capsys):
    others = json.loads(mixed.FILE.read_text())
    monkeypatch.setattr(mixed, "FILE", tmp_path / "mixed.json")
    assert main(["mixed", "--players", "7", "--size", "4", "--sessions", "1"]) == 0
    assert capsys.readouterr().out == "7x4: kept\n"
    kept = json.loads(mixed.FILE.read_text())
    assert [row for row in kept if row["players"] != 7] == others
    assert len(kept) == len(others) + 1


def test_entries_of_two_sizes_are_written_as_they_are_read():
    assert mixed.as_text(mixed.entries().values()) == mixed.FILE.read_text()


def test_a_movement_is_shown_session_by_session(capsys):
    assert main(["show", "--players", "9", "--size", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].strip() for line in lines] == ["1", "2", "3", "4"]
    assert all(sorted(map(int, line.split(":")[1].split())) == [*range(1, 10)] for line in lines)


def test_there_is_nothing_to_show_for_too_few_players(capsys):
    assert main(["show", "--players", "3", "--size", "4"]) == 1
    assert capsys.readouterr().err == "none\n"
