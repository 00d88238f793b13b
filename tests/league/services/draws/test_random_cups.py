"""Cups as they are stored are played to their winner, whatever happens on the evening.

The rules are checked without a database by `tests/league/logic/draws/test_random_cups.py`.
"""

import os
import random

import pytest

import games
from league.models import Event, Match, Registration, Seat, Session
from league.services.base import formats
from league.services.base.refusals import Conflict
from league.services.corrections import corrections
from league.services.draws import bracket_looks, drawing, draws
from league.services.events import attendance, sessions
from league.services.registration import registrations
from tests.league.cups import make_cup
from tests.league.draws import tables
from tests.league.factories import NOW, PlayerFactory, SessionFactory

CUPS = int(os.environ.get("DRAWS", "500")) // 100


def alone(game):
    """Return the sizes of tables of a game at which everybody plays for themselves."""
    return [
        size
        for size in formats.sizes(game)
        if size not in game.players or len(set(game.sides(size))) == size
    ]


GAMES = {game.slug: game for game in games.all() if alone(game)}


class Evening:
    """A cup on whose evening things happen by chance."""

    def __init__(self, club, by, game, seed):
        self.by, self.luck = by, random.Random(seed)
        self.refused = []
        sizes = alone(game)
        size = self.luck.choice(sizes)
        fill = self.luck.choice(["sizes", "byes"])
        self.cup, _players = make_cup(
            club,
            self.luck.randint(max(3, size), max(3, size) + 14),
            game=game.slug,
            table_size=size,
            fill=fill,
        )
        self.sizes = sizes if fill == "sizes" else {size, *({3} if game.slug == "skat" else ())}

    def happens(self, chance):
        return self.luck.random() < chance

    def here(self):
        rows = self.cup.registrations.filter(
            status=Registration.Status.REGISTERED, last_session=None
        )
        return list(rows.order_by("pk"))

    def leave(self):
        if len(rows := self.here()) > 2:
            row = self.luck.choice(rows)
            attendance.withdraw(registration=row, by=self.by, now=NOW)

    def replace(self):
        row = self.luck.choice(self.here())
        attendance.replace(registration=row, player=PlayerFactory(), by=self.by, now=NOW)

    def come(self):
        registrations.register_guest(
            event=self.cup, name=f"Late {self.luck.random()}", by=self.by, now=NOW
        )

    def draw(self):
        """Return the next session, published; None where there is no further round."""
        number = self.cup.sessions.count() + 1
        event = Event.objects.get(pk=self.cup.pk)
        session = SessionFactory(event=event, number=number, status="draft")
        while True:
            try:
                drawing.draw(session=session, by=self.by, now=NOW)
            except Conflict as refusal:
                if "Register another player" not in refusal.message:
                    session.delete()
                    return None
                self.come()
            else:
                return session

    def seat_a_guest(self, session):
        seat = self.luck.choice(list(Seat.objects.filter(match__session=session)))
        Seat.objects.filter(pk=seat.pk).update(player=PlayerFactory(), counts_for=None)

    def play(self, session):
        """Let chance decide; at some tables some or all give up."""
        for match in session.matches.all():
            if self.happens(0.1):
                self.forfeit(match)
            else:
                self.finish(match)

    def finish(self, match):
        seats = list(match.seats.all())
        for place, seat in enumerate(self.luck.sample(seats, len(seats)), start=1):
            Seat.objects.filter(pk=seat.pk).update(place=place, score=-place, points=-place)
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, version=2)

    def forfeit(self, match):
        count = match.seats.count()
        corrections.forfeit(
            match=match,
            seats=self.luck.sample(range(count), self.luck.randint(1, count)),
            reason="Gone.",
            by=self.by,
            expected_version=None,
            now=NOW,
        )

    def correct_before(self, session):
        """Change a result that a draft was drawn from."""
        earlier = self.cup.sessions.filter(number=session.number - 1).first()
        played = earlier and earlier.matches.filter(results=None)
        if played:
            self.finish(self.luck.choice(list(played)))

    def published(self, session):
        """Publish a draft; draw it again where that is refused. None where the cup is over then."""
        session = Session.objects.get(pk=session.pk)
        try:
            draws.publish(session=session, by=self.by, now=NOW)
        except Conflict as refusal:
            self.refused.append(refusal.message)
            session.delete()
            session = self.draw()
            if session:
                draws.publish(session=session, by=self.by, now=NOW)
        return session

    def run(self):
        for _round in range(30):
            for act in (self.leave, self.replace, self.come):
                if self.happens(0.3):
                    act()
            session = self.draw()
            if session and self.happens(0.3):
                self.correct_before(session)
            session = session and self.published(session)
            if not session:
                return
            if self.happens(0.2):
                sessions.undo(session=session, by=self.by, now=NOW)
                self.seat_a_guest(session)
                self.published(session)
            assert {len(table) for table in tables(session)} <= set(self.sizes)
            self.play(session)
        raise AssertionError("the cup does not end")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("number", range(max(1, CUPS // len(GAMES))))
def test_a_cup_is_played_to_its_end(club, alice, game, number):
    evening = Evening(club, alice, game, f"{game.slug} {number}")
    evening.run()
    assert all("Draw again" in said for said in evening.refused)
    look = bracket_looks.look(evening.cup, by=None)
    assert look.is_bracket
    final = look.rounds[-1][0]
    assert sum(seat.goes_on for seat in final.seats) <= 1
    placed = [player for rank in look.ranks for player in rank.players]
    assert len(placed) == len(set(placed))
