"""What is concluded from an action that is no card but says something of a hand."""

import pytest

import games
from engine.conformance.random_play import choose, table_by_chance

TELLING = [game for game in games.all() if game.telling]
MATCHES = 60


@pytest.mark.parametrize("game", TELLING, ids=lambda game: game.slug)
def test_what_tells_rules_out_cards(game):
    told = dict.fromkeys(game.telling, 0)
    for seed in range(MATCHES):
        table, chance = table_by_chance(game, game.players[-1], seed)
        while not table.over and not all(told.values()):
            if table.turn is None:
                table.deal()
                continue
            seat, text = table.turn, choose(table.legal(), chance)
            action, before = game.parse_action(table.state, text), known_of(table, seat)
            table.play(text)
            if action in told and table.turn is not None:
                told[action] += known_of(table, seat) > before
    assert all(told.values())


def known_of(table, seat):
    """Return how many cards everybody knows a seat not to hold."""
    other = (seat + 1) % table.players
    return sum(int(row).bit_count() for row in table.belief(other).lacks[seat])
