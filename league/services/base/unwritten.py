"""Notes which matches may have other open records than before: their files are then written anew.

They are written at night by `results/record_files`.
"""

from collections.abc import Iterable

from league.models import Match, Result, UnwrittenBlock
from league.models.record_files import BLOCK


def note(match_ids: Iterable[int]) -> None:
    """Have the records of these matches written anew; one query, none without matches.

    Call it in the transaction that changes them.
    """
    blocks = sorted({pk // BLOCK for pk in match_ids})
    UnwrittenBlock.objects.bulk_create(UnwrittenBlock(block=block) for block in blocks)


def note_results(changes: Iterable[tuple[Match, Result | None]]) -> None:
    """Have matches that count with other results from now on written anew; as `note`.

    One whose first result was entered by people has no record, so it costs nothing.
    """
    note(match.pk for match, result in changes if _may_have_record(result))


def note_duplicates(duplicates: Iterable[int]) -> None:
    """Have the records of all matches of some duplicates written anew; two queries."""
    rows = Match.objects.filter(duplicate__in=list(duplicates))
    note(rows.values_list("pk", flat=True))


def _may_have_record(result: Result | None) -> bool:
    """Return whether a result that counts from now on has a record, or one before it had."""
    if result is None or result.version > 1:
        return True
    return result.source in {Result.Source.PLAYED, Result.Source.RECORD}
