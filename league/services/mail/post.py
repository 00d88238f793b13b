"""Mails are posted: a row for each person, once for each thing, in the transaction of the act.

Only to accounts whose address is confirmed and takes mail. Who wants a kind once a day, or has been
sent enough for today, finds it in the daily mail; who does not want it, gets none.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, QuerySet

from league import queue
from league.models import Account, Mail, MailChoice, Player
from league.models.codes import new_code

from . import choices, pushes

DAY = timedelta(days=1)


def post(*, kind: Mail.Kind, about: str, account_ids: Collection[int], now: datetime) -> None:
    """Have accounts told of something by mail and on their devices, each of them once.

    `about` names what it is, so that whatever is posted twice is sent once. Ten queries at most.
    """
    if not (account_ids and (settings.HAS_MAIL or settings.HAS_PUSH)):
        return
    reached, with_devices = _reached(account_ids, now)
    if with_devices:
        pushes.post(kind=kind, about=about, account_ids=with_devices, now=now)
    if not reached:
        return
    wanted = choices.of_accounts(reached, kind)
    reached -= {pk for pk, when in wanted.items() if when == MailChoice.When.NEVER}
    held = _flooded(reached, now) | {
        pk for pk, when in wanted.items() if when == MailChoice.When.DAILY
    }
    rows = [
        Mail(
            kind=kind,
            about=about,
            account_id=pk,
            status=Mail.Status.HELD if pk in held else Mail.Status.WAITING,
            due_at=now,
            created_at=now,
        )
        for pk in sorted(reached)
    ]
    post_all(rows)


def post_to(
    *, kind: Mail.Kind, about: str, account: Account, address: str = "", now: datetime
) -> None:
    """Have an account sent what it has asked for; `address` is one still to be confirmed."""
    row = Mail(kind=kind, about=about, account=account, address=address, due_at=now, created_at=now)
    post_all([row])


def post_to_address(
    *,
    kind: Mail.Kind,
    about: str,
    address: str,
    language: str,
    player: Player | None = None,
    code: str = "",
    now: datetime,
) -> None:
    """Have something sent to an address, whoever reads there; one that is known already or not.

    `player` is who is meant, if that is known; `code` that of the mail, if a secret comes from it.
    """
    row = Mail(
        code=code or new_code(),
        kind=kind,
        about=about,
        address=address,
        language=language,
        player=player,
        due_at=now,
        created_at=now,
    )
    post_all([row])


def post_all(rows: Sequence[Mail]) -> None:
    """Post mails that are not there yet, and have those sent that wait for nothing; two queries."""
    Mail.objects.bulk_create(rows, ignore_conflicts=True)
    codes = [row.code for row in rows if row.status == Mail.Status.WAITING]
    queue.mail(
        list(Mail.objects.filter(code__in=codes).order_by("pk").values_list("pk", flat=True))
    )


def reachable() -> QuerySet[Account]:
    """Return the accounts to which mail can be sent."""
    known = Account.objects.filter(is_active=True, email_confirmed_at__isnull=False, email_fault="")
    return known.exclude(email="")


def posted_lately(rows: QuerySet[Mail], *, now: datetime, within: timedelta = DAY) -> int:
    """Return how many of some mails were posted lately."""
    return rows.filter(created_at__gt=now - within).count()


def _reached(account_ids: Collection[int], now: datetime) -> tuple[set[int], set[int]]:
    """Return which accounts a mail reaches, and which have devices of theirs; one query."""
    own = {"pk": OuterRef("pk")}
    devices = pushes.devices_at(now).filter(login__account=OuterRef("pk"))
    rows = Account.objects.filter(pk__in=account_ids, is_active=True).values_list(
        "pk", Exists(reachable().filter(**own)), Exists(devices)
    )
    found = list(rows)
    reached = {pk for pk, is_reached, _has in found if is_reached and settings.HAS_MAIL}
    return reached, {pk for pk, _is_reached, has in found if has and settings.HAS_PUSH}


def _flooded(account_ids: Collection[int], now: datetime) -> set[int]:
    """Return which accounts have been sent so much within a day that the rest is gathered."""
    lately = Mail.objects.filter(account__in=account_ids, created_at__gt=now - DAY)
    counts = lately.order_by().values_list("account").annotate(count=Count("pk"))
    return {pk for pk, count in counts if pk is not None and count >= settings.MAIL_MOST_A_DAY}
