"""Imported lists as the log knows them: the latest ones, and one that is shown or taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db.models import Model
from django.utils.translation import gettext as _

from league.models import AuditEntry
from league.services.base.refusals import Conflict, NotFound

RowT = TypeVar("RowT", bound=Model)

MOST_LISTS: Final = 20


@dataclass(frozen=True, slots=True)
class Brought(Generic[RowT]):
    """What a list has brought, in `rows`, those that have changed since, and who took it back."""

    code: str
    entry: AuditEntry
    undone: AuditEntry | None
    rows: Sequence[RowT]
    changed: Sequence[RowT]

    @property
    def is_taken_back(self) -> bool:
        """Whether the list was taken back; what has changed before has stayed."""
        return self.undone is not None

    def left(self, about: Any, nothing: str) -> list[RowT]:
        """Return what can be taken back; raises Conflict, which says `nothing` if that is so."""
        if self.is_taken_back:
            raise Conflict(about, _("This list was already taken back."))
        rows = [row for row in self.rows if row not in self.changed]
        if not rows:
            raise Conflict(about, nothing)
        return rows


def latest(kind: str, *, subject: str) -> list[AuditEntry]:
    """Return what the log says of the latest lists of a kind that a subject has; one query."""
    rows = AuditEntry.objects.filter(subject=subject, action=f"{kind}.import")
    return list(rows.order_by("-pk")[:MOST_LISTS])


def find(kind: str, *, subject: str, code: str) -> tuple[AuditEntry, AuditEntry | None]:
    """Return what the log says of a list: how it came, and how it was taken back if it was.

    Raises NotFound. One query.
    """
    actions = f"{kind}.import", f"{kind}.undo"
    rows = AuditEntry.objects.filter(subject=subject, action__in=actions, data__list=code)
    found = {entry.action: entry for entry in rows}
    if f"{kind}.import" not in found:
        raise NotFound(_("No imported list has this code."))
    return found[f"{kind}.import"], found.get(f"{kind}.undo")
