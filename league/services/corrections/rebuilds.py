"""Events rebuilt from their log, and held against what is stored."""

from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from league.logic import chronicle
from league.logic.chronicle import Difference
from league.logic.log_entries import Entry, Facts, Fields
from league.models import (
    AuditEntry,
    Dispute,
    Event,
    Handicap,
    Match,
    Penalty,
    Registration,
    Result,
    Round,
    Season,
    Seat,
)
from league.services.seasons import scoring


def differences(event: Event) -> list[Difference]:
    """Return in what the event is stored otherwise than its log says; nothing if it is equal.

    Twelve queries, whatever has happened. Call it in a transaction if results come in meanwhile.
    """
    return chronicle.differences(stored(event), rebuilt(event))


def rebuilt(event: Event) -> Facts:
    """Return the event as its log has it; the season's rules say what results give."""
    season = event.season
    rows = AuditEntry.objects.filter(event=event).order_by("id")
    entries = [
        Entry(row.action, row.subject, row.data, row.at.isoformat(), row.account_id) for row in rows
    ]
    return chronicle.rebuild(entries, lambda result: _scores(season, result))


def stored(event: Event) -> Facts:
    """Return the event as its rows have it."""
    facts: Facts = {}
    for session in event.sessions.all():
        facts[f"session:{session.code}"] = {"number": session.number, "status": session.status}
    matches = Match.objects.filter(session__event=event).select_related("session")
    for match in matches:
        facts[f"match:{match.code}"] = _match(match)
    seats = Seat.objects.filter(match__session__event=event)
    for seat in seats.select_related("match", "player", "counts_for"):
        facts[f"seat:{seat.match.code}/{seat.number}"] = _seat(seat)
    results = Result.objects.filter(match__session__event=event).select_related("match", "record")
    for result in results.prefetch_related("rounds"):
        facts[f"result:{result.match.code}/{result.version}"] = _result(result)
    disputes = Dispute.objects.filter(match__session__event=event).select_related("match")
    facts |= {f"dispute:{row.code}": _dispute(row) for row in disputes}
    penalties = Penalty.objects.filter(event=event).select_related("player")
    facts |= {f"penalty:{row.code}": _penalty(row) for row in penalties}
    handicaps = Handicap.objects.filter(event=event).select_related("player")
    facts |= {f"handicap:{row.code}": _handicap(row) for row in handicaps}
    registrations = Registration.objects.filter(event=event).select_related("player", "replaces")
    for registration in registrations.order_by("pk"):
        facts[f"registration:{registration.code}"] = fields_of_registration(registration)
    return chronicle.complete(facts)


def _scores(season: Season, result: Fields) -> Sequence[Fields]:
    """Return what a result of the log gives to each seat."""
    row = Result(totals=result["totals"], places=result["places"], forfeits=result["forfeits"])
    rounds = [Round(declarer=played["declarer"], won=played["won"]) for played in result["rounds"]]
    return [
        {"score": entry.score, "place": entry.place, "points": _exact(entry.points)}
        for entry in scoring.entries(season, row, rounds)
    ]


def _match(row: Match) -> Fields:
    return {
        "session": row.session.code if row.session else None,
        "table_number": row.table_number,
        "status": row.status,
        "version": row.version,
        "result_version": row.result_version,
        "proposed_version": row.proposed_version,
        "voided_from": row.voided_from,
        "finished_at": _at(row.finished_at),
    }


def _seat(row: Seat) -> Fields:
    return {
        "player": row.player.code,
        "counts_for": row.counts_for.code if row.counts_for else None,
        "score": row.score,
        "place": row.place,
        "points": None if row.points is None else _exact(row.points),
    }


def _result(row: Result) -> Fields:
    record = getattr(row, "record", None)
    return {
        "source": row.source,
        "totals": row.totals,
        "places": row.places,
        "forfeits": row.forfeits,
        "reason": row.reason,
        "rounds": [
            {
                "dealer": played.dealer,
                "scores": played.scores,
                "sheet": played.sheet,
                "redeal": played.redeal,
                "declarer": played.declarer,
                "won": played.won,
            }
            for played in row.rounds.all()
        ],
        "record": None if record is None else b64encode(bytes(record.blob)).decode(),
        "entered_by": row.entered_by_id,
        "entered_at": _at(row.entered_at),
        "entered_seat": row.entered_seat,
        "confirmed_by": row.confirmed_by_id,
        "confirmed_at": _at(row.confirmed_at),
        "confirmed_seat": row.confirmed_seat,
    }


def _dispute(row: Dispute) -> Fields:
    return {
        "match": row.match.code,
        "status": row.status,
        "reason": row.reason,
        "opened_by": row.opened_by_id,
        "opened_at": _at(row.opened_at),
        "closed_by": row.closed_by_id,
        "closed_at": _at(row.closed_at),
        "answer": row.answer,
    }


def _penalty(row: Penalty) -> Fields:
    return {
        "player": row.player.code,
        "points": _exact(row.points),
        "reason": row.reason,
        "status": row.status,
        "given_by": row.given_by_id,
        "given_at": _at(row.given_at),
        "revoked_by": row.revoked_by_id,
        "revoked_at": _at(row.revoked_at),
        "revoked_because": row.revoked_because,
    }


def _handicap(row: Handicap) -> Fields:
    return {
        "player": row.player.code,
        "points": _exact(row.points),
        "reason": row.reason,
        "status": row.status,
        "set_by": row.set_by_id,
        "set_at": _at(row.set_at),
        "ended_by": row.ended_by_id,
        "ended_at": _at(row.ended_at),
        "ended_because": row.ended_because,
    }


def fields_of_registration(row: Registration) -> Fields:
    """Return a registration as the log has it; its player and whom it replaces are loaded."""
    return {
        "player": row.player.code,
        "status": row.status,
        "registered_at": _at(row.registered_at),
        "registered_by": row.registered_by_id,
        "checked_in_at": _at(row.checked_in_at),
        "first_session": row.first_session,
        "last_session": row.last_session,
        "fixed_table": row.fixed_table,
        "group": row.group,
        "replaces": row.replaces.code if row.replaces else None,
    }


def _exact(points: Decimal) -> str:
    return str(points.quantize(Decimal("0.001")))


def _at(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
