"""What a result was before it was corrected, read from the log of its match."""

from dataclasses import dataclass

from league.models import AuditEntry, Match, Result

FINAL = ("result.final", "result.correct", "result.forfeit", "result.import", "result.agree")
"""Entries of the log by which another version of a result is in force, and final."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The result in force of a corrected match, and the one that was there before."""

    was: Result | None
    now: Result

    @property
    def is_same(self) -> bool:
        """Whether nothing but the status has changed: an organiser made it final alone."""
        return self.was is not None and self.was.totals == self.now.totals

    @property
    def rows(self) -> list[tuple[int, int | None, int]]:
        """Each seat with what it had and what it has."""
        before = self.was.totals if self.was else [None] * len(self.now.totals)
        return [
            (seat, was, now)
            for seat, (was, now) in enumerate(zip(before, self.now.totals, strict=True))
        ]


def last_correction(match: Match, result: Result | None) -> Correction | None:
    """Return how the final result of a match was last corrected, None where it never was.

    Two queries, none where nobody has given a reason.
    """
    if result is None or not result.reason or match.status != Match.Status.FINAL:
        return None
    entries = AuditEntry.objects.filter(subject=f"match:{match.code}", action__in=FINAL)
    told = entries.order_by("-pk").values_list("data", flat=True)
    versions = [data.get("version", data.get("result")) for data in told]
    earlier = [version for version in versions if version != result.version]
    older = match.results.filter(version__lt=result.version).order_by("-version")
    was = older.filter(version=earlier[0]) if earlier else older.filter(reason="")
    return Correction(was.first(), result)
