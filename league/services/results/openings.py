"""How the rounds of a game began in all open records: counted when their files are written."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.records import openings, packed
from engine.records.openings import Openings
from engine.records.packed import Packed
from engine.rules.errors import InvalidRecord
from league.models import RecordFile

Told = dict[str, Any]
"""Counts as they are stored: by the number of players, then as `Openings`, keys being text."""


def told(blobs: Iterable[bytes]) -> Told:
    """Return how the rounds of records began, as it is stored.

    Records of a game that this site does not have any more are not counted.
    """
    return _stored(openings.openings_of(_heads(blobs)))


def added(parts: Iterable[Told]) -> Told:
    """Return the sum of what is stored."""
    return _stored(_sum(parts))


def of_game(game: str) -> dict[int, Openings]:
    """Return how the rounds of a game began, by the number of players, the fewest first.

    One query, which reads a row for each month. Counts are as of last night.
    """
    found = _sum(RecordFile.objects.filter(game=game).values_list("openings", flat=True))
    return dict(sorted(found.items()))


def _heads(blobs: Iterable[bytes]) -> Iterator[Packed]:
    for blob in blobs:
        try:
            yield packed.unpack(blob)
        except InvalidRecord:
            continue


def _sum(parts: Iterable[Mapping[str, Any]]) -> dict[int, Openings]:
    found: dict[int, Openings] = {}
    for part in parts:
        for players, counted in part.items():
            found.setdefault(int(players), Openings()).add(_read(counted))
    return found


def _read(counted: Mapping[str, Any]) -> Openings:
    read = Openings(rounds=counted["rounds"])
    for name in ("calls", "leads"):
        getattr(read, name).update({int(key): count for key, count in counted[name].items()})
    return read


def _stored(found: Mapping[int, Openings]) -> Told:
    return {
        str(players): {"rounds": one.rounds, "calls": dict(one.calls), "leads": dict(one.leads)}
        for players, one in found.items()
    }
