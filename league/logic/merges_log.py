"""Two players of an event who turned out to be one, rebuilt from the entries of its log.

| action | what its data holds | what it did |
|---|---|---|
| `player.merge` | player and into: codes; joined: dropped and kept, two registrations, and the fields of the one that stays | what the first had, the other has |
| `player.part` | player and from: codes; seats, owned, penalties, handicaps, registrations: what goes back; joined: kept, was, restored, after, substitutes | as it was before |

Codes stand for rows, and seats are named as rows are: by their match and number.
"""  # noqa: E501

from collections.abc import Callable, Mapping
from typing import Any

from .log_entries import Entry, Facts, Fields

OWNED = ("seat", "penalty", "handicap", "registration")


def _merge(facts: Facts, entry: Entry) -> None:
    gone, into = entry.data["player"], entry.data["into"]
    for row, fields in facts.items():
        if row.partition(":")[0] in OWNED:
            changed = {name: into for name in ("player", "counts_for") if fields.get(name) == gone}
            fields.update(changed)
    if joined := entry.data.get("joined"):
        del facts[_row(joined["dropped"])]
        facts[_row(joined["kept"])] = dict(joined["fields"])
        for fields in _registrations(facts):
            if fields["replaces"] == joined["dropped"]:
                fields["replaces"] = joined["kept"]


def _part(facts: Facts, entry: Entry) -> None:
    own = entry.data["player"]
    for seat in entry.data["seats"]:
        facts[f"seat:{seat}"]["player"] = own
    for seat in entry.data["owned"]:
        facts[f"seat:{seat}"]["counts_for"] = own
    for code in entry.data["penalties"]:
        facts[f"penalty:{code}"]["player"] = own
    for code in entry.data.get("handicaps", ()):  # older entries know of none
        facts[f"handicap:{code}"]["player"] = own
    for code in entry.data["registrations"]:
        facts[_row(code)]["player"] = own
    if joined := entry.data.get("joined"):
        _restore(facts, joined)


def _restore(facts: Facts, joined: Mapping[str, Any]) -> None:
    """Put a registration back where it was among the others, for those who wait keep an order."""
    row = _row(joined["dropped"])
    old = list(facts.items())
    names = [name for name, _fields in old]
    place = names.index(_row(joined["after"])) + 1 if joined["after"] else 0
    facts.clear()
    facts.update([*old[:place], (row, dict(joined["restored"])), *old[place:]])
    facts[_row(joined["kept"])] = dict(joined["was"])
    for code in joined["substitutes"]:
        facts[_row(code)]["replaces"] = joined["dropped"]


def _registrations(facts: Facts) -> list[Fields]:
    return [fields for row, fields in facts.items() if row.startswith("registration:")]


def _row(code: str) -> str:
    return f"registration:{code}"


HANDLERS: Mapping[str, Callable[[Facts, Entry], None]] = {
    "player.merge": _merge,
    "player.part": _part,
}
