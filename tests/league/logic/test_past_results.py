"""Cells of past results become dates and numbers, or are refused."""

from datetime import UTC, datetime

import pytest

from league.logic.lists import read
from league.logic.past_results import Unclear, lengthened, parse_number, parse_score, parse_start


@pytest.mark.parametrize(
    "text",
    ["2024-03-15", "15.03.2024", "15.3.24", "15/3/2024", "15-03-2024", "2024-03-15 00:00:00"],
)
def test_a_date_is_read_in_the_ways_clubs_write_it(text):
    assert parse_start(text, UTC) == datetime(2024, 3, 15, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("text", ["15.03.2024 19:30", "2024-03-15T19:30:00"])
def test_a_date_may_have_a_time(text):
    assert parse_start(text, UTC) == datetime(2024, 3, 15, 19, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["", "March", "45366", "31.02.2024", "03/15/2024", "15.03/2024", "1.1.2024 25:00"]
)
def test_what_is_no_date_is_refused(text):
    with pytest.raises(Unclear):
        parse_start(text, UTC)


@pytest.mark.parametrize("text", ["2", "2.", "Tisch 2", "Serie 2", "#2", "02"])
def test_a_number_may_have_a_word(text):
    assert parse_number(text) == 2


@pytest.mark.parametrize("text", ["", "0", "A", "2 b", "2024-03-15", "1234"])
def test_what_is_no_number_of_a_table_is_refused(text):
    with pytest.raises(Unclear):
        parse_number(text)


@pytest.mark.parametrize(("text", "score"), [("30", 30), ("+30", 30), ("-30", -30), ("−30", -30)])
def test_a_score_may_have_a_sign(text, score):
    assert parse_score(text) == score


@pytest.mark.parametrize("text", ["", "1.234", "1,5", "dnf", "1234567", "٣"])
def test_what_leaves_open_which_score_is_meant_is_refused(text):
    with pytest.raises(Unclear):
        parse_score(text)


def cells(text):
    return [line.cells for line in lengthened(read(text.encode(), most=9))]


def test_a_line_for_each_table_becomes_a_line_for_each_player():
    found = cells("Datum;Spieler 1;Punkte 1;Spieler 2;Punkte 2\n1.3.24;Bob;3;Ebert, Dirk;5")
    assert found == [
        ("Datum", "table", "name", "score"),
        ("1.3.24", "1", "Bob", "3"),
        ("1.3.24", "1", "Dirk Ebert", "5"),
    ]


def test_tables_without_a_number_are_counted_in_each_session():
    head = "Datum;Serie;Name;Score;Name;Score"
    found = cells(f"{head}\n1.3.24;1;A;1;B;2\n1.3.24;1;C;1;D;2\n1.3.24;2;A;1;C;2")
    assert [line[2] for line in found[1:]] == ["1", "1", "2", "2", "1", "1"]


def test_a_table_of_fewer_players_has_fewer_lines():
    found = cells("Datum;Tisch;Name;Score;Name;Score;Name;Score\n1.3.24;7;A;1;B;2;;")
    assert found[1:] == [("1.3.24", "7", "A", "1"), ("1.3.24", "7", "B", "2")]


def test_a_list_with_a_line_for_each_player_stays_as_it_is():
    text = "Datum;Tisch;Name;Punkte\n1.3.24;1;Bob;3"
    assert lengthened(read(text.encode(), most=9)) == read(text.encode(), most=9)
