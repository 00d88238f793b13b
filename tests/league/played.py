"""Seasons as they are once matches have been played: results that count, and their standings."""

from datetime import timedelta

import games
from league.models import Match
from league.services.seasons import standings
from tests.league.factories import (
    NOW,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    ResultFactory,
    SessionFactory,
)


def play(session, scores, **result):
    """Let players have these scores at a table of a session, and count them; return the match."""
    numbers = list(scores.values())
    ahead = max if games.get(session.event.season.game).higher_wins else min
    ranked = sorted(numbers, reverse=ahead is max)
    match = MatchFactory(session=session, players=list(scores))
    places = [ranked.index(number) + 1 for number in numbers]
    ResultFactory(match=match, totals=numbers, places=places, **result)
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINAL, version=2, finished_at=session.published_at
    )
    standings.recount(session.event.season)
    return match


def people(*names):
    """Return people of these names."""
    return [PlayerFactory(name=name) for name in names]


def evening(season, name="", *, week=0, sessions=1, **fields):
    """Return the published sessions of an evening so many weeks from now."""
    at = NOW + timedelta(weeks=week)
    event = EventFactory(season=season, name=name or f"Evening {week + 1}", starts_at=at, **fields)
    return [
        SessionFactory(event=event, number=number + 1, published_at=at + timedelta(hours=number))
        for number in range(sessions)
    ]
