"""Venues: where a club plays, and how many tables there are."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.models import Account, Club, Role, Venue
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Invalid

LONGEST_NAME = 120
LONGEST_ADDRESS = 500
MOST_TABLES = 500


class Details(TypedDict, total=False):
    """What a venue says of itself; what is absent stays as it is."""

    name: str
    address: str
    tables: int | None


def create_venue(
    *,
    club: Club,
    name: str,
    address: str = "",
    tables: int | None = None,
    by: Account,
    now: datetime,
) -> Venue:
    """Add a place where the club plays; `tables` None is any number of tables."""
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    venue = Venue(club=club)
    changed = _change(venue, Details(name=name, address=address, tables=tables))
    try:
        with transaction.atomic():
            venue.save(force_insert=True)
            _note("venue.create", venue, changed, by=by, now=now)
    except IntegrityError:
        raise _taken() from None
    return venue


def describe_venue(
    *, venue: Venue, by: Account, now: datetime, **details: Unpack[Details]
) -> Venue:
    """Change the details of a venue. Events that are planned there stay."""
    rights.require_role(club=venue.club, account=by, role=Role.ORGANISER)
    try:
        with transaction.atomic():
            held = Venue.objects.select_for_update(no_key=True).get(pk=venue.pk)
            changed = _change(held, details)
            if changed:
                held.save(update_fields=list(changed))
                _note("venue.describe", held, changed, by=by, now=now)
    except IntegrityError:
        raise _taken() from None
    return held


def _change(venue: Venue, details: Details) -> dict[str, Any]:
    """Set what is wanted of `venue`, unsaved, and return what that changes; raises Invalid."""
    wanted = check_details(details)
    changed = {field: value for field, value in wanted.items() if getattr(venue, field) != value}
    for field, value in changed.items():
        setattr(venue, field, value)
    return changed


def check_details(details: Details) -> dict[str, Any]:
    """Return the details as they are stored, or raise Invalid."""
    wanted: dict[str, Any] = {**details}
    if "name" in details:
        wanted["name"] = clean_name(details["name"], longest=LONGEST_NAME)
    if len(details.get("address", "")) > LONGEST_ADDRESS:
        said = _("Use at most %(n)d characters.") % {"n": LONGEST_ADDRESS}
        raise Invalid({"address": [said]})
    tables = details.get("tables")
    if tables is not None and not 1 <= tables <= MOST_TABLES:
        said = _("Choose a number from %(least)d to %(most)d.")
        raise Invalid({"tables": [said % {"least": 1, "most": MOST_TABLES}]})
    return wanted


def _taken() -> Invalid:
    return Invalid({"name": [_("The club already has a venue with this name.")]})


def _note(
    action: str, venue: Venue, data: Mapping[str, Any], *, by: Account, now: datetime
) -> None:
    subject = f"venue:{venue.code}"
    audit.note(by=by, club=venue.club, action=action, subject=subject, data=data, now=now)
