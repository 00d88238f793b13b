"""Imported lists of people taken back: who became a member by one is a member no more.

Who has played, registered or joined a team since the import, or whose membership has changed, stays
and is named. New guests lose their membership, as members who leave do; nobody is deleted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext as _

from league.models import (
    Account,
    AuditEntry,
    Club,
    Entrant,
    Match,
    Membership,
    Player,
    Registration,
    Role,
    Seat,
    TeamMember,
)
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, NotFound

ACTIONS: Final = ("people.import", "people.undo")
MOST_LISTS: Final = 20


@dataclass(frozen=True, slots=True)
class Brought:
    """A list that was imported: who became a member by it, and of whom more has happened since.

    Once it is taken back, `removed` has the codes of those who are members no more by that.
    """

    code: str
    entry: AuditEntry
    players: Sequence[Player]
    changed: Sequence[Player]
    is_taken_back: bool
    removed: Sequence[str] = ()


def lists_of(club: Club) -> list[AuditEntry]:
    """Return what the log says of the latest lists that were imported into a club; one query."""
    rows = AuditEntry.objects.filter(subject=f"club:{club.slug}", action="people.import")
    return list(rows.order_by("-pk")[:MOST_LISTS])


def find(*, club: Club, code: str, by: Account) -> Brought:
    """Return whom a list has made members of a club; raises NotFound. Three queries."""
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    trail = AuditEntry.objects.filter(subject=f"club:{club.slug}", club=club)
    found = {entry.action: entry for entry in trail.filter(action__in=ACTIONS, data__list=code)}
    entry = found.get("people.import")
    if entry is None:
        raise NotFound(_("This club has no imported list of this code."))
    rows = Player.objects.filter(code__in=entry.data["members"]).order_by("name", "pk")
    players = list(rows.annotate(is_changed=_changed(club, entry)))
    changed = [player for player in players if player.is_changed]
    undone = found.get("people.undo")
    removed = undone.data["members"] if undone else ()
    return Brought(code, entry, players, changed, undone is not None, removed)


def undo(*, club: Club, code: str, by: Account, now: datetime) -> Brought:
    """End the memberships that a list has brought, but for people of whom more has happened since.

    Returns what was there before. Raises Conflict where nothing is left to be taken back. A fixed
    number of queries.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = Club.objects.select_for_update().get(pk=club.pk)
        brought = find(club=held, code=code, by=by)
        going = _going(held, brought)
        Membership.objects.filter(club=held, player__in=going).delete()
        AuditEntry.objects.bulk_create(
            AuditEntry(
                at=now,
                account=by,
                club=held,
                action="club.leave",
                subject=f"player:{player.code}",
                data={"was": Role.MEMBER.value, "list": code},
            )
            for player in going
        )
        data = {"list": code, "members": [player.code for player in going]}
        audit.note(
            by=by, club=held, action="people.undo", subject=f"club:{held.slug}", data=data, now=now
        )
    return brought


def _going(club: Club, brought: Brought) -> list[Player]:
    """Return whose membership can be taken back; raises Conflict where there is nobody."""
    if brought.is_taken_back:
        raise Conflict(club, _("This list was already taken back."))
    going = [player for player in brought.players if player not in brought.changed]
    if not going:
        said = _(
            "Everybody of this list has played or changed since the import, so all of them stay. "
            "Remove single members on their pages."
        )
        raise Conflict(club, said)
    return going


def _changed(club: Club, entry: AuditEntry) -> Q:
    """Return the condition that more has happened to a player in a club since an import."""
    own = {"player": OuterRef("pk")}
    about = {"club": club, "subject": Concat(Value("player:"), OuterRef("code"))}
    return (
        ~Q(Exists(Membership.objects.filter(club=club, role=Role.MEMBER, **own)))
        | Q(Exists(AuditEntry.objects.filter(pk__gt=entry.pk, **about)))
        | Q(Exists(_since(entry, club).filter(**own)))
        | Q(Exists(Seat.objects.filter(match__in=_matches(entry, club), **own)))
        | Q(Exists(TeamMember.objects.filter(team__club=club, **own)))
        | Q(Exists(Entrant.objects.filter(division__season__club=club, **own)))
    )


def _since(entry: AuditEntry, club: Club) -> QuerySet[Registration]:
    return Registration.objects.filter(event__season__club=club, registered_at__gt=entry.at)


def _matches(entry: AuditEntry, club: Club) -> QuerySet[Match]:
    return Match.objects.filter(season__club=club, created_at__gt=entry.at)
