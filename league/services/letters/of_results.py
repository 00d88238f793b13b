"""Mails about the result of a table: it waits, is disputed, is another one."""

from django.utils.translation import gettext as _

from league.models import Account, Dispute, Mail, Match
from league.services.base.sayings import said
from league.services.mail import links

from .letter import Letter


def waits(mail: Mail) -> Letter | None:
    """Ask for a second person's word on the result that waits; None once it does not."""
    match = _match(_code(mail), mail.account)
    if match is None or match.status != Match.Status.ENTERED or str(match.version) != _last(mail):
        return None
    return Letter(
        subject=_("A result waits for you: %(event)s") % {"event": _event(match)},
        lines=(
            _(
                "Somebody of your table has entered its result. It counts once another one of you "
                "has confirmed it."
            ),
        ),
        facts=_facts(match),
        links=((_("Review and confirm"), links.address("web:confirm", match.code)),),
        why=_("You get this mail because you sat at this table."),
    )


def disputed(mail: Mail) -> Letter | None:
    """Tell who says that a result is wrong, and why; None once that is answered."""
    open_ones = Dispute.objects.filter(code=_code(mail), status=Dispute.Status.OPEN)
    dispute = open_ones.select_related("match", "opened_by__player").first()
    match = _match(dispute.match.code, mail.account) if dispute is not None else None
    if dispute is None or match is None:
        return None
    player = getattr(dispute.opened_by, "player", None)
    who = ((_("Disputed by"), player.shown_name),) if player is not None else ()
    return Letter(
        subject=_("A result was disputed: %(event)s") % {"event": _event(match)},
        lines=(_("Somebody says that the result of your table is wrong."),),
        facts=(*_facts(match), *who, (_("Reason"), dispute.reason)),
        links=_to_match(match),
        why=_("You get this mail because you sat at this table."),
    )


def corrected(mail: Mail) -> Letter | None:
    """Tell what is in force now; None once something else is."""
    match = _match(_code(mail), mail.account)
    if match is None or match.status != Match.Status.FINAL or str(match.version) != _last(mail):
        return None
    result = match.result_in_force()
    reason = ((_("Reason"), said(result.reason)),) if result is not None and result.reason else ()
    totals = result.totals if result is not None else []
    seats = match.seats.order_by("number").select_related("player")
    scores = tuple(
        (seat.player.shown_name, str(total)) for seat, total in zip(seats, totals, strict=False)
    )
    return Letter(
        subject=_("A result was corrected: %(event)s") % {"event": _event(match)},
        lines=(_("Another result of your table counts now."),),
        facts=(*_facts(match), *scores, *reason),
        links=_to_match(match),
        why=_("You get this mail because you sat at this table."),
    )


def _code(mail: Mail) -> str:
    return mail.about.split(":")[1]


def _last(mail: Mail) -> str:
    return mail.about.split(":")[-1]


def _match(code: str, account: Account | None) -> Match | None:
    """Return a match at which an account sits, with its event and results."""
    rows = Match.objects.filter(code=code, session__isnull=False, seats__player__account=account)
    return rows.select_related("session__event").prefetch_related("results").first()


def _event(match: Match) -> str:
    return match.session.event.name if match.session is not None else ""


def _facts(match: Match) -> tuple[tuple[str, str], ...]:
    return ((_("Event"), _event(match)), (_("Table"), str(match.table_number)))


def _to_match(match: Match) -> tuple[tuple[str, str], ...]:
    return ((_("Show the match"), links.address("web:match", match.code)),)
