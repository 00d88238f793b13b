"""Seasons: one game, one points rule, one table of standings."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from pydantic import ValidationError

import games
from league.models import Account, Club, Role, Season

from . import audit, rights
from .names import clean_name
from .refusals import Conflict, Invalid, change_status
from .submissions import field_errors

MOST_CYCLES = 20


def create_season(
    *,
    club: Club,
    name: str,
    game: str,
    points_rule: str = "sum",
    native: bool = False,
    cycles: int = 1,
    options: Mapping[str, Any] | None = None,
    kind: str = Season.Kind.EVENTS,
    table_size: int | None = None,
    by: Account,
    now: datetime,
) -> Season:
    """Create a season in draft; it counts results once it is started.

    A ladder names the number of players at its tables, other seasons do not.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    name = clean_name(name)
    _check_choices(points_rule, cycles)
    clean = _clean_options(game, options or {})
    _check_kind(kind, table_size, games.get(game).players)
    season = Season(
        club=club,
        name=name,
        game=game,
        kind=kind,
        table_size=table_size,
        options=clean,
        points_rule=points_rule,
        native=native,
        cycles=cycles,
    )
    try:
        with transaction.atomic():
            season.save(force_insert=True)
            data = {"name": name, "game": game, "kind": kind, "points_rule": points_rule}
            _note(season, "season.create", by, now, data | {"native": native, "cycles": cycles})
    except IntegrityError:
        raise Invalid({"name": [_("The club already has a season of this name.")]}) from None
    return season


def start_season(*, season: Season, by: Account, now: datetime) -> Season:
    """Open a season that is in draft or was closed, so that draws can be published."""
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        refusal = _("This season is already running.")
        change_status(season, Season.Status.RUNNING, refusal=refusal)
        _note(season, "season.start", by, now)
    return season


def close_season(*, season: Season, by: Account, now: datetime) -> Season:
    """End a season: nothing is entered or confirmed until it is started again.

    Matches that bots are playing at this moment are still counted.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        refusal = _("Only a running season can be closed.")
        change_status(season, Season.Status.CLOSED, refusal=refusal)
        _note(season, "season.close", by, now)
    return season


def require_open(season: Season) -> None:
    """Raise Conflict when `season` is closed."""
    if season.status == Season.Status.CLOSED:
        raise Conflict(season, _("The season is closed; an organiser can start it again."))


def _check_choices(points_rule: str, cycles: int) -> None:
    errors = {}
    if points_rule not in Season.PointsRule.values:
        choice = ", ".join(Season.PointsRule.values)
        errors["points_rule"] = [_("Choose one of: %(choice)s.") % {"choice": choice}]
    if not 1 <= cycles <= MOST_CYCLES:
        said = _("Everyone can deal 1 to %(most)d times in a match.") % {"most": MOST_CYCLES}
        errors["cycles"] = [said]
    if errors:
        raise Invalid(errors)


def _check_kind(kind: str, table_size: int | None, sizes: tuple[int, ...]) -> None:
    errors = {}
    if kind not in Season.Kind.values:
        choice = ", ".join(Season.Kind.values)
        errors["kind"] = [_("Choose one of: %(choice)s.") % {"choice": choice}]
    elif kind == Season.Kind.LADDER and table_size not in sizes:
        choice = ", ".join(map(str, sizes))
        said = _("A table of this game has one of these numbers of players: %(sizes)s.")
        errors["table_size"] = [said % {"sizes": choice}]
    elif kind == Season.Kind.EVENTS and table_size is not None:
        errors["table_size"] = [_("Only a ladder has tables of one size; leave this out.")]
    if errors:
        raise Invalid(errors)


def _clean_options(slug: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with the game's defaults filled in, or raise Invalid."""
    try:
        game = games.get(slug)
    except games.UnknownGame:
        choice = ", ".join(known.slug for known in games.all())
        said = _("There is no such game; choose one of: %(choice)s.") % {"choice": choice}
        raise Invalid({"game": [said]}) from None
    try:
        clean: dict[str, Any] = game.options.model_validate(options).model_dump(mode="json")
    except ValidationError as error:
        raise Invalid(field_errors(error, "options")) from None
    return clean


def _note(
    season: Season, action: str, by: Account, now: datetime, data: Mapping[str, Any] | None = None
) -> None:
    audit.note(
        by=by,
        club=season.club,
        action=action,
        subject=f"season:{season.code}",
        data=data,
        now=now,
    )
