"""Bots: uploaded in versions that never change, accepted or refused, quarantined, withdrawn."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import IO, Any

from django.db import IntegrityError, transaction
from django.db.models import Count, IntegerField, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import slugify
from django.utils.translation import gettext as _

from bots.submission import archive
from bots.submission.manifest import Manifest, ManifestError, check_name
from league.models import (
    Account,
    Bot,
    Job,
    Part,
    Player,
    Rating,
    RemoteBot,
    StatusConflict,
    Version,
    Webhook,
)
from league.services.accounts import notices
from league.services.base import audit
from league.services.base.refusals import Forbidden, Invalid, NotFound, change_status
from league.services.jobs import jobs
from league.services.webhooks.announcements import announce

from . import archives, quotas, reports

RECENT = 20
"""How many of a version's last matches say whether it can be relied on."""
MOST_FAULTS = 2


@dataclass(frozen=True, slots=True)
class Uploaded:
    """The version of an upload; it is not new when the same archive was uploaded before."""

    version: Version
    is_new: bool


def upload(*, content: bytes | IO[bytes], by: Account, now: datetime) -> Uploaded:
    """Store an archive as the next version of the bot its manifest names, and have it checked.

    The first upload makes the bot. Raises Invalid when the archive is none of a bot, the name is
    somebody else's, or the author has used up a quota; its message says how to go on.
    """
    try:
        found = archive.read(content)
    except archive.ArchiveError as error:
        raise Invalid({"archive": [str(error)]}) from None
    name = _name_of(found)
    with transaction.atomic():
        # One upload of an author at a time: numbers and quotas count what is stored.
        Account.objects.select_for_update(no_key=True).get(pk=by.pk)
        bot = Bot.objects.filter(name__iexact=name).first()
        if bot is not None and bot.owner_id != by.pk:
            raise _taken(name)
        known = bot and bot.versions.filter(archive=found.digest).first()
        if known:
            return Uploaded(known, is_new=False)
        size = found.size_bytes
        quotas.require_room(author=by, size_bytes=size, is_new_bot=bot is None, now=now)
        bot = bot or _create_bot(name, by, now)
        version = _create_version(bot, found, now)
        jobs.create_one(kind=Job.Kind.CHECK_VERSION, checked=version, now=now)
        data = {"bot": bot.code, "digest": found.digest, "size_bytes": size}
        _note(version, "version.upload", by, now, data)
    return Uploaded(version, is_new=True)


def slugs_of(version: Version) -> tuple[str, ...]:
    """Return the slugs of the games that a version plays."""
    return Manifest.model_validate(version.manifest).slugs()


def file_of(version: Version) -> tuple[str, Iterator[bytes]]:
    """Return name and pieces of the archive of a version; raises NotFound if it is kept no more.

    One query, and one for each further piece.
    """
    pieces = archives.pieces_of(version.archive)
    first = next(pieces, b"")
    if not first:
        raise NotFound(_("This archive was deleted to free space."))
    ending = "zip" if first.startswith(b"PK") else "tar.gz"
    name = slugify(version.bot.name) or "bot"
    return f"{name}-{version.number}.{ending}", chain([first], pieces)


def withdraw(*, version: Version, by: Account, now: datetime) -> Version:
    """Let a version play no more; matches that are being played are still counted."""
    if version.bot.owner_id != by.pk:
        raise Forbidden(_("Only the author of a bot can withdraw its versions."))
    with transaction.atomic():
        held = Version.objects.select_for_update()  # its check may end at this moment
        version.refresh_from_db(fields=["status", "player"], from_queryset=held)
        refusal = _("This version does not play, so you cannot withdraw it.")
        change_status(version, Version.Status.WITHDRAWN, refusal=refusal)
        _stop_matching(version)
        _note(version, "version.withdraw", by, now)
    return version


def accept(*, version: Version, report: Mapping[str, Any], now: datetime) -> bool:
    """Let a version that passed its check play; False when it is no longer being checked."""
    with transaction.atomic():
        if not _is_checking(version):
            return False
        name = f"{version.bot.name} {version.number}"
        player = Player.objects.create(kind=Player.Kind.BOT, name=name)
        version.change_status(
            Version.Status.ACCEPTED, player=player, report=dict(report), checked_at=now
        )
        notices.tell(version=version, text=f"{version} passed its check and may play.", now=now)
        _note(version, "version.accept", None, now)
        announce(event=Webhook.Event.VERSION_CHECKED, pks=[version.pk], now=now)
    return True


def refuse(
    *, version: Version, reason: str, report: Mapping[str, Any] | None, now: datetime
) -> bool:
    """Keep a version that failed its check from playing; False when it is no longer checked."""
    with transaction.atomic():
        if not _is_checking(version):
            return False
        version.change_status(
            Version.Status.REFUSED,
            reason=reason,
            report=None if report is None else dict(report),
            checked_at=now,
        )
        notices.tell(version=version, text=f"{version} was refused: {reason}", now=now)
        _note(version, "version.refuse", None, now, {"reason": reason})
        announce(event=Webhook.Event.VERSION_CHECKED, pks=[version.pk], now=now)
    return True


def quarantine_if_faulty(*, version_ids: Collection[int], now: datetime) -> list[Version]:
    """Quarantine those of the versions that had too many faults in their last matches.

    Only matches since a version was last found fit to play count. One query for any number of
    versions, and a few for each that is quarantined. Called in the transaction that stores parts.
    """
    faulty = _with_faults(Version.objects.filter(pk__in=version_ids)).filter(faults__gt=MOST_FAULTS)
    return [
        version
        for version in faulty.select_related("bot").order_by("pk")
        if _quarantine(version, faults=version.faults, now=now)
    ]


def lift(*, version: Version, by: Account, now: datetime) -> Version:
    """End the quarantine of a version: the site's staff has found it fit to play."""
    if not (by.is_staff and by.has_perm("league.change_version")):
        raise Forbidden(_("Only the site's staff can lift a quarantine."))
    with transaction.atomic():
        refusal = _("This version is not in quarantine.")
        change_status(version, Version.Status.ACCEPTED, refusal=refusal, reason="", checked_at=now)
        text = f"{version} may play again; enter it in its ladders once more."
        notices.tell(version=version, text=text, now=now)
        _note(version, "version.lift", by, now)
    return version


def _name_of(found: archive.Archive) -> str:
    """Return the bot's name; raises Invalid for one that would be taken for another."""
    try:
        check_name(found.manifest)
    except ManifestError as error:
        raise Invalid({"archive": [str(error)]}) from None
    return found.manifest.name


def _taken(name: str) -> Invalid:
    said = _("Another author already has a bot %(name)s. Choose another name in bot.toml.")
    return Invalid({"archive": [said % {"name": name}]})


def _create_bot(name: str, by: Account, now: datetime) -> Bot:
    if RemoteBot.objects.filter(name__iexact=name).exists():
        raise _taken(name)
    try:
        with transaction.atomic():
            return Bot.objects.create(owner=by, name=name, created_at=now)
    except IntegrityError:  # another author was faster
        raise _taken(name) from None


def _create_version(bot: Bot, found: archive.Archive, now: datetime) -> Version:
    stored = archives.store(found, now)
    # A game that comes to the site later is none that this version was checked in.
    games = {"games": list(found.manifest.slugs())}
    last = bot.versions.aggregate(last=Max("number"))["last"] or 0
    return Version.objects.create(
        bot=bot,
        number=last + 1,
        archive=stored,
        manifest=found.manifest.model_dump(mode="json", exclude_none=True) | games,
        created_at=now,
    )


def _is_checking(version: Version) -> bool:
    """Lock a version and return whether its check is still wanted."""
    current = Version.objects.select_for_update().filter(pk=version.pk)
    return current.values_list("status", flat=True).first() == Version.Status.CHECKING


def _with_faults(versions: QuerySet[Version]) -> QuerySet[Any]:
    """Return the accepted ones with the number of faults in their last matches.

    Reads the ends of two indexes, however many matches a version has played.
    """
    of_version = Part.objects.filter(version=OuterRef("pk")).order_by("-id")
    oldest = Subquery(of_version.values("pk")[RECENT - 1 : RECENT])
    faults = (
        Part.objects.filter(version=OuterRef("pk"), pk__gte=OuterRef("oldest"))
        .filter(created_at__gt=OuterRef("checked_at"))
        .exclude(fault__in=["", reports.QUARANTINED])
        .order_by()
        .values("version")
        .annotate(count=Count("pk"))
    )
    return (
        versions.filter(status=Version.Status.ACCEPTED)
        .annotate(oldest=Coalesce(oldest, 0))
        .annotate(faults=Coalesce(Subquery(faults.values("count")), 0, output_field=IntegerField()))
    )


def _quarantine(version: Version, *, faults: int, now: datetime) -> bool:
    reason = f"{faults} of its last {RECENT} matches ended with a fault; see its faults"
    try:
        with transaction.atomic():
            version.change_status(Version.Status.QUARANTINED, reason=reason)
    except StatusConflict:  # somebody else was first
        return False
    _stop_matching(version)
    text = f"{version} is in quarantine and plays no more: {reason}. Upload a mended version."
    notices.tell(version=version, text=text, now=now)
    _note(version, "version.quarantine", None, now, {"faults": faults})
    return True


def _stop_matching(version: Version) -> None:
    Rating.objects.filter(player=version.player_id).update(is_active=False)


def _note(
    version: Version,
    action: str,
    by: Account | None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    audit.note(
        by=by,
        club=None,
        action=action,
        subject=f"version:{version.code}",
        data={"name": str(version), **(data or {})},
        now=now,
    )
