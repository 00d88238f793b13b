"""What a position tells of tricks, in random matches of every game."""

import random

import pytest

import games
from engine.play.table import Table
from league.models import TableAction
from league.services.play.positions import Position

SLUGS = [game.slug for game in games.all()]


def play(position, text):
    action = TableAction(seat=position.table.turn, text=text)
    position.table.play(text)
    position.note(action)


def positions(slug, *, rounds=1):
    """Yield a position of a random match after each action, and what that was played on."""
    game, chance = games.get(slug), random.Random(slug)
    position = Position(Table(game, game.players[0], secret=bytes(32)))
    for _ in range(rounds):
        position.table.deal()
        position.note(TableAction(seat=None))
        while not position.table.round_over:
            seat, lying = position.table.turn, position.table.open_view()["table"]
            action = chance.choice(position.table.legal())
            play(position, action)
            yield position, seat, lying, action


def laid(position):
    return [(position.actions[at].seat, position.actions[at].text) for at in position.last_trick()]


@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_lays_two_cards_to_the_last_trick(slug):
    for position, *_ in positions(slug):
        seats = [seat for seat, _text in laid(position)]
        assert len(seats) == len(set(seats)), laid(position)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_last_trick_is_what_lay_on_the_table_and_the_card_that_completed_it(slug):
    for position, seat, lying, action in positions(slug):
        if not lying or position.table.state.on_table:
            continue
        cards = [(card["seat"], card["card"]) for card in lying]
        last = [(seat, text.rpartition(" ")[2]) for seat, text in laid(position)]
        assert last in (cards, [*cards, (seat, action.rpartition(" ")[2])])
