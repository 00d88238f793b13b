"""Many records as columns: a file of lines read into arrays, for whoever learns from matches.

Nothing is replayed here: the columns hold what the records claim, and `document.validate_many`
says of each whether it is true.
"""

import gzip
import json
import zlib
from binascii import a2b_base64
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.play.table import Table
from engine.rules.errors import InvalidRecord
from engine.rules.game import Game

from . import document, packed
from .packed import REDEAL, Packed

Numbers: TypeAlias = npt.NDArray[np.int32]
Bytes: TypeAlias = npt.NDArray[np.uint8]

BEFORE_DECK, BEFORE_ACTIONS = 11, 13
"""Bytes of a round before its deck, and before its actions without those of the deck."""


@dataclass(frozen=True)
class Records:
    """Matches of one game as columns; S is the number of seats of the largest table.

    What a smaller table, or a smaller deck, does not have is 0.
    """

    game: Game
    codes: list[str]
    """Of each match its code, "" where the file does not say it."""
    players: Bytes
    """Of each match the number of its seats; shape (matches,)."""
    totals: Numbers
    """Shape (matches, S)."""
    places: Bytes
    """Shape (matches, S), the best 1."""
    match: npt.NDArray[np.int64]
    """Of each round the number of its match, from 0, never falling; shape (rounds,)."""
    dealer: Bytes
    """Shape (rounds,)."""
    redeal: npt.NDArray[np.bool_]
    """Whether a round was thrown in; shape (rounds,)."""
    decks: Bytes
    """Cards by number, in dealing order; shape (rounds, cards of the largest deck)."""
    cards: npt.NDArray[np.int64]
    """Of each round the number of its cards; shape (rounds,)."""
    scores: Numbers
    """Shape (rounds, S)."""
    starts: npt.NDArray[np.int64]
    """Round r has the actions from starts[r] to starts[r + 1]; shape (rounds + 1,)."""
    actions: npt.NDArray[np.uint16]
    """Actions of all rounds by number, one after the other."""

    def actions_of(self, number: int) -> npt.NDArray[np.uint16]:
        """Return the actions of one of the rounds, counted through all matches from 0."""
        return self.actions[self.starts[number] : self.starts[number + 1]]


def read_records(path: str | Path) -> Records:
    """Read a file with a record on each line, as sites and `arena` write them.

    It may be compressed with gzip, its name then ends with `.gz`. Of several lines about the same
    match the last counts. Raises InvalidRecord, with the line, for what is no record or of another
    game than the first, and OSError.
    """
    return records_of(lines_of(path))


def records_of(lines: Iterable[tuple[int, str]]) -> Records:
    """Read some lines of such a file, with their numbers; see `read_records`."""
    found: dict[str, tuple[str, Packed]] = {}
    game = None
    for number, line in lines:
        try:
            code, blob = _read_line(line)
            head = packed.unpack(blob)
        except (ValueError, LookupError, TypeError, AttributeError, InvalidRecord) as error:
            raise InvalidRecord(f"line {number} is no record: {error}") from None
        game = game or head.game
        if head.game is not game:
            raise InvalidRecord(f"line {number} is of {head.game.name}, not of {game.name}")
        found[code or f"line {number}"] = (code, head)
    if not found:
        raise InvalidRecord("there is no record")
    heads = [head for _code, head in found.values()]
    return _Reading(heads).columns([code for code, _head in found.values()])


def read_table(text: str) -> Table:
    """Return the table at the end of one record, alone or on a line of such a file.

    Raises InvalidRecord if it does not replay, and ValueError for what is not written as one.
    """
    told = json.loads(text)
    if isinstance(told, dict) and "match" in told:
        return document.opened(a2b_base64(str(told.get("record")), strict_mode=True))
    return document.replay(told)


def lines_of(path: str | Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file but for empty ones, with their numbers.

    What is no UTF-8 spoils its line alone. Raises InvalidRecord if a compressed file is damaged,
    and OSError.
    """
    path = Path(path)
    open_ = gzip.open if path.suffix == ".gz" else open
    try:
        with open_(path, "rt", encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except (EOFError, zlib.error) as error:
        raise InvalidRecord(f"{path} is cut short or damaged: {error}") from None


def _read_line(line: str) -> tuple[str, bytes]:
    """Return the code of the match, "" if there is none, and the compact record of a line."""
    told = json.loads(line)
    if told.get("record") == document.FORMAT:
        return "", document.encode(told)
    return told["match"], a2b_base64(told["record"], strict_mode=True)


class _Reading:
    """Many records whose rounds are read side by side: the first of each, then the second."""

    def __init__(self, heads: Sequence[Packed]) -> None:
        self._heads = heads
        self._data = np.frombuffer(b"".join(head.body for head in heads), np.uint8)
        self._rounds = np.array([head.rounds for head in heads], np.int64)
        self._players = np.array([head.players for head in heads], np.uint8)
        self._first = np.cumsum(self._rounds) - self._rounds
        self._at, self._cards, self._lengths, self._tails = self._places()

    def columns(self, codes: list[str]) -> Records:
        """Return all that the records say."""
        data, players, tails = self._data, self._players, self._tails
        match = np.repeat(np.arange(len(self._heads)), self._rounds)
        actions_at = self._at + BEFORE_ACTIONS + self._cards
        scores_at = actions_at + 2 * self._lengths
        return Records(
            game=self._heads[0].game,
            codes=codes,
            players=players,
            totals=_numbers(data, tails, players),
            places=_bytes(data, tails + 4 * players.astype(np.int64), players),
            match=match,
            dealer=data[self._at],
            redeal=data[self._at + 1] & REDEAL != 0,
            decks=_bytes(data, self._at + BEFORE_DECK, self._cards),
            cards=self._cards,
            scores=_numbers(data, scores_at, players[match]),
            starts=np.concatenate([[0], np.cumsum(self._lengths)]),
            actions=_words(data, actions_at, self._lengths),
        )

    def _places(self) -> tuple[npt.NDArray[np.int64], ...]:
        """Return where each round begins, its cards and actions counted, and where rounds end."""
        at = np.zeros((3, int(self._rounds.sum())), np.int64)
        sizes = np.array([len(head.body) for head in self._heads], np.int64)
        begin = np.cumsum(sizes) - sizes
        now = begin + np.array([head.start for head in self._heads])
        try:
            for number in range(int(self._rounds.max())):
                some = np.flatnonzero(self._rounds > number)
                here = now[some]
                cards = self._data[here + BEFORE_DECK - 1].astype(np.int64)
                words = here + BEFORE_DECK + cards
                lengths = self._data[words] + self._data[words + 1] * np.int64(256)
                at[:, self._first[some] + number] = here, cards, lengths
                now[some] = words + 2 + 2 * lengths + 4 * self._players[some].astype(np.int64)
        except IndexError:
            raise InvalidRecord(packed.CUT_SHORT) from None
        if (now + 5 * self._players.astype(np.int64) != begin + sizes).any():
            raise InvalidRecord("a record is not as long as it says")
        return at[0], at[1], at[2], now


def _bytes(data: Bytes, starts: Any, lengths: Any) -> Bytes:
    """Return rows of as many bytes as the longest has, others filled with 0."""
    return _rows(data, starts, lengths, 1)[..., 0]


def _numbers(data: Bytes, starts: Any, lengths: Any) -> Numbers:
    """Return rows of signed numbers of 32 bits, filled alike."""
    found: Numbers = _rows(data, starts, lengths, 4).view("<i4")[..., 0]
    return found


def _rows(data: Bytes, starts: Any, lengths: Any, size: int) -> Bytes:
    """Return rows of items of `size` bytes; shape (rows, items, size)."""
    items = np.arange(int(lengths.max(initial=0)))
    is_there = items < lengths[:, None]
    where = np.where(is_there, starts[:, None] + size * items, 0)[..., None] + np.arange(size)
    found: Bytes = data[where] * is_there[..., None].astype(np.uint8)
    return found


def _words(data: Bytes, starts: Any, lengths: Any) -> npt.NDArray[np.uint16]:
    """Return as many words of 16 bits from each start as its length says, all in a row.

    No start lies before an earlier one's end.
    """
    steps = np.zeros(len(data) + 1, np.int8)
    is_any = lengths > 0
    steps[starts[is_any]] += 1
    steps[(starts + 2 * lengths)[is_any]] -= 1
    found: npt.NDArray[np.uint16] = data[np.cumsum(steps[:-1], dtype=np.int8) > 0].view("<u2")
    return found
