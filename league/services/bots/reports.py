"""What authors' bots did in matches: kept for their authors, and the words of it not for ever."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from bots.conversation.process import Effort
from bots.playing.runner import Fault
from league.models import Match, Part, Seat, Tally, Version
from league.services.base.names import storable
from league.services.monitoring import tallies

QUARANTINED = "quarantined"
"""The fault of a version that the default action played for because it was in quarantine."""

LOG_BYTES = 16 * 1024
"""How much of the end of a log is kept."""
SLICE = 500
MOST_SLICES = 20
"""How many slices are forgotten at a time; the next time goes on."""
WEIGHT = 16
"""How many matches the running mean of a version's time looks back on, about."""


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """The part of a version that has just been played; without effort it was not asked at all."""

    seat: Seat
    version: Version
    effort: Effort | None
    fault: Fault | None


def store(*, parts: Sequence[PlayedPart], now: datetime) -> list[Part]:
    """Store what versions did, in the transaction that stores the results of their matches.

    A fixed number of queries for any number of parts. Versions are locked until the commit.
    """
    if not parts:
        return []
    with transaction.atomic():
        stored = Part.objects.bulk_create(_part_of(part, now) for part in parts)
        _note_time(parts)
        faults = [part.fault for part in stored if part.fault]
        tallies.count(Tally.What.FAULT, about=faults, now=now)
    return stored


def stand_ins(match: Match) -> list[Part]:
    """Return the parts that ended with a fault: from there on the first legal action was played.

    Everybody who may know of the match reads where, but neither why nor anything of its words.
    """
    rows = Part.objects.filter(seat__match=match).exclude(fault="").select_related("seat__player")
    return list(rows.order_by("seat__number"))


def forget_words(*, now: datetime) -> int:
    """Blank the logs and evidence of parts older than BOT_LOG_DAYS; return of how many.

    Goes in slices, each a transaction of its own, and takes a bounded number of them.
    """
    last = now - timedelta(days=settings.BOT_LOG_DAYS)
    old = Part.objects.exclude(log="", fault_evidence="").filter(created_at__lt=last)
    forgotten = 0
    for _slice in range(MOST_SLICES):
        rows = list(old.order_by("created_at").values_list("pk", flat=True)[:SLICE])
        forgotten += Part.objects.filter(pk__in=rows).update(log="", fault_evidence="")
        if len(rows) < SLICE:
            break
    return forgotten


def _part_of(part: PlayedPart, now: datetime) -> Part:
    effort = part.effort or Effort()
    row = Part(
        seat=part.seat,
        version=part.version,
        actions=effort.actions,
        thinking_ms=_ms(effort.thinking_s),
        slowest_ms=_ms(effort.slowest_s),
        log=storable(effort.log[-LOG_BYTES:].decode(errors="replace")),
        created_at=now,
    )
    if part.effort is None:
        row.fault, row.fault_round, row.fault_action = QUARANTINED, 0, 0
        row.fault_detail = "this version was in quarantine: the first legal action was played"
    elif part.fault is not None:
        row.fault = str(part.fault.reason)
        row.fault_detail = storable(part.fault.detail)
        row.fault_evidence = storable(part.fault.evidence)
        row.fault_round, row.fault_action = part.fault.round, part.fault.action
    return row


def _note_time(parts: Iterable[PlayedPart]) -> None:
    """Let the time of whole parts move the mean of their versions."""
    times: dict[int, list[float]] = {}
    for part in parts:
        if part.effort is not None and part.fault is None:
            times.setdefault(part.version.pk, []).append(part.effort.thinking_s)
    held = Version.objects.filter(pk__in=times).order_by("pk").select_for_update()
    versions = list(held.only("match_ms")) if times else []
    for version in versions:
        for taken_s in times[version.pk]:
            version.match_ms = _mean(version.match_ms, _ms(taken_s))
    Version.objects.bulk_update(versions, ["match_ms"])


def _mean(before_ms: int, taken_ms: int) -> int:
    """Return the running mean; 0 stands for a version that has not played yet."""
    if not before_ms:
        return max(1, taken_ms)
    return max(1, round(before_ms + (taken_ms - before_ms) / WEIGHT))


def _ms(seconds: float) -> int:
    return max(0, round(1000 * seconds))
