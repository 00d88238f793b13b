"""Seasons: one game, one points rule, one table of standings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from pydantic import ValidationError

import games
from league.logic import points, tiebreaks
from league.models import Account, Club, Mail, Result, Role, Season
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Invalid, change_status, field_errors
from league.services.mail import post

from . import standings

MOST_CYCLES = 20
MOST_DROPPED, MOST_ATTENDED = 100, 1000
LARGEST_FORFEIT = Decimal(10_000)
TIE_BREAKS: Final = tuple(name for name in tiebreaks.CRITERIA if name != "points")
"""What can decide between equal points."""
MOST_TIE_BREAKS: Final = len(TIE_BREAKS)


class Rules(TypedDict, total=False):
    """How matches count in the standings; what is left out is as it was."""

    points_rule: str
    tie_breaks: Sequence[str]
    drop_worst: int
    min_attendance: int
    forfeit_points: Decimal | None
    forfeit_others: Decimal | None


def create_season(
    *,
    club: Club,
    name: str,
    game: str,
    native: bool = False,
    cycles: int | None = None,
    options: Mapping[str, Any] | None = None,
    kind: str = Season.Kind.EVENTS,
    table_size: int | None = None,
    is_remote: bool = False,
    by: Account,
    now: datetime,
    **rules: Unpack[Rules],
) -> Season:
    """Create a season in draft; it counts results once it is started.

    A ladder names the number of players at its tables, other seasons do not; it may be one of
    remote bots. Length and points rule that are left out are those by which clubs play the game; on
    a ladder everybody deals once.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    name = clean_name(name)
    clean = _clean_options(game, options or {})
    usual = _usual(game, kind)
    cycles = usual["cycles"] if cycles is None else cycles
    rules.setdefault("points_rule", usual["points_rule"])
    _check_cycles(cycles)
    check_rules(game, rules)
    _check_kind(kind, table_size, games.get(game).players)
    _check_class(kind, is_remote=is_remote)
    season = Season(
        club=club,
        name=name,
        game=game,
        kind=kind,
        table_size=table_size,
        is_remote=is_remote,
        options=clean,
        native=native,
        cycles=cycles,
        **rules,
    )
    try:
        with transaction.atomic():
            season.save(force_insert=True)
            data = {"name": name, "game": game, "kind": kind, "native": native, "cycles": cycles}
            data |= {"is_remote": True} if is_remote else {}
            audit.note_season(season, "season.create", data | rules_of(season), by=by, now=now)
    except IntegrityError:
        raise Invalid({"name": [_("The club already has a season with this name.")]}) from None
    return season


def start_season(*, season: Season, by: Account, now: datetime) -> Season:
    """Open a season that is in draft or was closed, so that draws can be published."""
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        refusal = _("This season is already running.")
        change_status(season, Season.Status.RUNNING, refusal=refusal)
        audit.note_season(season, "season.start", by=by, now=now)
    return season


def close_season(*, season: Season, by: Account, now: datetime) -> Season:
    """End a season: nothing is entered or confirmed until it is started again.

    Matches that bots are playing at this moment are still counted.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        refusal = _("You can only close a running season.")
        change_status(season, Season.Status.CLOSED, refusal=refusal)
        audit.note_season(season, "season.close", by=by, now=now)
        _post_end(season, now)
    return season


def _post_end(season: Season, now: datetime) -> None:
    """Tell by mail who has played in a season that it has ended; two queries, and the mail's."""
    if season.kind == Season.Kind.LADDER:
        return
    played = season.standings.filter(matches__gt=0, player__account__isnull=False)
    ids = list(played.order_by("pk").values_list("player__account", flat=True))
    about = f"season:{season.code}:{now:%Y%m%d%H%M%S}"  # one that is reopened ends once more
    post.post(kind=Mail.Kind.SEASON, about=about, account_ids=ids, now=now)


def change_rules(*, season: Season, by: Account, now: datetime, **rules: Unpack[Rules]) -> Season:
    """Change how matches count; those that are final are counted afresh in the same transaction.

    A result that becomes final at the same time is counted afresh, or waits and then counts by the
    new rules.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    require_open(season)
    if season.kind == Season.Kind.LADDER:
        raise Conflict(season, _("A ladder has ratings and no points."))
    check_rules(season.game, rules)
    with transaction.atomic():
        held = standings.hold([season])[season.pk]
        _require_rounds(held, rules)
        for name, value in rules.items():
            setattr(held, name, value)
        held.save(update_fields=list(rules))
        standings.recount(held)
        audit.note_season(held, "season.rules", rules_of(held), by=by, now=now)
    season.refresh_from_db()
    return season


def rules_of(season: Season) -> dict[str, Any]:
    """Return how matches count, and the seed of the lots, for the trail."""
    found = {name: getattr(season, name) for name in Rules.__optional_keys__}
    exact = {name: str(value) for name, value in found.items() if isinstance(value, Decimal)}
    return {name: found[name] for name in sorted(found)} | exact | {"lot_seed": season.lot_seed}


def require_open(season: Season) -> None:
    """Raise Conflict when `season` is closed."""
    if season.status == Season.Status.CLOSED:
        raise Conflict(season, _("The season is closed. An organiser can reopen it."))


def _usual(slug: str, kind: str) -> dict[str, Any]:
    """Return how long matches of a game usually are, and how they count."""
    game = games.get(slug)
    if kind == Season.Kind.LADDER:
        return {"cycles": 1, "points_rule": Season.PointsRule.SUM}
    return {
        "cycles": game.series[0],
        "points_rule": game.usual_scoring or Season.PointsRule.SUM,
    }


def _check_cycles(cycles: int) -> None:
    if not 1 <= cycles <= MOST_CYCLES:
        said = _("Everyone can deal 1 to %(most)d times in a match.") % {"most": MOST_CYCLES}
        raise Invalid({"cycles": [said]})


def check_rules(game: str, rules: Rules) -> None:
    """Refuse rules that do not exist, or not for this game."""
    errors = _chain_errors(rules.get("tie_breaks", ()))
    choices = _points_rules(game)
    if rules.get("points_rule", Season.PointsRule.SUM) not in choices:
        choice = ", ".join(choices)
        errors["points_rule"] = [_("Choose one of: %(choice)s.") % {"choice": choice}]
    for name, most in (("drop_worst", MOST_DROPPED), ("min_attendance", MOST_ATTENDED)):
        if not 0 <= int(str(rules.get(name, 0))) <= most:
            errors[name] = [_("Give a number from 0 to %(most)d.") % {"most": most}]
    for name in ("forfeit_points", "forfeit_others"):
        given = rules.get(name)
        if isinstance(given, Decimal) and not abs(given) <= LARGEST_FORFEIT:
            said = _("Give at most %(most)s points.") % {"most": LARGEST_FORFEIT}
            errors[name] = [said]
    if errors:
        raise Invalid(errors)


def _require_rounds(season: Season, rules: Rules) -> None:
    """Raise Invalid for a rule that goes by rounds, where results from a list have none."""
    if rules.get("points_rule") not in points.NEED_ROUNDS:
        return
    if Result.objects.filter(match__season=season, source=Result.Source.LIST).exists():
        said = _(
            "This season has results from a list, which do not say who declared. Keep a points "
            "rule that goes by the scores."
        )
        raise Invalid({"points_rule": [said]})


def _points_rules(slug: str) -> list[str]:
    """Return the points rules for a game: some count who declared."""
    own = games.get(slug).scorings
    return [rule for rule in Season.PointsRule.values if rule in own or rule not in points.SCORINGS]


def _chain_errors(chain: Sequence[str]) -> dict[str, list[str]]:
    sentences = {
        "unknown": _("Choose one of: %(choice)s.") % {"choice": ", ".join(TIE_BREAKS)},
        "twice": _("An earlier tie-break already uses this."),
        "after-lot": _("After the lot, no further tie-break is possible."),
    }
    faults = tiebreaks.chain_faults(["points", *chain])
    return {f"tie_breaks.{position - 1}": [sentences[fault]] for position, fault in faults}


def _check_kind(kind: str, table_size: int | None, sizes: tuple[int, ...]) -> None:
    errors = {}
    if kind not in Season.Kind.values:
        choice = ", ".join(Season.Kind.values)
        errors["kind"] = [_("Choose one of: %(choice)s.") % {"choice": choice}]
    elif kind == Season.Kind.LADDER and table_size not in sizes:
        choice = ", ".join(map(str, sizes))
        said = _("A table of this game must have one of these numbers of players: %(sizes)s.")
        errors["table_size"] = [said % {"sizes": choice}]
    elif kind == Season.Kind.EVENTS and table_size is not None:
        errors["table_size"] = [_("Only a ladder has a fixed table size. Leave this out.")]
    if errors:
        raise Invalid(errors)


def _check_class(kind: str, *, is_remote: bool) -> None:
    if is_remote and kind != Season.Kind.LADDER:
        said = _("Only a ladder can be one of remote bots. Leave this out.")
        raise Invalid({"is_remote": [said]})


def _clean_options(slug: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with the game's defaults filled in, or raise Invalid."""
    try:
        game = games.get(slug)
    except games.UnknownGame:
        choice = ", ".join(known.slug for known in games.all())
        said = _("This game does not exist. Choose one of: %(choice)s.") % {"choice": choice}
        raise Invalid({"game": [said]}) from None
    try:
        clean: dict[str, Any] = game.options.model_validate(options).model_dump(mode="json")
    except ValidationError as error:
        raise Invalid(field_errors(error, "options")) from None
    return clean
