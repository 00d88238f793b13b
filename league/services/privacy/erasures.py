"""People who want to be forgotten: what goes, and what stays for the results of others.

Their seats, places and points stay, under a name that is nobody's. So does the row of their account,
emptied and closed for good, because the log names accounts by their keys: an event rebuilt from its log is
still the event, and who confirmed a result is still somebody else than who entered it. Texts that
others wrote, as reasons of penalties, are those of the club.

`FATES` says it for each reference to a person or an account there is.
"""  # noqa: E501

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Agreement,
    ApiToken,
    AuditEntry,
    Bot,
    Club,
    Contact,
    Experiment,
    Invitation,
    Login,
    Mail,
    MailChoice,
    Membership,
    Merge,
    Notice,
    OnlineTable,
    PairRule,
    Part,
    Player,
    PushChoice,
    Registration,
    Role,
    Seat,
    SecondFactor,
    StoredAnswer,
    Team,
    TeamMember,
    Version,
    Webhook,
)
from league.services.accounts import agreements, counting, guests, passwords
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.bots import bots, quotas
from league.services.events import attendance
from league.services.play import remote_bots

FORMER, FORMER_BOT = "Former player", "Former bot"

OWN: Final[tuple[Any, ...]] = (
    *(ApiToken, Login, Mail, MailChoice, Notice, PushChoice, SecondFactor, StoredAnswer),
)
"""What is an account's alone; with its logins go the devices that show what it is told."""

FATES: Mapping[str, str] = {
    "Player.account": "emptied",
    "ApiToken.account": "deleted",
    "Login.account": "deleted",
    "SecondFactor.account": "deleted",
    "Notice.account": "deleted",
    "Mail.account": "deleted, also where it waits to be sent",
    "Mail.player": "deleted",
    "MailChoice.account": "deleted",
    "PushChoice.account": "deleted",
    "StoredAnswer.account": "deleted",
    "Webhook.owner": "deleted, of a club handed to an owner",
    "Bot.owner": "kept, without its name; archives, logs and experiments are deleted",
    "Opponent.player": "kept",
    "RemoteBot.owner": "kept, without its name, and retired",
    "RemoteBot.account": "kept, closed; its tokens are deleted",
    "RemoteBot.player": "kept, without its name",
    "TableChallenge.player": "kept",
    "TableChallenge.by": "kept",
    "Membership.player": "deleted",
    "Agreement.player": "deleted",
    "Contact.player": "deleted",
    "Invitation.player": "deleted",
    "Invitation.made_by": "kept, until it would have expired; it opens nothing",
    "Agreement.asked_by": "kept",
    "Affiliation.asked_by": "kept",
    "Affiliation.answered_by": "kept",
    "Allegiance.player": "kept",
    "RatingReview.player": "kept",
    "TeamMember.player": "deleted",
    "Team.captain": "emptied",
    "PairRule.one": "deleted",
    "PairRule.other": "deleted",
    "Registration.player": "kept, withdrawn where the event is still to come",
    "Registration.registered_by": "kept",
    "Payment.player": "kept",
    "Payment.noted_by": "kept",
    "Merge.gone": "kept, who went into them loses the name, too",
    "Merge.stays": "kept",
    "Merge.merged_by": "kept",
    "Merge.parted_by": "kept",
    "AuditEntry.account": "kept, without names",
    "Result.entered_by": "kept",
    "Result.confirmed_by": "kept",
    "ScorePad.written_by": "kept, until it is handed in or too old",
    "Dispute.opened_by": "kept",
    "Dispute.closed_by": "kept",
    "Penalty.given_by": "kept",
    "Penalty.revoked_by": "kept",
    "Handicap.set_by": "kept",
    "Handicap.ended_by": "kept",
    "SeasonImport.wanted_by": "kept",
    "Analysis.asked_by": "kept",
    "Penalty.player": "kept",
    "Handicap.player": "kept",
    "Seat.player": "kept",
    "Seat.counts_for": "kept",
    "TableSeat.player": "kept",
    "OnlineTable.opened_by": "kept, but for practice",
    "Bye.player": "kept",
    "Standing.player": "kept",
    "Encounter.one": "kept",
    "Encounter.other": "kept",
    "Meeting.one": "kept",
    "Meeting.other": "kept",
    "Rating.player": "kept",
    "GameRating.player": "kept",
    "Entrant.player": "kept",
    "LineUp.player": "kept",
    "Version.player": "kept, without its name",
    "Event.bots": "kept",
}
"""What becomes of each reference; what is kept leads to a name that is nobody's."""


def erase_account(*, account: Account, password: str, by: Account, now: datetime) -> None:
    """Forget who owns an account, and the person who plays from it.

    They say so themselves, and prove it by their password. Raises Invalid for `password`, Conflict
    where they are the last owner of a club.
    """
    passwords.require_known(account, by, "password", password)
    erase(player=Player.objects.filter(account=account).first(), account=account, by=by, now=now)


def erase_guest(*, player: Player, name: str, by: Account, now: datetime) -> None:
    """Forget a person without an account, as an organiser of all clubs they play in.

    `name` is theirs, typed once more. Raises Invalid for it, Forbidden for others than that.
    """
    if not may_erase_guest(player, by):
        raise Forbidden(
            _(
                "This person has no account. Only somebody who organises all their clubs can "
                "erase them."
            )
        )
    if name.strip() != player.name:
        raise Invalid({"name": [_("This name does not match the person you want to erase.")]})
    erase(player=player, account=None, by=by, now=now)


@transaction.atomic
def erase(
    *, player: Player | None, account: Account | None, by: Account | None, now: datetime
) -> None:
    """Forget a person and their account; that this is wanted is for the caller to know.

    Raises Conflict for the last owner of a club.
    """
    subject = ""
    if account is not None:
        remote_bots.hold_all(account)
    if player is not None:
        # Bots, clubs, then events, then the player: in the order in which others hold them.
        _require_no_club_alone(player)
        attendance.take_out_of_all(player=player, by=by, now=now)
        _forget_player(Player.objects.select_for_update().get(pk=player.pk), now)
    if account is not None:
        _forget_bots(account, now)
        _forget_remote_bots(account, now)
        _hand_over_webhooks(account)
        subject = f"account:{_forget_account(account, now)}"
    subject = f"player:{player.code}" if player is not None else subject
    audit.note(by=by, club=None, action="person.erase", subject=subject, now=now)


def may_erase_guest(player: Player, account: rights.Asking) -> bool:
    """Return whether `account` organises all clubs that know `player`, who has no account.

    As many queries as `guests` needs.
    """
    return guests.may_look_after(player, account)


def _require_no_club_alone(player: Player) -> None:
    """Hold the clubs that a person owns, so that another owner stays; raise Conflict for none."""
    owned = Membership.objects.filter(player=player, role=Role.OWNER).values("club")
    for club in Club.objects.select_for_update().filter(pk__in=owned).order_by("pk"):
        others = club.memberships.filter(role=Role.OWNER).exclude(player=player)
        if not others.exists():
            said = _("%(club)s would have no owner. Make somebody else its owner first.")
            raise Conflict(club, said % {"club": club.name})


def _forget_player(player: Player, now: datetime) -> None:
    merged = Merge.objects.filter(stays=player, status=Merge.Status.MERGED)
    for merge in merged.select_related("gone").order_by("pk"):
        _forget_player(merge.gone, now)
    for entry in _entries_naming(player):
        data = _without_name(entry.data, player.code)
        if data != entry.data:
            AuditEntry.objects.forget_names(entry, data)
    Membership.objects.filter(player=player).delete()
    _count_as_a_guest(player)
    Agreement.objects.filter(player=player).delete()
    Contact.objects.filter(player=player).delete()
    Invitation.objects.filter(player=player).delete()
    Mail.objects.filter(player=player).delete()
    OnlineTable.objects.filter(event=None, match=None, opened_by=player).delete()
    TeamMember.objects.filter(player=player).delete()
    Team.objects.filter(captain=player).update(captain=None)
    PairRule.objects.filter(Q(one=player) | Q(other=player)).delete()
    named = f"{FORMER} {player.code[:4]}"
    Player.objects.filter(pk=player.pk).update(name=named, account=None, erased_at=now)
    _forget_admin_log(Player, player.pk)


def _count_as_a_guest(player: Player) -> None:
    """Have matches looked at again that did not count for a person who then needs no agreement."""
    seats = Seat.objects.filter(player=player).exclude(counting.counted())
    for club in Club.objects.filter(pk__in=seats.values("match__season__club")):
        agreements.review(club=club, player=player)


def _entries_naming(player: Player) -> list[AuditEntry]:
    """Return the entries of the log that hold the name of a player beside the code."""
    events = set(Registration.objects.filter(player=player).values_list("event", flat=True))
    for merge in Merge.objects.filter(gone=player, status=Merge.Status.MERGED):
        events.update(merge.moved["events"])
    registered = Q(event__in=events, action="registration.enter")
    named = ["person.register", "person.rename"]
    own = Q(subject=f"player:{player.code}", action__in=named)
    return list(AuditEntry.objects.filter(registered | own).order_by("pk"))


def _without_name(data: Any, code: str) -> Any:
    """Return the data of an entry without the name of the player, who has this code."""
    if isinstance(data, list):
        return [_without_name(value, code) for value in data]
    if not isinstance(data, dict):
        return data
    is_theirs = data.get("player", code) == code and "registrations" not in data
    return {
        key: "" if key == "name" and is_theirs else _without_name(value, code)
        for key, value in data.items()
    }


def _forget_bots(account: Account, now: datetime) -> None:
    """Let the bots of an author play no more; of them stays what they have played."""
    playing = [Version.Status.CHECKING, Version.Status.ACCEPTED, Version.Status.QUARANTINED]
    versions = Version.objects.filter(bot__owner=account)
    for version in versions.filter(status__in=playing).select_related("bot"):
        bots.withdraw(version=version, by=account, now=now)
    Experiment.objects.filter(new__bot__owner=account).delete()
    quotas.forget_unneeded(account)
    Part.objects.filter(version__bot__owner=account).update(log="", fault_evidence="")
    for version in versions.select_related("bot"):
        Player.objects.filter(version=version).update(
            name=f"{_former_bot(version.bot)} {version.number}"
        )
        named = {**version.manifest, "name": FORMER_BOT}
        versions.filter(pk=version.pk).update(manifest=named, report=None, reason="")
    subjects = [f"version:{code}" for code in versions.values_list("code", flat=True)]
    _forget_names(AuditEntry.objects.filter(subject__in=subjects))
    for bot in Bot.objects.filter(owner=account):
        Bot.objects.filter(pk=bot.pk).update(name=_former_bot(bot))


def _forget_remote_bots(account: Account, now: datetime) -> None:
    """Retire the bots that the author has run at home; of them stays what they have played."""
    remote_bots.forget(owner=account, now=now)
    codes = account.remote_bots.values_list("player__code", flat=True)
    subjects = [f"remote_bot:{code}" for code in codes]
    _forget_names(AuditEntry.objects.filter(subject__in=subjects))


def _former_bot(bot: Bot) -> str:
    return f"{FORMER_BOT} {bot.code}"


def _hand_over_webhooks(account: Account) -> None:
    """Give the webhooks of a club to one of its owners, and delete all others."""
    for webhook in Webhook.objects.filter(owner=account, club__isnull=False):
        owners = Membership.objects.filter(club=webhook.club, role=Role.OWNER)
        heir = owners.filter(player__account__is_active=True).order_by("pk").first()
        if heir is not None:
            Webhook.objects.filter(pk=webhook.pk).update(owner=heir.player.account_id)
    Webhook.objects.filter(owner=account).delete()


def _forget_account(account: Account, now: datetime) -> str:
    """Empty the row of an account, delete what is only about it, and return its new username."""
    own = AuditEntry.objects.filter(account=account)
    _forget_names(own.filter(Q(subject__startswith="token:") | Q(subject__startswith="webhook:")))
    for model in OWN:
        model._default_manager.filter(account=account).delete()
    LogEntry.objects.filter(user=account).delete()
    _forget_admin_log(Account, account.pk)
    account.groups.clear()
    account.user_permissions.clear()
    shell = Account(pk=account.pk, username=f"former-{secrets.token_hex(8)}", is_active=False)
    shell.set_unusable_password()
    shell.date_joined = now
    shell.save(force_update=True)
    return shell.username


def _forget_names(entries: QuerySet[AuditEntry]) -> None:
    """Blank what entries call their subject, or the host it is on."""
    for entry in entries.order_by("pk"):
        data = {key: "" if key in {"name", "host"} else said for key, said in entry.data.items()}
        if data != entry.data:
            AuditEntry.objects.forget_names(entry, data)


def _forget_admin_log(model: type[Any], pk: int) -> None:
    kind = {"content_type__app_label": "league", "content_type__model": model._meta.model_name}
    LogEntry.objects.filter(**kind, object_id=str(pk)).delete()
