"""Cups as tests need them: players of known strength, rounds that are drawn, published and won."""

from league.models import Event, GameRating, RatingPool
from league.services.draws import drawing, draws
from tests.league.draws import finish, register
from tests.league.factories import NOW, EventFactory, SessionFactory


def make_cup(club, count, *, game="briscola", **fields):
    """Return a knock-out of so many players, and these, each rated above the next."""
    cup = EventFactory(season__club=club, season__game=game, draw="knockout", **fields)
    pool, _created = RatingPool.objects.get_or_create(game=game)
    players = register(cup, count)
    for number, player in enumerate(players):
        GameRating.objects.create(
            pool=pool, player=player, mu=25, sigma=1, ordinal=count - number, matches=9
        )
    return cup, players


def next_round(cup, by, *, is_published=True, **options):
    """Draw the next session of a cup; return it."""
    number = cup.sessions.count() + 1
    session = SessionFactory(event=Event.objects.get(pk=cup.pk), number=number, status="draft")
    drawing.draw(session=session, by=by, now=NOW, **options)
    if is_published:
        draws.publish(session=session, by=by, now=NOW)
    return session


def win(session, seeded):
    """Let the better seed win every table."""
    finish(session, lambda player: -seeded.index(player))
