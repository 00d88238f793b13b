"""Webhooks: made, changed, removed, and told what happens in the transaction in which it does.

Those of a club are its organisers' and hear of its events; those without a club are an author's
own and hear of the author's bots. Ladders, whose bots never stop playing, are not told of.
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Account, Club, Role, Webhook
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Forbidden, Invalid, NotFound

from . import posting

LONGEST_URL = 500
MOST_WEBHOOKS = 10
SECRET_PREFIX = "stw_"  # noqa: S105 — lets scanners of leaked secrets recognise ours
Event = Webhook.Event
OF_AUTHORS = frozenset({Event.VERSION_CHECKED})
OF_CLUBS = frozenset(Event) - OF_AUTHORS


def create(
    *, club: Club | None, url: str, events: Sequence[str], by: Account, now: datetime
) -> Webhook:
    """Make a webhook of a club, or of the account's own bots; its `secret` is to be shown once."""
    if club is not None:
        rights.require_role(club=club, account=by, role=Role.ORGANISER)
    _check(url=url, events=events, has_club=club is not None)
    with transaction.atomic():
        _check_room(club, by)
        webhook = Webhook.objects.create(
            club=club,
            owner=by,
            url=url,
            events=sorted(set(events)),
            secret=SECRET_PREFIX + secrets.token_urlsafe(32),
            created_at=now,
        )
        note(webhook, "webhook.create", by, now)
    return webhook


def change(
    *,
    webhook: Webhook,
    url: str | None = None,
    events: Sequence[str] | None = None,
    is_active: bool | None = None,
    by: Account,
    now: datetime,
) -> Webhook:
    """Change where a webhook leads, what it hears, or whether it does; None leaves it as it is.

    Raises NotFound when it has been removed meanwhile.
    """
    given = {"url": url, "events": events and sorted(set(events)), "is_active": is_active}
    wanted = {field: value for field, value in given.items() if value is not None}
    with transaction.atomic():
        held = hold(webhook, by)
        _check(
            url=held.url if url is None else url,
            events=held.events if events is None else events,
            has_club=held.club_id is not None,
        )
        Webhook.objects.filter(pk=held.pk).update(**wanted, told_at=None)
        held.refresh_from_db(fields=[*wanted, "told_at"])
        note(held, "webhook.change", by, now)
    return held


def remove(*, webhook: Webhook, by: Account, now: datetime) -> None:
    """Delete a webhook with its deliveries, those that wait too; raises NotFound if it is gone."""
    with transaction.atomic():
        held = hold(webhook, by)
        note(held, "webhook.remove", by, now)
        Webhook.objects.filter(pk=held.pk).delete()


def hold(webhook: Webhook, by: Account) -> Webhook:
    """Return a webhook as stored, with its club, held until the transaction ends.

    Raises NotFound if it is gone, Forbidden unless `by` may change it and have deliveries sent.
    """
    rows = Webhook.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    held = rows.filter(pk=webhook.pk).first()
    if held is None:
        raise NotFound(_("This webhook has been removed."))
    require_right(held, by)
    return held


def events_of(*, has_club: bool) -> list[str]:
    """Return what a webhook can be told, in the order of their declaration."""
    possible = OF_CLUBS if has_club else OF_AUTHORS
    return [event.value for event in Event if event in possible]


def require_right(webhook: Webhook, by: Account) -> None:
    """Raise Forbidden unless `by` may change a webhook and have deliveries sent."""
    if not rights.readable_webhooks(by).filter(pk=webhook.pk).exists():
        raise Forbidden(
            _("Only organisers of the club, or the author of the bots, can change a webhook.")
        )


def _check(*, url: str, events: Collection[str], has_club: bool) -> None:
    errors: dict[str, list[str]] = {}
    if fault := _fault_of(url):
        errors["url"] = [fault]
    possible = events_of(has_club=has_club)
    if not events or not set(events) <= set(possible):
        choice = ", ".join(possible)
        errors["events"] = [_("Choose one or more of: %(choice)s.") % {"choice": choice}]
    if errors:
        raise Invalid(errors)


def _fault_of(url: str) -> str:
    """Return why nothing can be sent to `url`; empty if nothing speaks against trying."""
    if len(url) > LONGEST_URL:
        return _("Use at most %(n)d characters.") % {"n": LONGEST_URL}
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return _("Enter a URL such as https://example.org/hook.")
    is_plain = url.isascii() and url.isprintable() and " " not in url
    if parts.scheme not in posting.schemes() or not host or not is_plain:
        return _("Enter a URL such as https://example.org/hook.")
    if parts.username is not None or parts.fragment:
        return _(
            "Leave out the user name, the password and everything after #. Deliveries are signed."
        )
    if posting.is_inside(host):
        return _("This URL is inside a private network. Enter one that the internet can reach.")
    return ""


def _check_room(club: Club | None, by: Account) -> None:
    """Refuse one webhook too many; of those made at once, one after the other is counted."""
    if club is None:
        Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    else:
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    own = Q(club=club) if club is not None else Q(club=None, owner=by)
    last = Webhook.objects.filter(own).order_by("-pk")[MOST_WEBHOOKS - 1 :].first()
    if last is not None:
        said = _("You have %(most)d webhooks, which is the maximum. Delete one first.")
        raise Conflict(last, said % {"most": MOST_WEBHOOKS})


def note(webhook: Webhook, action: str, by: Account, now: datetime) -> None:
    """Add an entry about what was done to a webhook, or by it, to the trail of its club."""
    # The rest of an address may be a secret of its own.
    host = urlsplit(webhook.url).hostname
    audit.note(
        by=by,
        club=webhook.club,
        action=action,
        subject=f"webhook:{webhook.code}",
        data={"host": host, "events": webhook.events, "is_active": webhook.is_active},
        now=now,
    )
