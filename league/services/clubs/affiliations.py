"""Affiliations: which clubs belong to a federation. The federation asks, the club answers.

Organisers of a federation have rights in it, and none in its clubs; those of a club have none in
the federation. So nobody puts a club anywhere but its own organisers, and either side ends it.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.models import Account, Affiliation, Club, Membership, Role
from league.services.accounts import notices
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Invalid, change_status

MOST_OPEN: Final = 200
"""How many requests of a federation may be unanswered."""
MOST_WAITING: Final = 20
"""How many unanswered requests a club has at most."""
RESTS: Final = timedelta(days=30)
"""So long a club that has declined is not asked again, and told of no request twice."""

ASKED, MEMBER = Affiliation.Status.ASKED, Affiliation.Status.MEMBER
DECLINED, LEFT = Affiliation.Status.DECLINED, Affiliation.Status.LEFT


def clubs_of(federation: Club) -> QuerySet[Affiliation]:
    """Return the clubs that belong to a federation, by name."""
    rows = federation.affiliations.filter(status=MEMBER).select_related("club")
    return rows.order_by("club__name", "pk")


def federations_of(club: Club) -> QuerySet[Affiliation]:
    """Return the federations that a club belongs to, by name."""
    rows = club.federations.filter(status=MEMBER).select_related("federation")
    return rows.order_by("federation__name", "pk")


def unanswered(federation: Club) -> QuerySet[Affiliation]:
    """Return the open requests of a federation, by name of the club; there are MOST_OPEN."""
    rows = federation.affiliations.filter(status=ASKED).select_related("club")
    return rows.order_by("club__name", "pk")


def ask(*, federation: Club, club: Club, by: Account, now: datetime) -> Affiliation:
    """Ask a club whether it wants to belong to a federation; its organisers are told.

    After a request that was taken back they are told no second time within RESTS.
    Raises Invalid for what is no club, Conflict for a club that belongs to it or has been asked,
    that has declined lately, and where too many requests are open.
    """
    rights.require_role(club=federation, account=by, role=Role.ORGANISER)
    if not federation.is_federation:
        raise Conflict(federation, _("Only a federation can have clubs as members."))
    if club.is_federation:
        raise Invalid({"club": [_("A federation cannot belong to a federation.")]})
    with transaction.atomic():
        held = Club.objects.select_for_update(no_key=True).get(pk=federation.pk)
        _require_askable(held, club, now)
        taken_back = held.affiliations.filter(club=club, status=LEFT, answered_at=None)
        is_told = taken_back.filter(ended_at__gt=now - RESTS).exists()
        row = Affiliation.objects.create(federation=held, club=club, asked_at=now, asked_by=by)
        if not is_told:
            text = f"{held.name} asks whether {club.name} wants to be a member."
            _tell(club, text, now)
        _note(row, "affiliation.ask", by, now)
    return row


def accept(*, affiliation: Affiliation, by: Account, now: datetime) -> Affiliation:
    """Let a club belong to the federation that has asked it; organisers of the club do so."""
    _answer(affiliation, MEMBER, "affiliation.accept", by, now)
    return affiliation


def decline(*, affiliation: Affiliation, by: Account, now: datetime) -> Affiliation:
    """Refuse to belong to a federation, which cannot ask again for RESTS."""
    _answer(affiliation, DECLINED, "affiliation.decline", by, now)
    return affiliation


def end(*, affiliation: Affiliation, by: Account, now: datetime) -> Affiliation:
    """Let a club belong to a federation no longer, by either of them; what was played counts on.

    The federation takes back by it what it has asked. Raises Conflict where it has ended before.
    """
    federation, club = affiliation.federation, affiliation.club
    of_federation = rights.has_role(federation, by, Role.ORGANISER)
    if not of_federation:
        rights.require_role(club=club, account=by, role=Role.ORGANISER)
    was = affiliation.status
    if was == ASKED and not of_federation:
        raise Conflict(affiliation, _("Your club has not answered yet. Accept or decline."))
    with transaction.atomic():
        said = _("This club does not belong to the federation.")
        said = _("This request is answered, or was taken back.") if was == ASKED else said
        change_status(affiliation, LEFT, refusal=said, ended_at=now)
        if was == MEMBER:
            text = f"{club.name} is no longer a member of {federation.name}."
            _tell(club if of_federation else federation, text, now)
        _note(affiliation, "affiliation.end", by, now)
    return affiliation


def _answer(row: Affiliation, to: Affiliation.Status, act: str, by: Account, now: datetime) -> None:
    rights.require_role(club=row.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        said = _("This request is answered, or was taken back.")
        change_status(row, to, refusal=said, answered_at=now, answered_by=by)
        club, federation = row.club.name, row.federation.name
        text = f"{club} does not want to be a member of {federation}."
        if to == MEMBER:
            text = f"{club} is now a member of {federation}."
        _tell(row.federation, text, now)
        _note(row, act, by, now)


def _require_askable(federation: Club, club: Club, now: datetime) -> None:
    """Raise Conflict where a club cannot be asked now; four queries at most."""
    rows = federation.affiliations.filter(club=club)
    if known := rows.filter(status__in=[ASKED, MEMBER]).first():
        is_member = known.status == MEMBER
        said = _("%(club)s was asked already, and has not answered yet.")
        said = _("%(club)s already is a member.") if is_member else said
        raise Conflict(known, said % {"club": club.name})
    if known := rows.filter(status=DECLINED, answered_at__gt=now - RESTS).first():
        said = _("%(club)s has declined. You can ask again %(days)d days after that.")
        raise Conflict(known, said % {"club": club.name, "days": RESTS.days})
    waiting = Affiliation.objects.filter(status=ASKED)
    if waiting.filter(federation=federation).count() >= MOST_OPEN:
        raise Conflict(federation, _("Too many clubs have not answered yet. Wait for some."))
    if waiting.filter(club=club).count() >= MOST_WAITING:
        said = _("%(club)s has too many requests to answer. Try again later.")
        raise Conflict(federation, said % {"club": club.name})


def _tell(club: Club, text: str, now: datetime) -> None:
    """Leave a notice to the organisers of a club or federation; two queries."""
    rows = Membership.objects.filter(club=club, role__in=Role.at_least(Role.ORGANISER))
    known = rows.filter(player__account__is_active=True).order_by("pk")
    ids = list(known.values_list("player__account", flat=True))
    notices.tell_accounts(account_ids=ids, text=text, now=now)


def _note(row: Affiliation, action: str, by: Account, now: datetime) -> None:
    """Note it in the log of both."""
    subject = f"affiliation:{row.code}"
    data = {"federation": row.federation.slug, "club": row.club.slug}
    for club in (row.federation, row.club):
        audit.note(by=by, club=club, action=action, subject=subject, data=data, now=now)
