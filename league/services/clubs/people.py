"""The people of a club: members, guests of its events, and former members; one list of them."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Count,
    Exists,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Concat, Upper
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.models import Agreement, AuditEntry, Club, Membership, Player, Registration, Role
from league.services.base.refusals import SameName

MEMBERS, GUESTS, FORMER = "members", "guests", "former"
KINDS = {
    MEMBERS: gettext_lazy("Members"),
    GUESTS: gettext_lazy("Guests"),
    FORMER: gettext_lazy("Former members"),
}
MOST_NAMED = 10
"""How many people of one name a refusal names."""


def people_of(club: Club) -> QuerySet[Player]:
    """Return the people who are members of a club, or registered at its events, by name."""
    members = Membership.objects.filter(club=club).values("player")
    registered = Registration.objects.filter(event__season__club=club).values("player")
    known = Q(pk__in=members) | Q(pk__in=registered)
    return Player.objects.filter(known, kind=Player.Kind.PERSON).order_by("name", "pk")


def of_kind(club: Club, kind: str) -> QuerySet[Player]:
    """Return the people of a club of one kind, and whether they are former; all for another word.

    Former members have left a club, or are erased; those without an account are known as such if
    they came to an event.
    """
    people = _with_former(club)
    members = Membership.objects.filter(club=club).values("player")
    match kind:
        case "members":
            return people.filter(pk__in=members)
        case "guests":
            return people.exclude(pk__in=members).filter(is_former=False)
        case "former":
            return people.filter(is_former=True)
    return people


def _with_former(club: Club) -> QuerySet[Any]:
    """Return the people of a club and those who have left it, and tell of each if they have."""
    gone = Agreement.objects.filter(club=club, status=Agreement.Status.LEFT).values("player")
    entries = AuditEntry.objects.filter(
        club=club, action="club.leave", subject=Concat(Value("player:"), OuterRef("code"))
    )
    members = Membership.objects.filter(club=club).values("player")
    has_left = Q(pk__in=gone) | Q(Exists(entries)) | Q(erased_at__isnull=False)
    everybody = Player.objects.filter(Q(pk__in=people_of(club).values("pk")) | Q(pk__in=gone))
    people = everybody.filter(kind=Player.Kind.PERSON).order_by("name", "pk")
    former = When(has_left & ~Q(pk__in=members), then=Value(value=True))
    return people.annotate(
        is_former=Case(former, default=Value(value=False), output_field=BooleanField())
    )


def with_evenings(people: QuerySet[Player], club: Club, now: datetime) -> QuerySet[Player]:
    """Tell of each the role in a club and since when, the number of evenings, and the last."""
    own = Registration.objects.filter(
        player=OuterRef("pk"),
        event__season__club=club,
        event__starts_at__lte=now,
        event__cancelled_at=None,
        status=Registration.Status.REGISTERED,
    )
    sums = own.order_by().values("player")
    own_row = Membership.objects.filter(club=club, player=OuterRef("pk"))[:1]
    return people.annotate(
        role=Subquery(own_row.values("role"), output_field=CharField()),
        joined_at=Subquery(own_row.values("joined_at")),
        evenings=Subquery(sums.annotate(count=Count("pk")).values("count")),
        last_evening=Subquery(sums.annotate(last=Max("event__starts_at")).values("last")),
    )


def namesakes(club: Club, names: Collection[str]) -> QuerySet[Player]:
    """Return the people of a club who have one of these names, in capitals or not.

    SQLite knows the capitals of ASCII only: there, other letters are found as they are written.
    """
    rows = people_of(club).annotate(capitals=Upper("name"))
    return rows.filter(Q(name__in=names) | Q(capitals__in=[name.upper() for name in names]))


def require_new(*, club: Club, name: str, now: datetime) -> None:
    """Raise SameName where a club has people of this name, and say how to tell them apart."""
    known = list(with_evenings(namesakes(club, [" ".join(name.split())]), club, now)[:MOST_NAMED])
    if known:
        said = _("There is already: %(known)s. Use that player, or say that this is somebody else.")
        raise SameName(known, said % {"known": "; ".join(map(described, known))})


def described(player: Any) -> str:
    """Return what tells somebody apart from others of one name; they are `with_evenings`."""
    role = Role(player.role).label if player.role else _("guest")
    count = player.evenings or 0
    evenings = ngettext("%(count)d evening", "%(count)d evenings", count) % {"count": count}
    return f"{player.shown_name} ({role}, {evenings}, {player.code})"
