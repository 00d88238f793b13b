"""Movements: the draws of all sessions of an event, made in advance; round robins too."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.logic.draws import movements
from league.logic.draws.model import Draw, NoDraw
from league.logic.draws.movements import Movement
from league.logic.draws.movements.choice import Obstacle
from league.logic.draws.roundrobin import round_robin
from league.models import Account, Event, Role, Session
from league.services.base import audit, log, rights
from league.services.base.refusals import Conflict
from league.services.draws import draws, explanations
from league.services.draws.draw_settings import Setting, setting_of
from league.services.registration import plans, registrations

from . import events


def make(
    *,
    event: Event,
    sessions: int | None = None,
    checked_in_only: bool = False,
    seed: int | None = None,
    by: Account,
    now: datetime,
) -> list[Session]:
    """Draw all sessions of an event in advance, as drafts, instead of the drafts there are.

    `sessions` is how many, by default as planned for the event, or as many as there can be without
    a repeat. Nothing must be published yet. The same seed and input give the same plan.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    registrations.require_held(event)
    seed = event.seed if seed is None else seed
    with transaction.atomic():
        plans.hold(event)
        _check_unpublished(event)
        first = _session(event, 1, by=by, now=now)
        setting = setting_of(first, checked_in_only=checked_in_only)
        drawn = _drawn(event, setting, sessions or event.planned_sessions, str(seed))
        planned = [_session(event, number, by=by, now=now) for number in range(1, len(drawn) + 1)]
        past = setting.past
        for session, one in zip(planned, drawn, strict=True):
            at_hand = replace(setting, past=past)
            past = replace(past, sessions=(*past.sessions, one.as_session(setting.rules)))
            draws.store(
                session=session,
                tables=[setting.table(keys) for keys in one.tables],
                byes=setting.table(one.byes),
                counts_for=setting.counts_for,
                seed=seed,
                explanation=explanations.explained(one, at_hand, explanations.planned_in(one)),
            )
            data = log.draw_of(session, setting.table(one.byes)) | {"seed": str(seed)}
            audit.note_session(session, "draw.make", data, by=by, now=now)
    return planned


def _drawn(event: Event, setting: Setting, sessions: int | None, seed: str) -> Sequence[Draw]:
    keys = [one.key for one in setting.entrants if not one.is_bot]
    if event.draw == Event.Draw.ROUND_ROBIN:
        return _round_robin(event, setting, keys, seed)[:sessions]
    if event.draw != Event.Draw.MOVEMENT:
        said = _(
            "You can only draw a movement or a round robin in advance. Change how tables are drawn."
        )
        raise Conflict(event, said)
    return _movement(event, setting, keys, sessions, seed)


def _round_robin(event: Event, setting: Setting, keys: Sequence[int], seed: str) -> Sequence[Draw]:
    if setting.rules.size != 2:
        said = _("A round robin needs tables of two. Choose a movement for larger tables.")
        raise Conflict(event, said)
    try:
        return round_robin(keys, seed=seed)
    except NoDraw:
        said = _("A table needs %(size)d players. Register more players.") % {"size": 2}
        raise Conflict(event, said) from None


def _movement(
    event: Event, setting: Setting, keys: Sequence[int], sessions: int | None, seed: str
) -> Sequence[Draw]:
    """Return the draws of a movement whose numbers a lot gives to the players."""
    rules = setting.rules
    if rules.together or rules.apart or any(one.fixed_table for one in setting.entrants):
        said = _(
            "A movement cannot follow pair rules or fixed tables. Remove them, or draw by "
            "standings."
        )
        raise Conflict(event, said)
    chosen = _whist(len(keys), sessions) if rules.sides else _golfer(setting, len(keys), sessions)
    if not isinstance(chosen, Movement):
        raise Conflict(event, _why_none(chosen, len(keys), setting))
    lots = sorted(keys)
    random.Random(seed).shuffle(lots)  # noqa: S311 - not for secrets, and reproducible
    return [
        Draw(
            tables=tuple(tuple(lots[number] for number in table) for table in tables),
            byes=tuple(sorted(lots[number] for number in chosen.byes(index))),
            seed=seed,
        )
        for index, tables in enumerate(chosen.sessions)
    ]


def _golfer(setting: Setting, players: int, sessions: int | None) -> Movement | Obstacle | None:
    rules = setting.rules
    short = tuple(size for size in rules.sizes if size < rules.size)
    wanted = sessions or movements.reach(players, rules.size, short=short)
    found = movements.best(players, rules.size, wanted, short=short) if wanted else None
    return found or movements.obstacle(players, rules.size, max(wanted, 1), short=short)


def _whist(players: int, sessions: int | None) -> Movement | None:
    found = movements.whist(players)
    return replace(found, sessions=found.sessions[:sessions]) if found else None


def _why_none(obstacle: Obstacle | None, players: int, setting: Setting) -> str:
    """Return why there is no movement, and what to choose instead."""
    size = setting.rules.size
    short = tuple(other for other in setting.rules.sizes if other < size)
    if obstacle == Obstacle.TOO_FEW:
        return _("A table needs %(size)d players. Register more players.") % {"size": size}
    reach = movements.reach(players, size, short=short)
    if reach and not setting.rules.sides:
        said = _("For %(players)d players there are movements of up to %(most)d sessions.")
        return said % {"players": players, "most": reach}
    said = _("There is no movement for %(players)d players. Draw by standings instead.")
    return said % {"players": players}


def _check_unpublished(event: Event) -> None:
    published = event.sessions.exclude(status=Session.Status.DRAFT).order_by("number").first()
    if published is not None:
        said = _(
            "Session %(number)d is published. Unpublish its draw before you plan the event again."
        )
        raise Conflict(published, said % {"number": published.number})


def _session(event: Event, number: int, *, by: Account, now: datetime) -> Session:
    """Return a session in draft, made if there is none of this number."""
    session = event.sessions.filter(number=number).first()
    return session or events.create_session(event=event, by=by, now=now)
