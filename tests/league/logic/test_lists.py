"""Lists of any kind become the same lines of cells, or are refused."""

import io
import zipfile
from datetime import date

import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from league.logic import list_columns, workbooks
from league.logic.list_columns import Column
from league.logic.lists import LONGEST_LINE, MOST_COLUMNS, Line, Unreadable, read, write

RESULTS = [Column.DATE, Column.SESSION, Column.TABLE, Column.NAME, Column.CODE, Column.SCORE]
PEOPLE = [kind for kind in Column if kind in {Column.NAME, Column.CODE} or kind not in RESULTS]


def workbook(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def cells(content, most=99):
    content = content if isinstance(content, bytes) else content.encode()
    return [line.cells for line in read(content, most=most)]


@pytest.mark.parametrize(
    "content",
    [
        "Bob;b2c3d4f5g6;Linde;3",
        "Bob,b2c3d4f5g6,Linde,3\n",
        "Bob\tb2c3d4f5g6\tLinde\t3\r\n",
        '"Bob";"b2c3d4f5g6";"Linde";"3"\r\n',
        " Bob ;\N{NO-BREAK SPACE}b2c3d4f5g6 ;Linde;;3;;;\r\n\r\n",
        "\ufeffBob;b2c3d4f5g6;Linde;3",
        "Bob;b2c3d4f5g6;Linde;3".encode("utf-16"),
        workbook(["Bob", "b2c3d4f5g6", None, "Linde", 3.0]),
    ],
)
def test_one_line_is_the_same_in_every_form(content):
    assert cells(content) == [("Bob", "b2c3d4f5g6", "Linde", "3")]


def test_windows_letters_are_read():
    assert cells("Jörg;Groß".encode("cp1252")) == [("Jörg", "Groß")]


def test_a_comma_may_be_in_names():
    assert cells("Ebert, Dirk\nMayer, Bob") == [("Ebert, Dirk",), ("Mayer, Bob",)]


def test_lines_are_counted_with_the_empty_ones():
    assert [line.number for line in read(b"\nBob\n\n;;\nDora", most=9)] == [2, 5]


def test_a_date_and_a_fraction_stay_readable():
    book = workbook(["Bob", date(2026, 3, 1), 1.5])
    assert cells(book) == [("Bob", "2026-03-01", "1.5")]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"a\nb\nc\nd", "long"),
        (b"x" * (LONGEST_LINE + 1), "long"),
        (b"x;" * MOST_COLUMNS + b"x", "wide"),
        (b'"Dora', "quotes"),
        (b"\x89PNG\r\n\x1a\n\0\0", "binary"),
        (workbooks.OLD_MARK + b"rest", "old_workbook"),
        (workbooks.MARK + b"rest", "workbook"),
    ],
)
def test_what_cannot_be_read_is_told(content, reason):
    with pytest.raises(Unreadable) as refused:
        read(content, most=3)
    assert refused.value.reason == reason


def packed(**parts):
    file = io.BytesIO()
    source = zipfile.ZipFile(io.BytesIO(workbook(["Bob"])))
    with source, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            short = name.rpartition("/")[2].partition(".")[0]
            target.writestr(name, parts.get(short, source.read(name)))
    return file.getvalue()


def test_a_bomb_is_not_unpacked():
    with pytest.raises(Unreadable, match="long"):
        read(packed(sheet1=b" " * (workbooks.MOST_BYTES + 1)), most=9)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(encoding):
    xml = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'.encode(encoding)
    with pytest.raises(Unreadable, match="workbook"):
        read(packed(sheet1=xml), most=9)


def test_a_row_far_below_is_no_list():
    book = openpyxl.Workbook()
    book.active["A1000000"] = "Bob"
    file = io.BytesIO()
    book.save(file)
    with pytest.raises(Unreadable, match="long"):
        read(file.getvalue(), most=9)


@given(st.binary() | st.binary().map(lambda rest: workbooks.MARK + rest) | st.text())
def test_anything_is_read_or_refused(content):
    try:
        lines = read(content if isinstance(content, bytes) else content.encode(), most=5)
    except Unreadable:
        return
    assert len(lines) <= 5


WHOLE = workbook(["Name", "Code"], ["Bob", "b2c3d4f5g6"])


@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=4))
def test_a_damaged_workbook_is_read_or_refused(position, patch):
    damaged = WHOLE[:position] + patch + WHOLE[position + len(patch) :]
    try:
        read(damaged, most=5)
    except Unreadable:
        return


CELL = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)


@pytest.mark.further
@given(st.lists(st.tuples(CELL, CELL, CELL), max_size=5), st.integers(1, 3))
@example([("a,", ";", '"')], 2)
def test_what_is_written_is_read_again(found, gap):
    lines = [Line(1 + number * gap, line) for number, line in enumerate(found)]
    assert read(write(lines).encode(), most=5) == lines


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Name;Code", ["name", "code"]),
        ("Vorname\tNachname\tGruppe", ["first_name", "last_name", "group"]),
        ("Achternaam;Voornaam;Vaste tafel", ["last_name", "first_name", "fixed_table"]),
        ("player,name,kind,role,joined_at", ["code", "name", "", "role", ""]),
        ("Spieler", ["name"]),
        ("Nr.;NAME:;Verein", ["", "name", ""]),
        ("Spieler;Bemerkung\nEbert, Dirk;zahlt bar", ["name", ""]),
    ],
)
def test_a_header_says_what_columns_mean(text, kinds):
    lines = read(text.encode(), most=9)
    assert list_columns.has_header(lines)
    assert list_columns.guess(lines, PEOPLE, header=True) == kinds


@pytest.mark.parametrize(
    "text", ["Hans;Spieler\nDirk;Ebert", "Dirk Ebert", "Lid;Karel", "Gruppe;Linde", ""]
)
def test_a_person_is_no_header(text):
    assert not list_columns.has_header(read(text.encode(), most=9))


def test_a_list_without_a_header_is_guessed_from_its_cells():
    lines = read(b"Bob;3;Linde;b2c3d4f5g6\nDora;;Linde", most=9)
    kinds = list_columns.guess(lines, PEOPLE, header=False)
    assert kinds == [Column.NAME, Column.FIXED_TABLE, Column.GROUP, Column.CODE]


@pytest.mark.parametrize(
    ("cells", "kinds", "name"),
    [
        (("Ebert, Dirk",), ["name"], "Dirk Ebert"),
        (("Dirk Ebert",), ["name"], "Dirk Ebert"),
        (("Ebert", "Dirk"), ["last_name", "first_name"], "Dirk Ebert"),
        (("Ebert", ""), ["last_name", "first_name"], "Ebert"),
        (("Mayer, Bob, jr.",), ["name"], "Mayer, Bob, jr."),
    ],
)
def test_a_name_is_read_as_it_is_spoken(cells, kinds, name):
    assert list_columns.given(Line(1, cells), [Column(kind) for kind in kinds]).name == name


@pytest.mark.parametrize(("text", "is_member"), [("", True), ("Mitglied", True), ("GAST", False)])
def test_member_or_guest_is_told_in_three_languages(text, is_member):
    assert list_columns.is_member(text) is is_member
    assert list_columns.is_member("Vorstand") is None


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Datum;Serie;Tisch;Spieler;Punkte", ["date", "session", "table", "name", "score"]),
        ("datum\tronde\ttafel\tspeler\tpunten", ["date", "session", "table", "name", "score"]),
        ("Date,Table,Name,Code,Score", ["date", "table", "name", "code", "score"]),
    ],
)
def test_a_header_of_results_is_known_in_three_languages(text, kinds):
    lines = read(text.encode(), most=9)
    assert list_columns.has_header(lines)
    assert list_columns.guess(lines, RESULTS, header=True) == kinds


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("15.03.2024;1;2;Bob;-30", ["date", "session", "table", "name", "score"]),
        ("Bob;2024-03-15 19:30;2;30;b2c3d4f5g6", ["name", "date", "table", "score", "code"]),
        ("Bob;30;gut", ["name", "score", ""]),
        ("1.3.24;1;A;30\n1.3.24;1;B;\nMay;x;C;5", ["date", "table", "name", "score"]),
    ],
)
def test_results_without_a_header_are_guessed_from_their_cells(text, kinds):
    assert list_columns.guess(read(text.encode(), most=9), RESULTS, header=False) == kinds
