"""The chronicle of an event: what it must look like, rebuilt from the entries of its log.

| action | what its data holds | what it did |
|---|---|---|
| `session.create` | number | a session in draft |
| `draw.…` with `tables` | match, number, seats, counts_for of each table | the session's tables, instead of those before |
| `draw.join` | match, player, counts_for | somebody takes a further seat of a table |
| `table.begin` | session: its code; number, seats | a match of the session, open at once |
| `draw.publish`, `draw.undo` | | the session and its matches are open, or a draft again |
| `event.cancel`, `event.reinstate` | reason; matches: their codes | these are void, or open again |
| `session.close`, `session.reopen` | | |
| `result.enter` | a whole result (version, source, totals, places, forfeits, reason, rounds, record) | it waits for confirmation |
| `result.correct`, `result.forfeit` | a whole result | it is in force and final |
| `result.import` | a whole result, and when it was played | it is in force, and final since then |
| `result.propose` | a whole result | it waits for a second person |
| `result.final`, `result.agree`, `result.decline` | result: its version | |
| `match.dispute`, `match.undispute` | dispute: its code; reason, or status and answer | |
| `match.void`, `match.reopen` | reason; was, to: the status before and after | |
| `penalty.give`, `penalty.revoke` | player, points, reason | |
| `handicap.set` | handicaps: code, player and points of each; ended: codes; reason | new ones are in force, others not any more |

Codes stand for rows and primary keys for accounts. Registrations are rebuilt by
`registrations_log`, and players who turned out to be one person by `merges_log`. Other actions change nothing of this.
"""  # noqa: E501

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeAlias

from . import merges_log, registrations_log
from .log_entries import Entry, Facts, Fields

Scorer: TypeAlias = Callable[[Fields], Sequence[Fields]]
"""Gives score, place and points of each seat for a result."""

NOT_OF_RESULTS = frozenset({"version", "played_at", "imported", "seat"})
"""What an entry of a result says beside it."""

UNSCORED: Fields = {"score": None, "place": None, "points": None}


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is stored otherwise than the log has it, None where the row is missing."""

    row: str
    field: str
    stored: Any
    rebuilt: Any


def rebuild(entries: Iterable[Entry], score: Scorer) -> Facts:
    """Return the rows of an event as its log has them, in the order of the entries."""
    event = _Event(score)
    for entry in entries:
        kind = "draw" if entry.action.startswith("draw.") else entry.action
        if kind in HANDLERS:
            HANDLERS[kind](event, entry)
        elif kind in registrations_log.HANDLERS:
            registrations_log.HANDLERS[kind](event.facts, entry)
        elif kind in merges_log.HANDLERS:
            merges_log.HANDLERS[kind](event.facts, entry)
    return complete(event.facts)


def complete(facts: Facts) -> Facts:
    """Return the rows with what follows from them: points of players, order of those who wait."""
    return facts | totals(facts) | registrations_log.waiting_list(facts)


def totals(facts: Facts) -> Facts:
    """Return what each player has from the event: points of seats, penalties and handicaps."""
    found: dict[str, Fields] = {}
    for row, fields in facts.items():
        if row.startswith("seat:") and fields["points"] is not None:
            own = found.setdefault(
                f"standing:{fields['counts_for'] or fields['player']}", _nothing()
            )
            own["points"] += Decimal(fields["points"])
            own["matches"] += 1
        elif row.startswith("penalty:") and fields["status"] == "in_force":
            own = found.setdefault(f"standing:{fields['player']}", _nothing())
            own["points"] -= Decimal(fields["points"])
        elif row.startswith("handicap:") and fields["status"] == "in_force":
            own = found.setdefault(f"standing:{fields['player']}", _nothing())
            own["points"] += Decimal(fields["points"])
    return found


def differences(stored: Facts, rebuilt: Facts) -> list[Difference]:
    """Return every field in which the two are not the same, row by row."""
    found = []
    for row in sorted(stored.keys() | rebuilt.keys()):
        ours, theirs = stored.get(row, {}), rebuilt.get(row, {})
        found += [
            Difference(row, name, ours.get(name), theirs.get(name))
            for name in sorted(ours.keys() | theirs.keys())
            if name not in ours or name not in theirs or ours[name] != theirs[name]
        ]
    return found


def _nothing() -> Fields:
    return {"points": Decimal(0), "matches": 0}


@dataclass
class _Event:
    """The rows as the entries read so far have them."""

    score: Scorer
    facts: Facts = field(default_factory=dict)

    def matches_of(self, session: str) -> list[Fields]:
        """Return the matches of a session."""
        return [
            fields
            for row, fields in self.facts.items()
            if row.startswith("match:") and fields["session"] == session
        ]

    def count(self, match: str, version: int | None) -> None:
        """Let a match count with a version of its result, or not at all."""
        seats = [row for row in self.facts if row.startswith(f"seat:{match}/")]
        result = self.facts.get(f"result:{match}/{version}")
        given = self.score(result) if result else [UNSCORED] * len(seats)
        for number, fields in enumerate(given):
            self.facts[f"seat:{match}/{number}"].update(fields)

    def settle(self, match: str, entry: Entry) -> None:
        """Close the open dispute of a match, if any."""
        for row, fields in self.facts.items():
            is_open = row.startswith("dispute:") and fields["status"] == "open"
            if is_open and fields["match"] == match:
                fields.update(status="settled", closed_by=entry.by, closed_at=entry.at)


def _create_session(event: _Event, entry: Entry) -> None:
    event.facts[entry.subject] = {"number": entry.data["number"], "status": "draft"}


def _close_session(event: _Event, entry: Entry) -> None:
    event.facts[entry.subject]["status"] = "closed"


def _reopen_session(event: _Event, entry: Entry) -> None:
    event.facts[entry.subject]["status"] = "published"


def _draw(event: _Event, entry: Entry) -> None:
    """Seat who was drawn, or open the matches of the session, or take that back."""
    session = event.facts[entry.subject]
    if "tables" in entry.data:
        _seat(event, entry)
    if entry.action == "draw.join":
        _join(event, entry)
    if entry.action == "draw.publish":
        session["status"] = "published"
        for match in event.matches_of(_code(entry)):
            match["status"] = "open" if match["status"] == "draft" else match["status"]
    elif entry.action == "draw.undo":
        session["status"] = "draft"
        for match in event.matches_of(_code(entry)):
            match.update(status="draft", voided_from="", finished_at=None)


def _cancel(event: _Event, entry: Entry) -> None:
    for match in entry.data.get("matches", ()):
        event.facts[f"match:{match}"].update(
            status="void", voided_from="open", finished_at=entry.at
        )


def _reinstate(event: _Event, entry: Entry) -> None:
    for match in entry.data.get("matches", ()):
        event.facts[f"match:{match}"].update(status="open", voided_from="", finished_at=None)


def _seat(event: _Event, entry: Entry) -> None:
    gone = {
        row.partition(":")[2]
        for row, fields in event.facts.items()
        if row.startswith("match:") and fields["session"] == _code(entry)
    }
    event.facts = {
        row: fields
        for row, fields in event.facts.items()
        if row.partition(":")[2].partition("/")[0] not in gone
    }
    for table in entry.data["tables"]:
        _add_table(event, _code(entry), table, status="draft")


def _add_table(event: _Event, session: str, table: Mapping[str, Any], *, status: str) -> None:
    event.facts[f"match:{table['match']}"] = {
        "session": session,
        "table_number": table["number"],
        "status": status,
        "version": 0,
        "result_version": 0,
        "proposed_version": None,
        "voided_from": "",
        "finished_at": None,
    }
    owners = table.get("counts_for") or [None] * len(table["seats"])
    for number, (player, owner) in enumerate(zip(table["seats"], owners, strict=True)):
        event.facts[f"seat:{table['match']}/{number}"] = {
            "player": player,
            "counts_for": owner,
            **UNSCORED,
        }


def _join(event: _Event, entry: Entry) -> None:
    match = entry.data["match"]
    number = sum(row.startswith(f"seat:{match}/") for row in event.facts)
    event.facts[f"seat:{match}/{number}"] = {
        "player": entry.data["player"],
        "counts_for": entry.data["counts_for"],
        **UNSCORED,
    }


def _begin_table(event: _Event, entry: Entry) -> None:
    """Open the match of an online table."""
    table = {**entry.data, "match": _code(entry)}
    _add_table(event, entry.data["session"], table, status="open")


def _enter(event: _Event, entry: Entry) -> None:
    """Store a version of a result, and let it wait, be proposed, or count at once."""
    match, version = event.facts[entry.subject], entry.data["version"]
    event.facts[f"result:{_code(entry)}/{version}"] = {
        **{name: value for name, value in entry.data.items() if name not in NOT_OF_RESULTS},
        "entered_by": entry.by,
        "entered_at": entry.at,
        "entered_seat": entry.data.get("seat"),
        "confirmed_by": None,
        "confirmed_at": None,
        "confirmed_seat": None,
    }
    match["version"] = version
    if entry.action == "result.propose":
        match["proposed_version"] = version
        return
    match["result_version"] = version
    event.settle(_code(entry), entry)
    if entry.action == "result.enter":
        match["status"] = "entered"
        return
    match.update(status="final", proposed_version=None)
    match["finished_at"] = match["finished_at"] or entry.data.get("played_at") or entry.at
    event.count(_code(entry), version)


def _finish(event: _Event, entry: Entry) -> None:
    match = event.facts[entry.subject]
    match.update(status="final", version=match["version"] + 1, finished_at=entry.at)
    _confirm(event, entry)


def _agree(event: _Event, entry: Entry) -> None:
    match = event.facts[entry.subject]
    match.update(
        version=match["version"] + 1, result_version=entry.data["result"], proposed_version=None
    )
    event.settle(_code(entry), entry)
    _confirm(event, entry)


def _confirm(event: _Event, entry: Entry) -> None:
    version, seat = entry.data["result"], entry.data.get("seat")
    if entry.by is not None or seat is not None:
        result = event.facts[f"result:{_code(entry)}/{version}"]
        result.update(confirmed_by=entry.by, confirmed_at=entry.at, confirmed_seat=seat)
    event.count(_code(entry), version)


def _decline(event: _Event, entry: Entry) -> None:
    match = event.facts[entry.subject]
    match.update(version=match["version"] + 1, proposed_version=None)


def _void(event: _Event, entry: Entry) -> None:
    match = event.facts[entry.subject]
    match.update(
        status="void", voided_from=entry.data["was"], proposed_version=None, finished_at=entry.at
    )
    event.settle(_code(entry), entry)
    event.count(_code(entry), None)


def _reopen(event: _Event, entry: Entry) -> None:
    match, to = event.facts[entry.subject], entry.data["to"]
    is_final = to == "final"
    match.update(status=to, voided_from="", finished_at=entry.at if is_final else None)
    event.count(_code(entry), match["result_version"] if is_final else None)


def _dispute(event: _Event, entry: Entry) -> None:
    match = event.facts[entry.subject]
    match["status"] = "final" if match["status"] == "final" else "disputed"
    event.facts[f"dispute:{entry.data['dispute']}"] = {
        "match": _code(entry),
        "status": "open",
        "reason": entry.data["reason"],
        "opened_by": entry.by,
        "opened_at": entry.at,
        "closed_by": None,
        "closed_at": None,
        "answer": "",
    }


def _undispute(event: _Event, entry: Entry) -> None:
    match = event.facts[entry.subject]
    match["status"] = "entered" if match["status"] == "disputed" else match["status"]
    event.facts[f"dispute:{entry.data['dispute']}"].update(
        status=entry.data["status"],
        answer=entry.data["answer"],
        closed_by=entry.by,
        closed_at=entry.at,
    )


def _penalise(event: _Event, entry: Entry) -> None:
    event.facts[entry.subject] = {
        "player": entry.data["player"],
        "points": str(Decimal(entry.data["points"]).quantize(Decimal("0.001"))),
        "reason": entry.data["reason"],
        "status": "in_force",
        "given_by": entry.by,
        "given_at": entry.at,
        "revoked_by": None,
        "revoked_at": None,
        "revoked_because": "",
    }


def _revoke(event: _Event, entry: Entry) -> None:
    event.facts[entry.subject].update(
        status="revoked",
        revoked_by=entry.by,
        revoked_at=entry.at,
        revoked_because=entry.data["reason"],
    )


def _set_handicaps(event: _Event, entry: Entry) -> None:
    reason = entry.data["reason"]
    for code in entry.data["ended"]:
        event.facts[f"handicap:{code}"].update(
            status="ended", ended_by=entry.by, ended_at=entry.at, ended_because=reason
        )
    for one in entry.data["handicaps"]:
        event.facts[f"handicap:{one['code']}"] = {
            "player": one["player"],
            "points": str(Decimal(one["points"]).quantize(Decimal("0.001"))),
            "reason": reason,
            "status": "in_force",
            "set_by": entry.by,
            "set_at": entry.at,
            "ended_by": None,
            "ended_at": None,
            "ended_because": "",
        }


def _code(entry: Entry) -> str:
    return entry.subject.partition(":")[2]


HANDLERS: Mapping[str, Callable[[_Event, Entry], None]] = {
    "event.cancel": _cancel,
    "event.reinstate": _reinstate,
    "session.create": _create_session,
    "session.close": _close_session,
    "session.reopen": _reopen_session,
    "draw": _draw,
    "table.begin": _begin_table,
    "result.enter": _enter,
    "result.correct": _enter,
    "result.forfeit": _enter,
    "result.import": _enter,
    "result.propose": _enter,
    "result.final": _finish,
    "result.agree": _agree,
    "result.decline": _decline,
    "match.void": _void,
    "match.reopen": _reopen,
    "match.dispute": _dispute,
    "match.undispute": _undispute,
    "penalty.give": _penalise,
    "penalty.revoke": _revoke,
    "handicap.set": _set_handicaps,
}
