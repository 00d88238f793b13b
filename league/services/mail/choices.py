"""Who wants to hear of what by mail: at once, once a day, or not at all."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from league.models import Account, Mail, MailChoice
from league.services.base.refusals import Forbidden, Invalid

When = MailChoice.When


def of_account(account: Account) -> dict[str, str]:
    """Return how an account wants to hear of each kind that it can choose; one query."""
    chosen = dict(MailChoice.objects.filter(account=account).values_list("kind", "when"))
    return {kind.value: chosen.get(kind.value, When.AT_ONCE.value) for kind in Mail.TO_CHOOSE}


def of_accounts(account_ids: Collection[int], kind: str) -> dict[int, str]:
    """Return how those accounts want to hear of a kind that have said so; one query."""
    rows = MailChoice.objects.filter(account__in=account_ids, kind=kind)
    return dict(rows.values_list("account", "when"))


def choose(*, account: Account, wanted: Mapping[str, str], by: Account, now: datetime) -> None:
    """Store how an account wants to hear of some kinds."""
    if account.pk != by.pk:
        raise Forbidden(_("You can only choose the mails of your own account."))
    known = {kind.value for kind in Mail.TO_CHOOSE}
    wrong = {kind for kind, when in wanted.items() if kind not in known or when not in When.values}
    if wrong:
        raise Invalid({kind: [_("Choose one of the options.")] for kind in wrong})
    _store(account.pk, wanted)


def turn_off(*, account_id: int, kind: str) -> None:
    """Let an account hear of a kind no more, by a link of one of its mails; twice is as once."""
    if kind == Mail.Kind.DIGEST:
        _store(account_id, dict.fromkeys(_daily(account_id), When.NEVER.value))
    else:
        _store(account_id, {kind: When.NEVER.value})


def _daily(account_id: int) -> list[str]:
    rows = MailChoice.objects.filter(account=account_id, when=When.DAILY)
    return list(rows.values_list("kind", flat=True))


def _store(account_id: int, wanted: Mapping[str, str]) -> None:
    MailChoice.objects.bulk_create(
        (MailChoice(account_id=account_id, kind=kind, when=when) for kind, when in wanted.items()),
        update_conflicts=True,
        unique_fields=["account", "kind"],
        update_fields=["when"],
    )
