"""The log of an event: entries complete enough that the event can be rebuilt from them.

What each action's `data` holds says `league/logic/chronicle.py`, which reads them.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from league.logic.outcomes import Outcome, PlayedRound
from league.models import Account, Match, Player, Result, Seat, Session

from . import audit


def note(
    *, match: Match, action: str, data: Mapping[str, Any], by: Account | None, now: datetime
) -> None:
    """Add an entry about what was done to a match of an event."""
    audit.note_matches([(match, data)], action=action, by=by, now=now)


def note_results(
    stored: Sequence[tuple[Result, Outcome]], *, action: str, by: Account | None, now: datetime
) -> None:
    """Add an entry about each new version of a result; those of ladders have none.

    One query for any number of them.
    """
    entries = [
        (result.match, _data_of(result, outcome))
        for result, outcome in stored
        if result.match.session_id
    ]
    audit.note_matches(entries, action=action, by=by, now=now)


def note_final(results: Sequence[Result], *, by: Account | None, now: datetime) -> None:
    """Add an entry about each result that became final; those of ladders have none."""
    entries = [
        (result.match, {"result": result.version, **_seat(result.confirmed_seat)})
        for result in results
        if result.match.session_id
    ]
    audit.note_matches(entries, action="result.final", by=by, now=now)


def tables_of(session: Session) -> list[dict[str, Any]]:
    """Return the tables of a session as the entry about its draw holds them; two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player", "counts_for"))
    return [
        {
            "match": match.code,
            "number": match.table_number,
            "seats": [seat.player.code for seat in match.seats.all()],
            "counts_for": [
                seat.counts_for.code if seat.counts_for else None for seat in match.seats.all()
            ],
        }
        for match in session.matches.order_by("table_number").prefetch_related(seats)
    ]


def draw_of(session: Session, byes: Iterable[Player]) -> dict[str, Any]:
    """Return who sits where and who sits out, as entries about a draw hold it; two queries."""
    return {"tables": tables_of(session), "byes": [player.code for player in byes]}


def _data_of(result: Result, outcome: Outcome) -> dict[str, Any]:
    return {
        "version": result.version,
        "source": str(result.source),
        "totals": result.totals,
        "places": result.places,
        "forfeits": result.forfeits,
        "reason": result.reason,
        "rounds": [_round_of(played) for played in outcome.rounds],
        "record": None if outcome.blob is None else b64encode(outcome.blob).decode(),
        **({"played_at": outcome.played_at.isoformat()} if outcome.played_at else {}),
        **_seat(result.entered_seat),
    }


def _seat(number: int | None) -> dict[str, int]:
    """Return what an entry says of the seat of a guest, who has no account that it could name."""
    return {} if number is None else {"seat": number}


def _round_of(played: PlayedRound) -> dict[str, Any]:
    return {
        "dealer": played.dealer,
        "scores": list(played.scores),
        "sheet": played.sheet,
        "redeal": played.redeal,
        "declarer": played.declarer,
        "won": played.won,
    }
