"""Guests: people without an account, who are looked after by those who organise all their clubs."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Merge, Player
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Forbidden

from . import agreements
from .people import LONGEST_NAME


def may_look_after(player: Player, account: rights.Asking) -> bool:
    """Return whether `account` organises all clubs in which a guest counts, of which there is one.

    A query for each table that says where somebody counts.
    """
    return bool(looked_after([player], account))


def looked_after(players: Iterable[Player], account: rights.Asking) -> set[int]:
    """Return the keys of those whom `account` may look after; as many queries for any number."""
    alone = [
        player
        for player in players
        if not (player.is_bot or player.account_id is not None or player.erased_at is not None)
    ]
    return _organised_everywhere(alone, account) if alone else set()


def organises_all_clubs(player: Player, account: rights.Asking) -> bool:
    """Return whether `account` organises all clubs in which a player counts, one at least.

    As many queries as `may_look_after`.
    """
    return bool(_organised_everywhere([player], account))


def rename(*, player: Player, name: str, by: Account, now: datetime) -> Player:
    """Call a guest by another name, as an organiser of all clubs they play in.

    Raises Forbidden for others and for somebody with an account, who chooses the name alone, and
    Conflict for a player who has become another one.
    """
    if not may_look_after(player, by):
        raise Forbidden(
            _(
                "Only somebody who organises all clubs of a person without an account can rename "
                "them."
            )
        )
    name = clean_name(name, longest=LONGEST_NAME)
    with transaction.atomic():
        held = Player.objects.select_for_update().get(pk=player.pk)
        require_present(held)
        if held.name != name:
            Player.objects.filter(pk=held.pk).update(name=name)
            subject, said = f"player:{player.code}", {"name": name}
            audit.note(
                by=by, club=None, action="person.rename", subject=subject, data=said, now=now
            )
    player.name = name
    return player


def who_is(code: str) -> Player | None:
    """Return who a code stands for by now: a player, or the one they turned out to be.

    A query for each time it turned out.
    """
    player = Player.objects.filter(code=code).first()
    while player is not None and (merge := merge_of(player)) is not None:
        player = merge.stays
    return player


def there_now(players: Iterable[Player]) -> dict[int, Player]:
    """Return by key who those of the players are by now who turned out to be somebody else.

    A query for each time the last of them turned out.
    """
    found: dict[int, Player] = {}
    asked = {player.pk: [player.pk] for player in players}
    while asked:
        rows = Merge.objects.filter(gone__in=asked, status=Merge.Status.MERGED)
        following: dict[int, list[int]] = {}
        for merge in rows.select_related("stays").order_by("pk"):
            following.setdefault(merge.stays_id, []).extend(asked[merge.gone_id])
            found |= dict.fromkeys(asked[merge.gone_id], merge.stays)
        asked = following
    return found


def merge_of(player: Player) -> Merge | None:
    """Return the merge by which a player has become another one, None for who has not."""
    rows = player.merges.filter(status=Merge.Status.MERGED)
    return rows.select_related("gone", "stays").first()


def require_present(player: Player) -> None:
    """Raise Conflict for a player who has become another one."""
    if (merge := merge_of(player)) is not None:
        said = _("%(gone)s is now %(stays)s (code %(code)s). Use that player instead.")
        words = {"gone": merge.gone.shown_name, "stays": merge.stays.shown_name}
        words["code"] = merge.stays.code
        raise Conflict(merge.stays, said % words)


def _organised_everywhere(players: Iterable[Player], account: rights.Asking) -> set[int]:
    """Return the keys of the players all of whose clubs `account` organises, one at least."""
    organised = set(rights.organised_clubs(account).values_list("pk", flat=True))
    clubs_by_player = agreements.clubs_of_each(players).items()
    return {player for player, clubs in clubs_by_player if clubs and clubs <= organised}
