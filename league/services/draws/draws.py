"""Draws: who sits where in a session, drafted and then published."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

import games
from engine.rules.game import Game
from league.models import (
    Account,
    Bye,
    Event,
    Job,
    Mail,
    Match,
    Player,
    Role,
    Season,
    Seat,
    Session,
    Version,
    Webhook,
)
from league.services.accounts import agreements
from league.services.base import audit, formats, log, rights
from league.services.base.refusals import Conflict, Invalid, change_status
from league.services.jobs import jobs
from league.services.mail import post
from league.services.registration import plans, registrations
from league.services.webhooks.announcements import announce

from . import brackets

MOST_TABLES = 500

Tables = Sequence[Sequence[Player]]


@agreements.asking
def seat_players(*, session: Session, tables: Tables, by: Account, now: datetime) -> list[Match]:
    """Replace the draft draw of `session`; seats are numbered in the order of the players.

    A bot may take several seats, a person only one; bots must be among those chosen for the
    event. The number of queries does not depend on the number of tables.
    """
    season = session.event.season
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    check_tables(tables, event=session.event)
    with transaction.atomic():
        lock_draft(session)
        players = [player for table in tables for player in table]
        agreements.require(club=season.club, players=players, by=by, now=now)
        matches = store(session=session, tables=tables)
        data = {"tables": log.tables_of(session)}
        audit.note_session(session, "draw.seat", data, by=by, now=now)
    return matches


def store(
    *,
    session: Session,
    tables: Tables,
    byes: Sequence[Player] = (),
    counts_for: Mapping[int, int] | None = None,
    seed: int | None = None,
    explanation: Mapping[str, Any] | None = None,
) -> list[Match]:
    """Write the draft draw of a session that the caller has locked, instead of the one before.

    `counts_for` has the primary keys of those whose points substitutes play for, by the
    substitutes'. `seed` and `explanation` belong to draws that were not made by hand.
    """
    session.matches.all().delete()
    session.byes.all().delete()
    Session.objects.filter(pk=session.pk).update(seed=seed, explanation=explanation)
    session.seed, session.explanation = seed, explanation
    Bye.objects.bulk_create(Bye(session=session, player=player) for player in byes)
    return _create_matches(session, tables, counts_for or {})


def publish(*, session: Session, by: Account, now: datetime) -> Session:
    """Open the matches of a draft draw to results, and have bots play where only bots sit."""
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    return publish_draft(session=session, by=by, now=now)


def publish_draft(*, session: Session, by: Account | None, now: datetime) -> Session:
    """Publish as `publish` does, for an organiser who is known, or at the time one has set."""
    season = session.event.season
    refusal = _("This draw is already published.")
    if session.status != Session.Status.DRAFT:
        raise Conflict(session, refusal)
    with transaction.atomic():
        # Who withdraws does so before, and is found, or after.
        session.event.cancelled_at = plans.hold(session.event).cancelled_at
        change_status(session, Session.Status.PUBLISHED, refusal=refusal, published_at=now)
        check_publishable(session, season)
        session.matches.filter(status=Match.Status.DRAFT).update(status=Match.Status.OPEN)
        jobs.create(kind=Job.Kind.PLAY_MATCH, matches=matches_of_bots(session), version=0, now=now)
        audit.note_session(session, "draw.publish", by=by, now=now)
        announce(event=Webhook.Event.DRAW_PUBLISHED, pks=[session.pk], now=now)
        _post(session, now)
    return session


def _post(session: Session, now: datetime) -> None:
    """Tell by mail who sits in a published draw, or has a bye; one query and those of the mail."""
    seated = Seat.objects.filter(match__session=session).values("player")
    players = Player.objects.filter(Q(pk__in=seated) | Q(pk__in=session.byes.values("player")))
    known = players.filter(account__isnull=False).order_by("pk")
    ids = list(known.values_list("account", flat=True))
    about = f"session:{session.code}:{now:%Y%m%d%H%M%S}"  # a draw that was undone is another one
    post.post(kind=Mail.Kind.DRAW, about=about, account_ids=ids, now=now)


def matches_of_bots(session: Session) -> list[Match]:
    """Return the matches of a session at whose tables only bots sit; one query."""
    people = Seat.objects.filter(player__kind=Player.Kind.PERSON)
    return list(
        session.matches.exclude(pk__in=people.filter(match__session=session).values("match"))
        .select_related("season")
        .order_by("table_number")
    )


def _tables_of_both(session: Session) -> list[int]:
    """Return the numbers of the tables at which people and bots sit together; one query."""
    with_bots = session.matches.filter(seats__player__kind=Player.Kind.BOT)
    with_people = session.matches.filter(seats__player__kind=Player.Kind.PERSON)
    both = with_people.filter(pk__in=with_bots.values("pk")).order_by("table_number").distinct()
    return list(both.values_list("table_number", flat=True))


def lock_draft(session: Session) -> None:
    """Hold the row of a draft, so that nobody publishes while seats are changed.

    Raises Conflict once it is published.
    """
    current = Session.objects.select_for_update().get(pk=session.pk)
    if current.status != Session.Status.DRAFT:
        raise Conflict(current, _("This draw is published, so its seats can no longer change."))


def check_publishable(session: Session, season: Season) -> None:
    """Raise Conflict with what has to be done before the draw of a session can be published."""
    season.refresh_from_db(fields=["status"])
    if session.event.cancelled_at is not None:
        raise Conflict(session.event, _("This event is cancelled."))
    if season.status != Season.Status.RUNNING:
        raise Conflict(season, _("The season has not started. Start it, then publish the draw."))
    if not session.matches.exists():
        raise Conflict(session, _("Nobody has a seat in this draw. Seat players, then publish it."))
    gone = _unfit(Version.objects.filter(player__seats__match__session=session).distinct())
    if gone:
        said = _("%(name)s no longer plays. Seat somebody else, then publish the draw.")
        raise Conflict(session, said % {"name": sorted(gone.values())[0]})
    if left := [row.player.shown_name for row in registrations.gone(session)]:
        said = _(
            "%(names)s will not play in this session. Draw again, or choose a substitute, "
            "before you publish the draw."
        )
        raise Conflict(session, said % {"names": ", ".join(left)})
    if mixed := _tables_of_both(session):
        said = _(
            "Nobody can play a bot's cards at a table with people: %(tables)s. Choose tables of "
            "another size or byes in the event's settings and draw again, or plan an event with "
            "online tables."
        )
        numbers = ", ".join(_("Table %(number)s") % {"number": number} for number in mixed)
        raise Conflict(session, said % {"tables": numbers})
    if brackets.is_outdated(session):
        said = _(
            "Results or players have changed since this round was drawn, so other players meet "
            "now. Draw again, then publish the draw."
        )
        raise Conflict(session, said)
    seated = Player.objects.filter(seats__match__session=session, account__isnull=False)
    if strangers := agreements.missing(season.club, seated.order_by("name", "pk")):
        said = _(
            "These players have not agreed to play in this club: %(names)s. Draw again without "
            "them, or publish the draw once they have agreed on the club's page."
        )
        names = ", ".join(player.shown_name for player in strangers)
        raise Conflict(session, said % {"names": names})


def _create_matches(session: Session, tables: Tables, counts_for: Mapping[int, int]) -> list[Match]:
    matches = Match.objects.bulk_create(
        Match(session=session, season=session.event.season, table_number=number)
        for number, _table in enumerate(tables, start=1)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player, counts_for_id=counts_for.get(player.pk))
        for match, table in zip(matches, tables, strict=True)
        for number, player in enumerate(table)
    )
    return matches


def check_tables(tables: Tables, *, event: Event) -> None:
    """Raise Invalid with the tables and seats that cannot be so in a draw of the event."""
    if not 1 <= len(tables) <= MOST_TABLES:
        said = _("Seat players at 1 to %(most)d tables.") % {"most": MOST_TABLES}
        raise Invalid({"tables": [said]})
    errors = wrong_seats(tables, game=games.get(event.season.game))
    errors |= dict(_wrong_bots(tables, event))
    if errors:
        raise Invalid(errors)


def wrong_seats(tables: Tables, *, game: Game) -> dict[str, list[str]]:
    """Return what is wrong with how many sit at a table, and with who sits at two."""
    sizes = formats.sizes(game)
    choice = ", ".join(map(str, sizes))
    said = _("A table of this game must have one of these numbers of players: %(sizes)s.")
    errors = {
        f"tables.{number}": [said % {"sizes": choice}]
        for number, table in enumerate(tables)
        if len(table) not in sizes
    }
    said = _("At a table with only bots nobody can sit out. Seat one bot fewer.")
    errors |= {
        f"tables.{number}": [said]
        for number, table in enumerate(tables)
        if formats.has_sitter_out(game, len(table)) and all(player.is_bot for player in table)
    }
    return errors | {
        path: [_("%(name)s already has a seat in this session.") % {"name": player.shown_name}]
        for path, player in _seated_twice(tables)
    }


def _wrong_bots(tables: Tables, event: Event) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of every seat whose bot may not sit there, and why; two queries."""
    chosen = set(event.bots.values_list("pk", flat=True))
    bots = [(path, player) for path, player in _seats(tables) if player.is_bot]
    unfit = _unfit(Version.objects.filter(player__in={player.pk for _path, player in bots}))
    for path, player in bots:
        if player.pk in unfit:
            said = _("%(name)s no longer plays. Seat somebody else.")
        elif player.pk in chosen or (player.builtin and not chosen):
            continue
        else:
            said = _(
                "%(name)s is not among the bots of this event. Choose it on the event's page first."
            )
        yield path, [said % {"name": player.shown_name}]


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
