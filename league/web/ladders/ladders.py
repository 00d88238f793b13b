"""A ladder: its leaderboard, its latest tables, and one bot's way through it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import games
from bots import builtin
from bots.submission.manifest import Manifest
from league.models import Account, Duplicate, Match, Player, Rating, RemoteBot, Season, Version
from league.services.base import rights
from league.services.ladders import ladders
from league.services.ladders.ladders import Seated
from league.web.base import access, files
from league.web.base.bot_names import choices_of_bots
from league.web.base.charts import Bar, Bars, Curve, Part, Score, parts_of, scores_of
from league.web.base.pagination import page_of
from league.web.base.previews import preview_of_season
from league.web.games.games import game_name

MOST_COMPARED = 20
LATEST_TABLES, LATEST_OF_PLAYER = 6, 9
MOST_VERSIONS = 50


@dataclass(frozen=True)
class LeaderRow:
    """A line of the leaderboard."""

    rating: Rating
    bar: Bar
    absence: str
    """Why it gets no tables, if it gets none."""


@dataclass(frozen=True)
class SeatRow:
    """A player at a table, with the reasons for it as parts of a bar."""

    seated: Seated
    parts: Sequence[Part]


@dataclass(frozen=True)
class TableRow:
    """A duplicate with who sat there and why."""

    duplicate: Duplicate
    players: Sequence[SeatRow]
    chances: Sequence[tuple[int, str]]
    """Each side's number from 1, and how likely it was to win, in percent."""

    @classmethod
    def of(cls, duplicate: Duplicate) -> "TableRow":
        """Return what is shown of a duplicate `with_tables`."""
        players = [SeatRow(one, parts_of(one.reasons)) for one in ladders.seated(duplicate)]
        chances = [f"{100 * chance:.0f}" for chance in duplicate.pick.get("chances", ())]
        return cls(duplicate, players, list(enumerate(chances, start=1)))

    @property
    def has_sides(self) -> bool:
        """Tell whether some of the players are partners."""
        return len({row.seated.side for row in self.players}) < len(self.players)

    @property
    def are_deals_open(self) -> bool:
        """Tell whether records of its final matches can be read."""
        return self.duplicate.status != Duplicate.Status.OPEN


@dataclass(frozen=True)
class OpponentRow:
    """Another bot, and how the one looked at has fared against it."""

    rank: int
    player: Player
    score: Score | None


def ladder(request: HttpRequest, season: Season) -> HttpResponse:
    """Show a ladder, or as a fragment what of it changes."""
    account = access.account_of(request)
    organises = access.is_organiser(request, season.club)
    shows_all = request.GET.get("all") == "yes"
    ratings = ladders.leaderboard(season)
    page = page_of(request, ratings if shows_all else ladders.active(ratings), per=50)
    bars = Bars.of(list(page))
    context = {
        "season": season,
        "game_name": game_name(season.game),
        "leaders": page,
        "rows": [
            LeaderRow(rating, bars.by_rating[rating.pk], absence_of(rating, account))
            for rating in page
        ],
        "bars": bars,
        "shows_all": shows_all,
        "tables": [TableRow.of(one) for one in latest_tables(season)],
        "progress": under_way(season),
        "is_live": season.status == Season.Status.RUNNING,
    }
    if request.headers.get("HX-Request"):
        return render(request, "web/ladders/_ladder_live.html", context)
    context |= {
        "preview": preview_of_season(request, season),
        "organises": organises,
        "files": files.of_season(season, organises=organises),
        "enterable": [] if season.is_remote else enterable(season, account),
        "enterable_bots": enterable_bots(season, account) if season.is_remote else [],
        "own": own_ratings(season, account),
        "anchors": choices_of_bots(anchors_left(season)) if organises else [],
        "rest_s": settings.LADDER_REST_S,
    }
    return render(request, "web/ladders/ladder.html", context)


@require_safe
def player(request: HttpRequest, code: str, player: str) -> HttpResponse:
    """Show how a bot's rating has moved on a ladder, whom it has met, and its latest tables."""
    season = find_ladder(request, code)
    rows = Rating.objects.filter(season=season).select_related("player__version__bot")
    rating = get_object_or_404(rows, player__code=player)
    latest = rating.changes.order_by("-pk").values_list("duplicate", flat=True)[:LATEST_OF_PLAYER]
    duplicates = ladders.with_tables(season.duplicates.filter(pk__in=list(latest)))
    changes = list(ladders.curve(rating))
    context = {
        "season": season,
        "game_name": game_name(season.game),
        "rating": rating,
        "absence": absence_of(rating, access.account_of(request)),
        "curve": Curve.of(changes) if changes else None,
        "opponents": opponents_of(season, rating.player),
        "tables": [TableRow.of(one) for one in duplicates.order_by("-rated_at", "-pk")],
        "may_leave": rating.is_active and may_leave(request, season, rating),
    }
    return render(request, "web/ladders/ladder_player.html", context)


@require_safe
def head_to_head(request: HttpRequest, code: str) -> HttpResponse:
    """Show how the first twenty of a ladder have fared against each other."""
    season = find_ladder(request, code)
    players = [row.player for row in leaders_of(season)]
    scores = scores_of(ladders.meetings(season, players))
    rows = [
        (
            number,
            one,
            [None if one == other else scores.get((one.pk, other.pk)) for other in players],
        )
        for number, one in enumerate(players, start=1)
    ]
    context = {"season": season, "players": players, "rows": rows}
    return render(request, "web/ladders/head_to_head.html", context)


@require_safe
def duplicate(request: HttpRequest, code: str) -> HttpResponse:
    """Show who sat at a table of a ladder, why, and what came of it."""
    readable = rights.readable_duplicates(access.account_of(request))
    found = get_object_or_404(
        ladders.with_tables(readable).select_related("season__club"), code=code
    )
    context = {
        "duplicate": found,
        "season": found.season,
        "game_name": game_name(found.season.game),
        "table": TableRow.of(found),
        "serial": ladders.serial_of(found),
    }
    return render(request, "web/ladders/duplicate.html", context)


def find_ladder(request: HttpRequest, code: str) -> Season:
    """Return a ladder the visitor may know of, with its club; raises Http404."""
    seasons = rights.readable_seasons(access.account_of(request)).select_related("club")
    return get_object_or_404(seasons, code=code, kind=Season.Kind.LADDER)


def absence_of(rating: Rating, account: Account | None) -> str:
    """Return why a bot gets no tables, as far as `account` may know; empty if it gets some.

    What became of a version is for its author and the staff; no query if its bot is loaded.
    """
    if rating.is_matched:
        return _("was away") if rating.missed else ""
    version = getattr(rating.player, "version", None)
    if version is not None and not rights.may_inspect(version, account):
        return _("gets no tables at the moment")
    if version is not None and version.status != Version.Status.ACCEPTED:
        return str(version.get_status_display())
    return _("has left")


def latest_tables(season: Season) -> QuerySet[Duplicate]:
    """Return the duplicates opened last."""
    return ladders.with_tables(season.duplicates.all()).order_by("-pk")[:LATEST_TABLES]


def leaders_of(season: Season) -> list[Rating]:
    """Return the first twenty who get tables."""
    return list(ladders.active(ladders.leaderboard(season))[:MOST_COMPARED])


def under_way(season: Season) -> dict[str, int]:
    """Return how many tables are open and how many of their matches are over; one query."""
    matches = Match.objects.filter(
        duplicate__season=season, duplicate__status=Duplicate.Status.OPEN
    )
    return matches.aggregate(
        tables=Count("duplicate", distinct=True),
        matches=Count("pk"),
        final=Count("pk", Q(status=Match.Status.FINAL)),
    )


def opponents_of(season: Season, player: Player) -> list[OpponentRow]:
    """Return the first twenty others, with how `player` has fared against each."""
    leaders = [row for row in leaders_of(season) if row.player != player]
    scores = scores_of(ladders.meetings(season, [player, *(row.player for row in leaders)]))
    return [
        OpponentRow(row.rank, row.player, scores.get((player.pk, row.player_id)))  # type: ignore[attr-defined]
        for row in leaders
    ]


def own_ratings(season: Season, account: Account | None) -> QuerySet[Rating]:
    """Return the ratings of the visitor's bots that have not left the ladder."""
    own = Q(player__version__in=rights.own_versions(account))
    own |= Q(player__remote__in=rights.own_remote_bots(account))
    rows = Rating.objects.filter(own, season=season, is_active=True)
    return rows.select_related("player__version").order_by("pk")[:MOST_VERSIONS]


def enterable(season: Season, account: Account | None) -> list[Version]:
    """Return the visitor's versions that could enter the ladder, the newest first."""
    if season.status == Season.Status.CLOSED:
        return []
    playing = Rating.objects.filter(season=season, is_active=True).values("player")
    own = rights.own_versions(account).filter(status=Version.Status.ACCEPTED)
    rows = own.exclude(player__in=playing).select_related("bot").order_by("-pk")[:MOST_VERSIONS]
    return [row for row in rows if season.game in Manifest.model_validate(row.manifest).slugs()]


def enterable_bots(season: Season, account: Account | None) -> list[RemoteBot]:
    """Return the visitor's remote bots that could enter the ladder, the newest first."""
    if season.status == Season.Status.CLOSED:
        return []
    playing = Rating.objects.filter(season=season, is_active=True).values("player")
    own = rights.own_remote_bots(account).filter(retired_at=None).exclude(player__in=playing)
    return [bot for bot in own.order_by("-pk") if bot.plays(season.game)]


def anchors_left(season: Season) -> list[str]:
    """Return the names of the built-in bots that do not play on the ladder."""
    playing = Rating.objects.filter(season=season, is_active=True)
    taken = set(playing.exclude(player__builtin="").values_list("player__builtin", flat=True))
    return [name for name in builtin.names_in(games.get(season.game)) if name not in taken]


def may_leave(request: HttpRequest, season: Season, rating: Rating) -> bool:
    """Tell whether the visitor may take a bot off the ladder."""
    account = access.account_of(request)
    own = rights.own_remote_bots if season.is_remote else rights.own_versions
    return own(account).filter(player=rating.player_id).exists() or access.is_organiser(
        request, season.club
    )
