"""Mails about an account itself: its address, its password, how one gets it."""

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Mail
from league.services.accounts import recoveries
from league.services.clubs import invitations, mailed_invitations
from league.services.mail import links

from .letter import Letter


def address(mail: Mail) -> Letter | None:
    """Ask whoever reads an address whether the mails of an account may go there."""
    account = mail.account
    if account is None:
        return None
    days = settings.ADDRESS_TIMEOUT // (24 * 3600)
    opens = ngettext("The link opens for %(days)d day.", "The link opens for %(days)d days.", days)
    name = {"name": account.username}
    return Letter(
        subject=_("Confirm your address"),
        lines=(
            _("The account %(name)s wants its mails sent to this address.") % name,
            opens % {"days": days},
        ),
        links=(
            (_("Confirm the address"), _page("web:confirm-address", links.confirming(account))),
        ),
        why=_("If that was not you, do nothing: you will get no other mail."),
    )


def password(mail: Mail) -> Letter | None:
    """Lead whoever reads an address to a new password for its accounts; None if it has none."""
    found = recoveries.accounts_of(mail.address)
    if not found:
        return None
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    opens = ngettext(
        "A link opens once, for %(hours)d hour.", "A link opens once, for %(hours)d hours.", hours
    )
    said = _("New password for %(name)s")
    return Letter(
        subject=_("Choose a new password"),
        lines=(
            _("Somebody has asked for a new password at this site, with your address."),
            opens % {"hours": hours},
        ),
        links=tuple(
            (
                said % {"name": account.username},
                _page("web:new-password", recoveries.secret_of(account)),
            )
            for account in found
        ),
        why=_("If that was not you, do nothing: your password stays as it is."),
    )


def invitation(mail: Mail) -> Letter | None:
    """Invite somebody to open an account; None once the invitation opens nothing."""
    row = invitations.of_key(int(mail.about.split(":")[1]), now=timezone.now())
    if row is None:
        return None
    player = getattr(row.made_by, "player", None)
    words = {
        "name": row.player.shown_name,
        "who": player.shown_name if player is not None else str(row.made_by),
        "clubs": ", ".join(club.name for club in invitations.history_of(row.player).clubs),
    }
    days = ngettext(
        "The link opens for %(days)d day.",
        "The link opens for %(days)d days.",
        invitations.VALID.days,
    )
    secret = mailed_invitations.secret_of(mail.code)
    return Letter(
        subject=_("%(who)s invites you: %(clubs)s") % words,
        lines=(
            _("%(who)s has entered your results as %(name)s, and invites you to an account.")
            % words,
            _("It takes over all your results and places. You need a username and a password."),
            days % {"days": invitations.VALID.days},
        ),
        facts=((_("Club"), words["clubs"]),),
        links=((_("Open the account"), f"{links.address('web:invitation')}#{secret}"),),
        why=_("If you are not %(name)s, do nothing: the link ends by itself.") % words,
    )


def _page(name: str, secret: str) -> str:
    return f"{links.address(name)}#{links.PREFIX}{secret}"
