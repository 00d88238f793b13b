"""What the columns of a list mean: told by their names in three languages, or by their cells."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .lists import Line


class Column(StrEnum):
    """What a column says of a player, or of a match that was played."""

    IGNORED = ""
    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    CODE = "code"
    ROLE = "role"
    EMAIL = "email"
    GROUP = "group"
    FIXED_TABLE = "fixed_table"
    DATE = "date"
    SESSION = "session"
    TABLE = "table"
    SCORE = "score"


WORDS: Final[Mapping[Column, str]] = {
    Column.NAME: (
        "name,names,full name,naam,volledige naam,namen,player name,spielername,"
        "player,players,spieler,spielerin,speler,spelers,teilnehmer,deelnemer"
    ),
    Column.FIRST_NAME: "first name,given name,forename,vorname,rufname,voornaam",
    Column.LAST_NAME: "last name,surname,family name,nachname,familienname,zuname,achternaam",
    Column.CODE: "code,player code,spielercode,spelercode,spelerscode,kennung",
    Column.ROLE: "role,rolle,rol,status,member,mitglied,lid,membership",
    Column.EMAIL: (
        "email,e mail,mail,email address,e mail address,mail address,emailadresse,e mail adresse,"
        "mailadresse,mail adresse,emailadres,e mailadres,e mail adres,mailadres"
    ),
    Column.GROUP: "group,gruppe,groep,team,mannschaft,ploeg,pair,paar,koppel",
    Column.FIXED_TABLE: "fixed table,table,fester tisch,tisch,vaste tafel,tafel",
    Column.DATE: "date,day,evening,datum,tag,abend,dag,avond,played on,gespielt am,gespeeld op",
    Column.SESSION: "session,round,serie,runde,durchgang,zitting,sessie,ronde",
    Column.TABLE: "table,tisch,tafel,table number,tischnummer,tafelnummer",
    Column.SCORE: "score,points,result,punkte,spielpunkte,ergebnis,punten,resultaat,stand",
}
"""How columns are called in English, German and Dutch; some names mean more than one thing."""
KINDS: Final = {word: kind for kind, words in WORDS.items() for word in words.split(",")}
MEMBERS: Final = frozenset(
    {"member", "members", "mitglied", "mitglieder", "lid", "leden", "ja", "yes"}
)
GUESTS: Final = frozenset({"guest", "guests", "gast", "gäste", "gasten", "no", "nein", "nee"})
SURNAMES: Final = frozenset({"spieler", "speler", "player", "lid", "tisch", "tafel", "paar"})
"""Words that could be somebody's name, too; see `has_header`."""
CALLED: Final = frozenset({Column.NAME, Column.FIRST_NAME, Column.LAST_NAME, Column.CODE})
CODE: Final = re.compile(r"(?=.*[0-9])[0-9a-z]{10}|[a-hjkmnp-tv-z]{10}")
"""What looks like a player's code: with a digit also if mistyped, otherwise in its letters."""
LONGEST_TABLE: Final = 3
NUMBER: Final = re.compile(r"[-+−]?[0-9]+")
DATE: Final = re.compile(r"[0-9]+[-./][0-9]+[-./].*")
"""How a number looks, and how a date begins."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a line says, as it was typed."""

    line: int
    name: str = ""
    code: str = ""
    role: str = ""
    email: str = ""
    group: str = ""
    fixed_table: str = ""
    date: str = ""
    session: str = ""
    table: str = ""
    score: str = ""


def has_header(lines: Sequence[Line]) -> bool:
    """Tell whether the first line names columns, and no player.

    A word that could be a surname names a column only where all cells do, or where whole names
    stand below it.
    """
    if not lines:
        return False
    words = {number: _plain(cell) for number, cell in enumerate(lines[0].cells) if cell}
    known = {number: word for number, word in words.items() if word in KINDS}
    is_sure = len(known) == len(words) or any(
        word not in SURNAMES or any(" " in line.cells[number] for line in lines[1:])
        for number, word in known.items()
    )
    return is_sure and any(KINDS[word] in CALLED for word in known.values())


def guess(lines: Sequence[Line], known: Collection[Column], *, header: bool) -> list[Column]:
    """Return what each column means, of those `known` where the list is for."""
    if not lines:
        return []
    if header:
        return _by_names(lines[0].cells, known)
    return _of_results(lines) if Column.SCORE in known else _by_content(lines, known)


def given(line: Line, columns: Sequence[Column]) -> Given:
    """Return what a line says, its name as it is spoken: “Ebert, Dirk” is Dirk Ebert."""
    said = {kind: cell for kind, cell in zip(columns, line.cells, strict=False) if kind}
    whole = spoken(said.pop(Column.NAME, ""))
    first, last = said.pop(Column.FIRST_NAME, ""), said.pop(Column.LAST_NAME, "")
    name = whole or f"{first} {last}".strip()
    return Given(line.number, name, **{kind.value: cell for kind, cell in said.items()})


def kind_of(cell: str) -> Column:
    """Return what a column of this name means; `Player 2` is one more player."""
    return KINDS.get(_plain(cell).rstrip("0123456789 "), Column.IGNORED)


def spoken(name: str) -> str:
    """Return a name with the first name first."""
    last, comma, first = (part.strip() for part in name.partition(","))
    return f"{first} {last}" if comma and first and last and "," not in first else name


def is_member(text: str) -> bool | None:
    """Tell whether a cell says member or guest, None if neither; an empty one says member."""
    word = _plain(text)
    return True if not word or word in MEMBERS else False if word in GUESTS else None


def _by_names(cells: Sequence[str], known: Collection[Column]) -> list[Column]:
    """Return what columns are called; the second one of a name is ignored.

    `player` is the code where another column is the name, as in our own tables.
    """
    words = [_plain(cell) for cell in cells]
    if "player" in words and words.count("player") == 1 and "name" in words:
        words[words.index("player")] = "code"
    kinds = {word: kind for kind in known for word in WORDS.get(kind, "").split(",")}
    found = [kinds.get(word, Column.IGNORED) for word in words]
    return [
        kind if kind not in found[:number] else Column.IGNORED for number, kind in enumerate(found)
    ]


def _by_content(lines: Sequence[Line], known: Collection[Column]) -> list[Column]:
    """Return what columns are that nobody names: a name, and the others by what is in them."""
    found: list[Column] = []
    for values in _columns(lines):
        kinds = [kind for kind in _likely(values) if kind not in found]
        found.append(kinds[0] if kinds else Column.IGNORED)
    return [kind if kind in known else Column.IGNORED for kind in found]


def _of_results(lines: Sequence[Line]) -> list[Column]:
    """Return what columns of results are that nobody names.

    Of those with numbers the last one is the score; table and session stand before it.
    """
    columns = list(_columns(lines))
    numbers = [number for number, cells in enumerate(columns) if _are_mostly(NUMBER, cells)]
    found = dict(zip(reversed(numbers), (Column.SCORE, Column.TABLE, Column.SESSION), strict=False))
    for number, cells in enumerate(columns):
        kind = _of_words(cells)
        if number not in numbers and kind not in found.values():
            found[number] = kind
    return [found.get(number, Column.IGNORED) for number in range(len(columns))]


def _of_words(values: Sequence[str]) -> Column:
    """Return what a column of results is that has no numbers."""
    if _are_mostly(DATE, values):
        return Column.DATE
    return Column.CODE if any(map(CODE.fullmatch, values)) else Column.NAME


def _are_mostly(pattern: re.Pattern[str], values: Sequence[str]) -> bool:
    """Tell whether more than half of the values look like this; the others are mistakes."""
    return sum(pattern.fullmatch(value) is not None for value in values) * 2 > len(values)


def _columns(lines: Sequence[Line]) -> Iterator[list[str]]:
    """Yield what stands in each column, without its empty cells."""
    for number in range(len(lines[0].cells)):
        yield [line.cells[number] for line in lines if line.cells[number]]


def _likely(values: Sequence[str]) -> list[Column]:
    """Return what a column with these values could be, the likeliest first."""
    if any(CODE.fullmatch(value) for value in values):
        return [Column.CODE]
    if any("@" in value for value in values):
        return [Column.EMAIL]
    if all(value.isdecimal() and len(value) <= LONGEST_TABLE for value in values):
        return [Column.FIXED_TABLE]
    return [Column.NAME, Column.GROUP, Column.FIXED_TABLE]


def _plain(cell: str) -> str:
    """Return the name of a column in small letters and single spaces."""
    text = unicodedata.normalize("NFKC", cell).casefold().replace("_", " ").replace("-", " ")
    return " ".join(text.strip(" .:*").split())
