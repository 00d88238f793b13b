"""Whom a command is about."""

from django.core.management.base import CommandError

from league.models import Account, Player


def find(named: str) -> tuple[Player | None, Account | None]:
    """Return the player with a code, or the account with a login, and who belongs to them."""
    player = Player.objects.select_related("account").filter(code=named).first()
    if player is not None:
        return player, player.account
    account = Account.objects.filter(username=named).first()
    if account is None:
        raise CommandError(f"There is neither a player with the code {named} nor such a login.")
    return Player.objects.filter(account=account).first(), account
