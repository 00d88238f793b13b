"""Draws as tests need them: people to be drawn, tables as they are seated, results at once."""

from datetime import timedelta

from league.models import Match, Registration, Seat
from tests.league.factories import NOW, PlayerFactory


def register(event, count, **fields):
    """Register new people a minute after one another; return them."""
    first = event.registrations.count()
    players = PlayerFactory.create_batch(count)
    Registration.objects.bulk_create(
        Registration(
            event=event,
            player=player,
            registered_at=NOW + timedelta(minutes=number),
            **fields,
        )
        for number, player in enumerate(players, start=first)
    )
    return players


def tables(session):
    """Return the players of each table of a session."""
    return [
        [seat.player for seat in match.seats.order_by("number")]
        for match in session.matches.order_by("table_number")
    ]


def finish(session, points_of):
    """Give each seat the points its player gets, and make all matches final."""
    for match in session.matches.all():
        points = {seat.pk: points_of(seat.player) for seat in match.seats.all()}
        ranked = sorted(points.values(), reverse=True)
        for pk, won in points.items():
            Seat.objects.filter(pk=pk).update(points=won, score=won, place=ranked.index(won) + 1)
    session.matches.update(status=Match.Status.FINAL, version=2, finished_at=NOW)
