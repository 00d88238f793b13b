"""Imported lists of people taken back: who became a member by one is no longer a member.

Who has played, registered or joined a team since the import, or whose membership has changed, stays
and is named. New guests lose their membership, as members who leave do; nobody is deleted.
"""

from datetime import datetime

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

from . import imported_lists
from .imported_lists import Brought


def lists_of(club: Club) -> list[AuditEntry]:
    """Return what the log says of the latest lists that were imported into a club; one query."""
    return imported_lists.latest("people", subject=f"club:{club.slug}")


def find(*, club: Club, code: str, by: Account) -> Brought[Player]:
    """Return whom a list has made members of a club; raises NotFound. Three queries."""
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    entry, undone = imported_lists.find("people", subject=f"club:{club.slug}", code=code)
    rows = Player.objects.filter(code__in=entry.data["members"]).order_by("name", "pk")
    players = list(rows.annotate(is_changed=_changed(club, entry)))
    changed = [player for player in players if player.is_changed]
    return Brought(code, entry, undone, players, changed)


def undo(*, club: Club, code: str, by: Account, now: datetime) -> Brought[Player]:
    """End the memberships that a list has brought, but for people of whom more has happened since.

    Returns what was there before. Raises Conflict where nothing is left to be taken back. A fixed
    number of queries.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = Club.objects.select_for_update().get(pk=club.pk)
        brought = find(club=held, code=code, by=by)
        going = brought.left(held, _nothing())
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


def _nothing() -> str:
    return _(
        "Everybody of this list has played or changed since the import, so all of them stay. "
        "Remove single members on their pages."
    )


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
