"""Whose mails go where, and what is posted to them."""

from league.models import Mail


def give_address(account, now, address=""):
    """Let the mails of an account go to an address that it has confirmed; return the account."""
    account.email = address or f"{account.username}@example.org"
    account.email_confirmed_at = now
    account.save()
    return account


def posted(kind):
    """Return who is told something of a kind, and what of, in order."""
    rows = Mail.objects.filter(kind=kind).order_by("pk")
    return [(mail.account.username, mail.about) for mail in rows.select_related("account")]
