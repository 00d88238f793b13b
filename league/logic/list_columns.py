"""What the columns of a list mean: told by their names in three languages, or by their cells."""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .lists import Line


class Column(StrEnum):
    """What a column says of a player."""

    IGNORED = ""
    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    CODE = "code"
    ROLE = "role"
    GROUP = "group"
    FIXED_TABLE = "fixed_table"


WORDS: Final[Mapping[Column, str]] = {
    Column.NAME: (
        "name,names,full name,naam,volledige naam,namen,player name,spielername,"
        "player,players,spieler,spielerin,speler,spelers,teilnehmer,deelnemer"
    ),
    Column.FIRST_NAME: "first name,given name,forename,vorname,rufname,voornaam",
    Column.LAST_NAME: "last name,surname,family name,nachname,familienname,zuname,achternaam",
    Column.CODE: "code,player code,spielercode,spelercode,spelerscode,kennung",
    Column.ROLE: "role,rolle,rol,status,member,mitglied,lid,membership",
    Column.GROUP: "group,gruppe,groep,team,mannschaft,ploeg,pair,paar,koppel",
    Column.FIXED_TABLE: "fixed table,table,fester tisch,tisch,vaste tafel,tafel",
}
"""How columns are called in English, German and Dutch."""
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


@dataclass(frozen=True, slots=True)
class Given:
    """What a line says, as it was typed."""

    line: int
    name: str = ""
    code: str = ""
    role: str = ""
    group: str = ""
    fixed_table: str = ""


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
    cells = lines[0].cells
    found = _by_names(cells) if header else _by_content(lines)
    return [kind if kind in known else Column.IGNORED for kind in found]


def given(line: Line, columns: Sequence[Column]) -> Given:
    """Return what a line says, its name as it is spoken: “Ebert, Dirk” is Dirk Ebert."""
    said = {kind: cell for kind, cell in zip(columns, line.cells, strict=False) if kind}
    whole = spoken(said.pop(Column.NAME, ""))
    first, last = said.pop(Column.FIRST_NAME, ""), said.pop(Column.LAST_NAME, "")
    name = whole or f"{first} {last}".strip()
    return Given(line.number, name, **{kind.value: cell for kind, cell in said.items()})


def spoken(name: str) -> str:
    """Return a name with the first name first."""
    last, comma, first = (part.strip() for part in name.partition(","))
    return f"{first} {last}" if comma and first and last and "," not in first else name


def is_member(text: str) -> bool | None:
    """Tell whether a cell says member or guest, None if neither; an empty one says member."""
    word = _plain(text)
    return True if not word or word in MEMBERS else False if word in GUESTS else None


def _by_names(cells: Sequence[str]) -> list[Column]:
    """Return what columns are called; the second one of a name is ignored.

    `player` is the code where another column is the name, as in our own tables.
    """
    words = [_plain(cell) for cell in cells]
    if "player" in words and words.count("player") == 1 and "name" in words:
        words[words.index("player")] = "code"
    found = [KINDS.get(word, Column.IGNORED) for word in words]
    return [
        kind if kind not in found[:number] else Column.IGNORED for number, kind in enumerate(found)
    ]


def _by_content(lines: Sequence[Line]) -> list[Column]:
    """Return what columns are that nobody names: a name, and the others by what is in them."""
    found: list[Column] = []
    for number in range(len(lines[0].cells)):
        values = [line.cells[number] for line in lines if line.cells[number]]
        kinds = [kind for kind in _likely(values) if kind not in found]
        found.append(kinds[0] if kinds else Column.IGNORED)
    return found


def _likely(values: Sequence[str]) -> list[Column]:
    """Return what a column with these values could be, the likeliest first."""
    if any(CODE.fullmatch(value) for value in values):
        return [Column.CODE]
    if all(value.isdecimal() and len(value) <= LONGEST_TABLE for value in values):
        return [Column.FIXED_TABLE]
    return [Column.NAME, Column.GROUP, Column.FIXED_TABLE]


def _plain(cell: str) -> str:
    """Return the name of a column in small letters and single spaces."""
    text = unicodedata.normalize("NFKC", cell).casefold().replace("_", " ").replace("-", " ")
    return " ".join(text.strip(" .:*").split())
