"""Events of a season, the bots that may fill seats there, and their sessions.

Where no bots are chosen, every built-in one may be seated, and none of an author.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from bots.manifest import Manifest
from league.models import Account, Event, Player, Role, Season, Session, Version

from . import audit, rights, seasons
from .names import clean_name
from .refusals import Conflict, Invalid

MOST_BOTS = 100
MOST_FOUND = 40


def create_event(*, season: Season, name: str, by: Account, now: datetime) -> Event:
    """Create an event; its sessions come after."""
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    if season.kind == Season.Kind.LADDER:
        raise Conflict(season, _("A ladder has no events; its bots are seated by themselves."))
    seasons.require_open(season)
    name = clean_name(name)
    try:
        with transaction.atomic():
            event = Event.objects.create(season=season, name=name)
            audit.note(
                by=by,
                club=season.club,
                action="event.create",
                subject=f"event:{event.code}",
                data={"name": name, "season": season.code},
                now=now,
            )
    except IntegrityError:
        raise Invalid({"name": [_("The season already has an event of this name.")]}) from None
    return event


def create_session(
    *, event: Event, starts_at: datetime | None = None, by: Account, now: datetime
) -> Session:
    """Create the next session of an event, with an empty draft draw."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(event.season)
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)  # numbers are given one at a time
        last = event.sessions.aggregate(last=Max("number"))["last"] or 0
        session = Session.objects.create(event=event, number=last + 1, starts_at=starts_at)
        audit.note(
            by=by,
            club=event.season.club,
            action="session.create",
            subject=f"session:{session.code}",
            data={"event": event.code, "number": session.number},
            now=now,
        )
    return session


def choose_bots(*, event: Event, bots: Sequence[Player], by: Account, now: datetime) -> Event:
    """Let these bots, and no others, fill seats in draws of an event from now on.

    Draws that are published keep their seats.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(event.season)
    _check_bots(bots, game=event.season.game)
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)  # the last choice wins as a whole
        event.bots.set(bots)
        audit.note(
            by=by,
            club=event.season.club,
            action="event.bots",
            subject=f"event:{event.code}",
            data={"bots": [player.code for player in bots]},
            now=now,
        )
    return event


def bots_to_choose(event: Event, *, named: str = "") -> list[Player]:
    """Return bots that could fill seats of an event: built-in ones, chosen ones, others by name.

    The others are accepted versions that play the game and have `named` in their name, at most
    `MOST_FOUND` of them. Two queries.
    """
    slug = event.season.game
    plays = Q(version__manifest__games="all") | Q(version__manifest__games__icontains=f'"{slug}"')
    accepted = plays & Q(version__status=Version.Status.ACCEPTED, name__icontains=named)
    chosen = ~Q(builtin="") | Q(pk__in=event.bots.values("pk"))
    bots = Player.objects.filter(kind=Player.Kind.BOT).select_related("version")
    in_use = bots.filter(chosen).order_by("-builtin", "name", "pk")
    others = bots.filter(accepted).exclude(chosen).order_by("name", "pk")
    return [*in_use, *others[:MOST_FOUND]]


def _check_bots(bots: Sequence[Player], *, game: str) -> None:
    if len(bots) > MOST_BOTS:
        raise Invalid({"bots": [_("Choose at most %(most)d bots.") % {"most": MOST_BOTS}]})
    versions = {row.player_id: row for row in Version.objects.filter(player__in=bots)}
    errors = {}
    for number, player in enumerate(bots):
        version = versions.get(player.pk)
        if not player.is_bot:
            said = _("%(name)s is a person; people need not be chosen.")
        elif player.builtin:
            continue
        elif version is None or version.status != Version.Status.ACCEPTED:
            said = _("%(name)s plays no more; leave it out.")
        elif game not in Manifest.model_validate(version.manifest).slugs():
            said = _("%(name)s does not play this game; leave it out.")
        else:
            continue
        errors[f"bots.{number}"] = [said % {"name": player.name}]
    if errors:
        raise Invalid(errors)
