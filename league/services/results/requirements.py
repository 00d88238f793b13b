"""What has to hold before a result is entered or confirmed, each refused in a sentence."""

from django.utils.translation import gettext as _

from league.models import Match, Record, Result
from league.services.base.refusals import Conflict, Forbidden, Stale
from league.services.seasons import seasons

from . import card_guests, states
from .card_guests import Guest, Writer
from .seated import Seated
from .submissions import Submission, UploadedRecord


def require_writer(match: Match, submission: Submission, by: Writer, *, sits: bool) -> None:
    """Raise Forbidden unless `by` may enter this here; guests type, they upload nothing."""
    if not card_guests.may_write(match, by, sits=sits):
        raise Forbidden(
            _("Only players of this match and scorers of the club can enter its result.")
        )
    if isinstance(by, Guest) and isinstance(submission, UploadedRecord):
        raise Forbidden(_("You need an account to upload a record."))


def require_enterable(match: Match, expected_version: int | None, seated: Seated) -> None:
    """Raise Conflict where a match takes no result now, Stale where it has another version."""
    if match.status == Match.Status.DRAFT:
        raise Conflict(match, _("The draw of this session is not published yet."))
    require_not_over(match)
    seasons.require_open(match.season)
    states.require_offline(match)
    if not seated.has_person:
        raise Conflict(match, _("Bots play this match here, so you need not enter a result."))
    if expected_version is None and match.version > 0:
        raise Conflict(
            match, _("This match already has a result. Look at it, then confirm or replace it.")
        )
    if expected_version is not None and expected_version != match.version:
        raise Stale(match, _("This match has changed since you saw it. Look at it again."))


def require_same_seats(match: Match, seated: Seated) -> None:
    """Raise Stale where somebody sits there since the result was read; the match is held."""
    now = match.seats.order_by("number").values_list("player", flat=True)
    if list(now) != [player.pk for player in seated.players]:
        said = _("Somebody has just taken a seat at this table. Look at it first.")
        raise Stale(match, said)


def require_not_over(match: Match) -> None:
    """Raise Conflict for a match whose result is final or counts for nothing."""
    if match.status == Match.Status.FINAL:
        raise Conflict(match, _("This result is final. Propose a correction instead."))
    if match.status == Match.Status.VOID:
        raise Conflict(match, _("This match is void. An organiser can reopen it."))


def require_entered(match: Match, result: Result | None) -> Result:
    """Return the result that waits for a second person; raises Conflict where none does."""
    require_not_over(match)
    if match.status == Match.Status.DISPUTED:
        said = _("This result is disputed. Enter it again, or ask for the dispute to be withdrawn.")
        raise Conflict(match, said)
    if match.status != Match.Status.ENTERED or result is None:
        raise Conflict(match, _("There is no result to confirm yet. Enter it first."))
    seasons.require_open(match.season)
    return result


def require_valid_record(match: Match, result: Result) -> None:
    """Raise Conflict for a result whose record was not found valid."""
    record = getattr(result, "record", None)
    if record is None or record.status == Record.Status.VALID:
        return
    if record.status == Record.Status.UNCHECKED:
        raise Conflict(match, _("The record is still being replayed. Try again in a moment."))
    raise Conflict(
        match, _("The record does not replay, so it was refused. Enter the result again.")
    )
