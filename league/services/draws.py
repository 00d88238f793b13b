"""Draws: who sits where in a session, drafted and then published."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import games
from league.models import (
    Account,
    Event,
    Job,
    Match,
    Player,
    Role,
    Season,
    Seat,
    Session,
    Version,
)

from . import audit, jobs, rights
from .refusals import Conflict, Invalid, change_status

MOST_TABLES = 500

Tables = Sequence[Sequence[Player]]


def seat_players(*, session: Session, tables: Tables, by: Account, now: datetime) -> list[Match]:
    """Replace the draft draw of `session`; seats are numbered in the order of the players.

    A bot may take several seats, a person only one; bots must be among those chosen for the
    event. The number of queries does not depend on the number of tables.
    """
    season = session.event.season
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    _check_tables(tables, sizes=games.get(season.game).players, event=session.event)
    with transaction.atomic():
        _lock_draft(session)
        session.matches.all().delete()
        matches = _create_matches(session, season, tables)
        audit.note(
            by=by,
            club=season.club,
            action="draw.seat",
            subject=f"session:{session.code}",
            data={"tables": [[player.code for player in table] for table in tables]},
            now=now,
        )
    return matches


def publish(*, session: Session, by: Account, now: datetime) -> Session:
    """Open the matches of a draft draw to results, and have bots play where only bots sit."""
    season = session.event.season
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        refusal = _("This draw is already published.")
        change_status(session, Session.Status.PUBLISHED, refusal=refusal, published_at=now)
        _check_publishable(session, season)
        session.matches.filter(status=Match.Status.DRAFT).update(status=Match.Status.OPEN)
        jobs.create(kind=Job.Kind.PLAY_MATCH, matches=matches_of_bots(session), version=0, now=now)
        audit.note(
            by=by,
            club=season.club,
            action="draw.publish",
            subject=f"session:{session.code}",
            now=now,
        )
    return session


def matches_of_bots(session: Session) -> list[Match]:
    """Return the matches of a session at whose tables only bots sit; one query."""
    people = Seat.objects.filter(player__kind=Player.Kind.PERSON)
    return list(
        session.matches.exclude(
            pk__in=people.filter(match__session=session).values("match")
        ).order_by("table_number")
    )


def _lock_draft(session: Session) -> None:
    """Hold the session's row, so that nobody publishes while the seats are changed."""
    current = Session.objects.select_for_update().get(pk=session.pk)
    if current.status != Session.Status.DRAFT:
        raise Conflict(current, _("This draw is published; its seats no longer change."))


def _check_publishable(session: Session, season: Season) -> None:
    season.refresh_from_db(fields=["status"])
    if season.status != Season.Status.RUNNING:
        raise Conflict(season, _("Start the season before publishing a draw."))
    if not session.matches.exists():
        raise Conflict(session, _("Seat players before publishing the draw."))
    gone = _unfit(Version.objects.filter(player__seats__match__session=session).distinct())
    if gone:
        said = _("%(name)s plays no more; seat somebody else before publishing the draw.")
        raise Conflict(session, said % {"name": sorted(gone.values())[0]})


def _create_matches(session: Session, season: Season, tables: Tables) -> list[Match]:
    matches = Match.objects.bulk_create(
        Match(session=session, season=season, table_number=number)
        for number, _table in enumerate(tables, start=1)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player)
        for match, table in zip(matches, tables, strict=True)
        for number, player in enumerate(table)
    )
    return matches


def _check_tables(tables: Tables, *, sizes: tuple[int, ...], event: Event) -> None:
    if not 1 <= len(tables) <= MOST_TABLES:
        said = _("Seat players at 1 to %(most)d tables.") % {"most": MOST_TABLES}
        raise Invalid({"tables": [said]})
    choice = ", ".join(map(str, sizes))
    said = _("A table of this game has one of these numbers of players: %(sizes)s.")
    errors = {
        f"tables.{number}": [said % {"sizes": choice}]
        for number, table in enumerate(tables)
        if len(table) not in sizes
    }
    errors |= {
        path: [_("%(name)s already has a seat in this session.") % {"name": player.name}]
        for path, player in _seated_twice(tables)
    }
    errors |= dict(_wrong_bots(tables, event))
    if errors:
        raise Invalid(errors)


def _wrong_bots(tables: Tables, event: Event) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of every seat whose bot may not sit there, and why; two queries."""
    chosen = set(event.bots.values_list("pk", flat=True))
    bots = [(path, player) for path, player in _seats(tables) if player.is_bot]
    unfit = _unfit(Version.objects.filter(player__in={player.pk for _path, player in bots}))
    for path, player in bots:
        if player.pk in unfit:
            said = _("%(name)s plays no more; seat somebody else.")
        elif player.pk in chosen or (player.builtin and not chosen):
            continue
        else:
            said = _(
                "%(name)s is not among the bots of this event; choose it on the event's page first."
            )
        yield path, [said % {"name": player.name}]


def _unfit(versions: QuerySet[Version]) -> dict[int, str]:
    """Return the names of versions that were withdrawn or quarantined, by their players."""
    rows = versions.exclude(status=Version.Status.ACCEPTED).values_list("player", "player__name")
    return dict(rows)


def _seats(tables: Tables) -> Iterator[tuple[str, Player]]:
    """Yield the path and the player of every seat."""
    for table_number, table in enumerate(tables):
        for seat_number, player in enumerate(table):
            yield f"tables.{table_number}.{seat_number}", player


def _seated_twice(tables: Tables) -> Iterator[tuple[str, Player]]:
    """Yield the path of every seat whose person has an earlier one."""
    seen: set[int] = set()
    for path, player in _seats(tables):
        if player.is_bot:
            continue
        if player.pk in seen:
            yield path, player
        seen.add(player.pk)
