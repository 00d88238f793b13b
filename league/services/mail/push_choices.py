"""Which kinds of things the devices of an account show."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from league.models import Account, Mail, PushChoice
from league.services.base.refusals import Forbidden, Invalid


def of_account(account: Account) -> dict[str, bool]:
    """Return of each kind that an account can choose whether its devices show it; one query."""
    chosen = dict(PushChoice.objects.filter(account=account).values_list("kind", "is_wanted"))
    return {kind.value: chosen.get(kind.value, _is_usual(kind)) for kind in Mail.TO_CHOOSE}


def wanting(account_ids: Collection[int], kind: str) -> set[int]:
    """Return which of those accounts want their devices to show a kind; one query."""
    rows = PushChoice.objects.filter(account__in=account_ids, kind=kind)
    chosen = dict(rows.values_list("account", "is_wanted"))
    return {pk for pk in account_ids if chosen.get(pk, _is_usual(kind))}


def choose(*, account: Account, wanted: Mapping[str, bool], by: Account, now: datetime) -> None:
    """Store which kinds the devices of an account show."""
    if account.pk != by.pk:
        raise Forbidden(_("You can only choose the notifications of your own account."))
    known = {kind.value for kind in Mail.TO_CHOOSE}
    if wrong := wanted.keys() - known:
        raise Invalid({kind: [_("Choose one of the options.")] for kind in wrong})
    PushChoice.objects.bulk_create(
        (PushChoice(account=account, kind=kind, is_wanted=is_so) for kind, is_so in wanted.items()),
        update_conflicts=True,
        unique_fields=["account", "kind"],
        update_fields=["is_wanted"],
    )


def _is_usual(kind: str) -> bool:
    return kind in PushChoice.URGENT
