"""Invitations: a person without an account opens one by a link, and goes on as who they were.

Nobody new comes into being: the account gets the player, so seats, results, standings, ratings and
registrations stay as they are. The secret of a link is stored nowhere but as a digest. It opens as
long as who made it may still invite the player, so what becomes of either ends it.
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from league.models import (
    Account,
    AuditEntry,
    Club,
    Invitation,
    Match,
    Membership,
    Player,
    Role,
    Seat,
    StatusConflict,
)
from league.services.accounts import accounts, agreements, guests, notices
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, NotFound

from . import allegiances, clubs

VALID: Final = timedelta(days=14)
PREFIX: Final = "sti_"
"""Lets scanners of leaked secrets, and the log, recognise ours."""

OPEN, USED = Invitation.Status.OPEN, Invitation.Status.USED
TAKEN_BACK = Invitation.Status.TAKEN_BACK


@dataclass(frozen=True, slots=True)
class History:
    """What an account takes over: the clubs in which a player counts, what was played when."""

    clubs: Sequence[Club]
    evenings: int
    matches: int


def may_invite(player: Player, account: rights.Asking) -> bool:
    """Return whether `account` looks after a guest, and may give the roles they have in clubs.

    Whoever opens the link has these roles. As many queries as `guests` needs, and two.
    """
    return bool(invitable([player], account))


def invitable(players: Iterable[Player], account: rights.Asking) -> set[int]:
    """Return the keys of those whom `account` may invite; as many queries for any number."""
    known = guests.looked_after(players, account)
    if not known:
        return set()
    rows = Membership.objects.filter(player__in=known)
    roles = list(rows.values_list("player", "club", "role"))
    own = rights.roles_in({club for _player, club, _role in roles}, account)
    above = {
        player
        for player, club, role in roles
        if own.get(club) not in Role.at_least(clubs.needed_for({Role(role)}))
    }
    return known - above


def invite(*, player: Player, by: Account, now: datetime) -> tuple[Invitation, str]:
    """Make an invitation in place of an open one, and return it with its secret.

    Raises Forbidden for who may not invite the player, Conflict for one who has an account by now
    or has become another one.
    """
    secret = secrets.token_urlsafe(32)
    [made] = invite_all(wanted=[(player, PREFIX + secret)], by=by, now=now)
    return made, PREFIX + secret


def invite_all(
    *, wanted: Sequence[tuple[Player, str]], by: Account, now: datetime
) -> list[Invitation]:
    """Make invitations as `invite` does, each with a secret as hard to guess as one made there.

    Raises what `invite` does for the first who may not be invited. A constant number of queries.
    """
    with transaction.atomic():
        keys = [player.pk for player, _secret in wanted]
        rows = Player.objects.select_for_update().filter(pk__in=keys).order_by("pk")
        held = {player.pk: player for player in rows}
        able = invitable(held.values(), by)
        for key in keys:
            if key not in able:
                require_right(held[key], by)
        Invitation.objects.filter(player__in=keys, status=OPEN).update(
            status=TAKEN_BACK, ended_at=now
        )
        made = [
            Invitation(
                player=held[player.pk],
                digest=_digest(secret),
                made_by=by,
                made_at=now,
                expires_at=now + VALID,
            )
            for player, secret in wanted
        ]
        Invitation.objects.bulk_create(made)
        _note(list(held.values()), "invitation.make", by, now)
    return made


def take_back(*, player: Player, by: Account, now: datetime) -> None:
    """Let the open invitation of a player open nothing.

    Raises Forbidden for who may not invite the player, NotFound where none is open.
    """
    require_right(player, by)
    with transaction.atomic():
        rows = Invitation.objects.filter(player=player, status=OPEN)
        if not rows.update(status=TAKEN_BACK, ended_at=now):
            said = _("No invitation is open for %(name)s. It may have been used or taken back.")
            raise NotFound(said % {"name": player.shown_name})
        _note([player], "invitation.take_back", by, now)


def of_player(player: Player, *, now: datetime) -> Invitation | None:
    """Return the invitation by which a player may get an account now."""
    return _usable(Invitation.objects.filter(player=player), now)


def of_link(link: str, *, now: datetime) -> Invitation | None:
    """Return the invitation that a link, or its secret alone, opens now."""
    secret = link.strip().rpartition("#")[2]
    return _usable(Invitation.objects.filter(digest=_digest(secret)), now)


def of_key(key: int, *, now: datetime) -> Invitation | None:
    """Return the invitation with this primary key if it opens anything now."""
    return _usable(Invitation.objects.filter(pk=key), now)


def history_of(player: Player) -> History:
    """Return what an account would take over; two queries beside those for the clubs."""
    seats = Seat.objects.filter(player=player, match__status=Match.Status.FINAL)
    told = seats.aggregate(
        evenings=Count("match__session__event", distinct=True), matches=Count("pk")
    )
    return History(list(_clubs_of(player).order_by("name", "pk")), **told)


def open_account(*, invitation: Invitation, username: str, password: str, now: datetime) -> Account:
    """Create an account that plays as who is invited, and has agreed to play in their clubs.

    Raises Invalid as `accounts.open_account`, NotFound once the invitation opens nothing. How
    often somebody may ask is for the caller to check.
    """
    account = accounts.new_account(username=username, password=password, now=now)
    with transaction.atomic():
        accounts.store(account)
        _use(invitation, account, now)
    return account


def take_over(*, invitation: Invitation, by: Account, now: datetime) -> Player:
    """Let an account that has no player play as who is invited, and return that player.

    It has then agreed to play in their clubs. Raises NotFound once the invitation opens nothing,
    Conflict for an account that has a player.
    """
    try:
        with transaction.atomic():
            return _use(invitation, by, now)
    except IntegrityError:
        own = Player.objects.get(account=by)
        said = _("This account already plays as %(name)s.") % {"name": own.name}
        raise Conflict(own, said) from None


def _use(invitation: Invitation, account: Account, now: datetime) -> Player:
    """Give the player to an account; of two at once one gets it."""
    held = Player.objects.select_for_update().get(pk=invitation.player_id)
    row = of_key(invitation.pk, now=now)
    try:
        if row is None:
            raise StatusConflict
        row.change_status(USED, ended_at=now)
    except StatusConflict:
        said = _("This invitation cannot be used any more. Ask an organiser for a new one.")
        raise NotFound(said) from None
    Player.objects.filter(pk=held.pk).update(account=account)
    held.account = account
    for club in _clubs_of(held):
        agreements.consent(club=club, player=held, by=account, now=now)
    allegiances.keep_own(player=held, by=account, now=now)
    _note([held], "invitation.use", account, now)
    if row.made_by is not None:
        text = f"{held.name} has used your invitation and has an account now."
        notices.tell_account(account=row.made_by, text=text, now=now)
    return held


def _usable(rows: QuerySet[Invitation], now: datetime) -> Invitation | None:
    rows = rows.filter(status=OPEN, expires_at__gt=now).select_related("player", "made_by__player")
    row = rows.first()
    return row if row is not None and may_invite(row.player, row.made_by) else None


def require_right(player: Player, by: Account) -> None:
    """Raise Forbidden, or Conflict for who has an account, unless `by` may invite a player."""
    if may_invite(player, by):
        return
    guests.require_present(player)
    if player.account_id is not None and guests.organises_all_clubs(player, by):
        said = _("%(name)s has an account already, so no invitation is needed.")
        raise Conflict(player, said % {"name": player.shown_name})
    raise Forbidden(
        _(
            "Only somebody who organises all clubs of a person without an account, and may give "
            "the roles that they have there, can invite them."
        )
    )


def _clubs_of(player: Player) -> QuerySet[Club]:
    return Club.objects.filter(pk__in=agreements.clubs_of(player)).order_by("pk")


def _note(players: Sequence[Player], action: str, by: Account, now: datetime) -> None:
    """Add an entry about each player to the trail of each club in which they count; one query."""
    clubs_by_player = agreements.clubs_of_each(players)
    AuditEntry.objects.bulk_create(
        AuditEntry(at=now, account=by, club_id=club, action=action, subject=f"player:{player.code}")
        for player in players
        for club in sorted(clubs_by_player[player.pk])
    )


def _digest(secret: str) -> str:
    # The text has 256 random bits, so a plain SHA-256 is as good as a slow password hash.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
