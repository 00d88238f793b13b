"""Draws made by the event's settings; `league.logic.draws` decides who sits where."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.logic.draws import swiss
from league.logic.draws.model import Draw, NoDraw
from league.models import Account, Event, Match, Role, Session
from league.services.base import audit, log, rights
from league.services.base.refusals import Conflict
from league.services.registration import registrations

from . import brackets, draws, explanations
from .brackets import Wanted
from .draw_settings import Setting, drawn_with, setting_of

AS_USUAL = Wanted()


def draw(
    *,
    session: Session,
    checked_in_only: bool = False,
    seed: int | None = None,
    wanted: Wanted = AS_USUAL,
    by: Account,
    now: datetime,
) -> list[Match]:
    """Draw a session from who is there, instead of its draft so far.

    By standings, or the next round of a knock-out; what is made in advance is for `movements`. The
    same seed, weights and input give the same draw; without a seed it is the event's, moved on by
    the session's number. Tables that still play count with what is final of them so far. `wanted`
    is for the first draw of a knock-out.
    """
    event = session.event
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    registrations.require_held(event)
    seed = event.seed + session.number if seed is None else seed
    with transaction.atomic():
        draws.lock_draft(session)
        setting = setting_of(session, checked_in_only=checked_in_only)
        drawn, setting, kept = _drawn(session, setting, wanted, str(seed))
        tables, byes = [setting.table(keys) for keys in drawn.tables], setting.table(drawn.byes)
        matches = draws.store(
            session=session,
            tables=tables,
            byes=byes,
            counts_for=setting.counts_for,
            seed=seed,
            explanation=explanations.explained(drawn, setting) | kept,
        )
        told = {"seed": str(seed), "open": list(setting.still_open)}
        data = log.draw_of(session, byes) | told
        audit.note_session(session, "draw.make", data, by=by, now=now)
    return matches


def from_standings(session: Session) -> Draw | None:
    """Return how a session would be drawn now with the seed it was drawn with.

    None where it was not drawn by standings, or could not be now.
    """
    if session.seed is None or session.event.draw != Event.Draw.SWISS:
        return None
    try:
        setting = setting_of(session, weights=drawn_with(session))
        return _drawn(session, setting, AS_USUAL, str(session.seed))[0]
    except Conflict:
        return None


def _drawn(
    session: Session, setting: Setting, wanted: Wanted, seed: str
) -> tuple[Draw, Setting, dict[str, Any]]:
    """Return the draw, what it is made of, and what is kept of it beside its explanation."""
    event = session.event
    if event.draw == Event.Draw.KNOCKOUT:
        found = brackets.next_round(session, setting, wanted, seed)
        return found.draw, found.setting, found.kept()
    try:
        return swiss.draw(setting.entrants, setting.past, setting.rules, seed), setting, {}
    except NoDraw as none:
        raise Conflict(event, _why_none(none, setting)) from None


def _why_none(none: NoDraw, setting: Setting) -> str:
    """Return why there is no draw, and what to lift."""
    names = ", ".join(sorted(setting.players[key].shown_name for key in none.keys))
    size = min(setting.rules.sizes)
    return {
        "too_few": _("A table needs %(size)d players. Register more players."),
        "together_apart": _(
            "One rule says that %(names)s must sit together, another that they must not. Remove "
            "one of the two rules."
        ),
        "together_fixed": _("%(names)s must sit together, but have different fixed tables."),
        "together_many": _(
            "%(names)s must sit together, but a table does not have that many seats."
        ),
        "together_crowded": _("%(names)s must sit together, but no table has room for them."),
        "no_such_table": _(
            "The fixed table of %(names)s does not exist, because there are fewer tables."
        ),
        "apart_crowded": _(
            "It is impossible to keep %(names)s all apart. Remove one of the rules."
        ),
    }[none.reason] % {"names": names, "size": size}
