"""The people of a club: members, guests of its events, and former members; one list of them."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import CharField, Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Upper
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.models import Club, Membership, Player, Registration, Role
from league.services.base.refusals import SameName

MEMBERS, GUESTS = "members", "guests"
KINDS = {MEMBERS: gettext_lazy("Members"), GUESTS: gettext_lazy("Guests")}
MOST_NAMED = 10
"""How many people of one name a refusal names."""


def people_of(club: Club) -> QuerySet[Player]:
    """Return the people who are members of a club, or registered at its events, by name."""
    members = Membership.objects.filter(club=club).values("player")
    registered = Registration.objects.filter(event__season__club=club).values("player")
    known = Q(pk__in=members) | Q(pk__in=registered)
    return Player.objects.filter(known, kind=Player.Kind.PERSON).order_by("name", "pk")


def of_kind(club: Club, kind: str) -> QuerySet[Player]:
    """Return the people of a club who are members, or who are guests; all for another word."""
    members = Membership.objects.filter(club=club).values("player")
    if kind == MEMBERS:
        return people_of(club).filter(pk__in=members)
    return people_of(club).exclude(pk__in=members) if kind == GUESTS else people_of(club)


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
