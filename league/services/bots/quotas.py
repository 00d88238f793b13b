"""What one author may have on this site, so that nobody fills it; refusals say how to go on."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Account, Archive, Bot, Experiment, Match, Seat, Version
from league.services.base.refusals import Invalid

from . import archives

DAY = timedelta(days=1)
OVER = (Version.Status.REFUSED, Version.Status.WITHDRAWN)
UNPLAYED = (Match.Status.DRAFT, Match.Status.OPEN)


def require_room(*, author: Account, size_bytes: int, is_new_bot: bool, now: datetime) -> None:
    """Raise Invalid unless the author may upload an archive of this size now.

    Expects the author's row to be locked. Archives that nobody needs any more make room.
    """
    for said in (
        _too_many_bots(author) if is_new_bot else "",
        _too_many_today(author, now),
        _too_many_checks(author),
        _too_many_bytes(author, size_bytes),
    ):
        if said:
            raise Invalid({"archive": [said]})


def _too_many_bots(author: Account) -> str:
    if Bot.objects.filter(owner=author).count() < settings.BOT_MOST_BOTS:
        return ""
    said = _(
        "You have %(most)d bots, which is the maximum. Upload a new version of one of them instead."
    )
    return said % {"most": settings.BOT_MOST_BOTS}


def _too_many_today(author: Account, now: datetime) -> str:
    uploaded = Version.objects.filter(bot__owner=author, created_at__gt=now - DAY)
    newest = list(
        uploaded.order_by("-created_at", "-pk").values_list("created_at", flat=True)[
            : settings.BOT_MOST_A_DAY
        ]
    )
    if len(newest) < settings.BOT_MOST_A_DAY:
        return ""
    said = _(
        "You have uploaded %(most)d versions within a day, which is the limit. Try again after "
        "%(when)s."
    )
    when = f"{timezone.localtime(newest[-1] + DAY):%Y-%m-%d %H:%M %Z}"
    return said % {"most": settings.BOT_MOST_A_DAY, "when": when}


def _too_many_checks(author: Account) -> str:
    checking = Version.objects.filter(bot__owner=author, status=Version.Status.CHECKING)
    if checking.count() < settings.BOT_MOST_CHECKS:
        return ""
    said = _(
        "%(most)d of your versions are being checked. Wait until one check is done, or withdraw "
        "a version."
    )
    return said % {"most": settings.BOT_MOST_CHECKS}


def _too_many_bytes(author: Account, size_bytes: int) -> str:
    if _stored_bytes(author) + size_bytes <= settings.BOT_MOST_BYTES:
        return ""
    forget_unneeded(author)
    if _stored_bytes(author) + size_bytes <= settings.BOT_MOST_BYTES:
        return ""
    said = _("Your archives would exceed %(most)d bytes in total. Withdraw versions first.")
    return said % {"most": settings.BOT_MOST_BYTES}


def _stored_bytes(author: Account) -> int:
    stored = _archives_of(author)
    return stored.aggregate(sum=Sum("size_bytes"))["sum"] or 0


def forget_unneeded(author: Account) -> None:
    """Empty the archives of versions that neither play nor are to play any more."""
    seated = Seat.objects.filter(
        player=OuterRef("player"), player__isnull=False, match__status__in=UNPLAYED
    )
    compared = Experiment.objects.filter(
        Q(new=OuterRef("pk")) | Q(old=OuterRef("pk")), status__in=Experiment.UNFINISHED
    )
    needed = Version.objects.filter(archive=OuterRef("pk")).filter(
        ~Q(status__in=OVER) | Exists(seated) | Exists(compared)
    )
    unneeded = _archives_of(author).exclude(Exists(needed))
    archives.empty(unneeded)


def _archives_of(author: Account) -> QuerySet[Archive]:
    own = Version.objects.filter(bot__owner=author)
    return Archive.objects.filter(pk__in=own.values("archive"))
