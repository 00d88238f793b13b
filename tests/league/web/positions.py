"""Positions of every game, met in random play, for tests of what the pages say of them."""

import random

import games
from engine.play.table import Table


def positions(slug, *, seeds=6, rounds=4):
    """Yield tables of a game at which somebody is to act: the same tables, played on."""
    game = games.get(slug)
    for seed in range(seeds):
        chance = random.Random(seed)
        players = game.players[seed % len(game.players)]
        table = Table(game, players, secret=bytes([seed]) * 32)
        while not table.over and len(table.rounds) < rounds:
            table.deal()
            while not table.round_over:
                yield table
                table.play(chance.choice(table.legal()))
