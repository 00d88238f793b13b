"""Ladders as tests need them: bots with ratings, duplicates opened, played and counted."""

from datetime import timedelta

from league.logic.outcomes import PlayedRound
from league.logic.ratings import NEW
from league.models import Bot, Rating, Record, Season
from league.services.ladders import duplicates
from league.services.play import bot_matches
from league.services.results import results
from league.services.results.results import Played

from .factories import NOW, AuthorsBotFactory, BotFactory, SeasonFactory, VersionFactory


def make_ladder(club, *, bots=5, size=4, game="mit-list-und-tuecke", **traits):
    """Return a running ladder with that many bots, none of which has played."""
    season = SeasonFactory(club=club, game=game, kind=Season.Kind.LADDER, table_size=size, **traits)
    for _ in range(bots):
        rate_player(season, BotFactory())
    return season


def rate_player(season, player, mu=NEW.mu, sigma=NEW.sigma, **traits):
    return Rating.objects.create(
        season=season,
        player=player,
        mu=mu,
        sigma=sigma,
        ordinal=mu - 3 * sigma,
        created_at=NOW,
        **traits,
    )


def make_version(account, *, name="Carols bot", number=1, games="all", status="accepted"):
    """Return a version of a bot of an account, with its player once it is accepted."""
    bot = Bot.objects.filter(name=name).first() or AuthorsBotFactory(owner=account, name=name)
    manifest = {"name": name, "games": games, "start": ["python3", "bot.py"]}
    return VersionFactory(bot=bot, number=number, manifest=manifest, status=status)


def open_tables(season, *, now=NOW):
    """Open tables and return their duplicates."""
    return duplicates.fill(season=season, now=now)


def played(match, scores, deals=4):
    """Return a match as bots have played it, to these scores by seat, all won in one deal."""
    nothing = [0] * len(scores)
    rounds = [PlayedRound(dealer=0, scores=scores if n == 0 else nothing) for n in range(deals)]
    places = [1 + sum(other > score for other in scores) for score in scores]
    return Played(match, scores, places, rounds, b"blob")


def store(matches, score_of):
    """Store results of matches, replayed; `score_of` gives a player's score in a match."""
    plays = []
    for match in matches:
        seats = match.seats.order_by("number")
        plays.append(played(match, [score_of(seat.player_id, match) for seat in seats]))
    results.store_played(plays=plays, now=NOW)
    Record.objects.update(status=Record.Status.VALID)


def finish(season_duplicates, score_of, *, now=NOW):
    """Play duplicates to their end; one transaction."""
    matches = [match for one in season_duplicates for match in one.matches.order_by("pk")]
    store(matches, score_of)
    results.finalise(match_ids=[match.pk for match in matches], now=now)


def play_to_end(match, *, now=NOW + timedelta(minutes=1)):
    """Let the bots of a match play it, and count it."""
    results.store_played(plays=[bot_matches.play(match)], now=NOW)
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk], now=now)


def by_key(player, match):
    """Score: whoever has the smaller key scores more, the more at later rotations."""
    return 1_000_000 - player + match.table_number


def later(minutes):
    return NOW + timedelta(minutes=minutes)
