"""How cards rank for the eye, in every game: the winner of every trick; hands obey a law."""

import random

import pytest

import games
from engine.play.table import Table
from engine.rules.state import NO_CARD, Reading, copy_state, copy_states, laid_card

ROUNDS = 12
GAMES = [game.slug for game in games.all()]
OTHERWISE = {
    "democracy": "equal cards cancel each other, and a six of trump beats its five",
    "mit-list-und-tuecke": "two seats share every trick",
    "truco": "cards of both sides can tie, and some lie face down",
}
"""Games in which more than the ranks decides who takes a trick."""


def tables(slug, chance):
    """Yield a table before and after every action of some random rounds, and the action."""
    game = games.get(slug)
    for number in range(ROUNDS):
        players = game.players[number % len(game.players)]
        table = Table(game, players, secret=chance.randbytes(32))
        table.deal()
        while not table.round_over:
            action = chance.choice(table.legal())
            yield table, action
            table.play(action)
            yield table, None


RANKED = {
    "skat": ({"contract": "hearts"}, "CJ DJ HA HT H7 DA CA ST D9 C9"),
    "skat, null": ({"contract": "null"}, "CA HA DA CJ DJ HT ST C9 D9 H7"),
    "briscola": ({"trump": "D"}, "D3 D2 CA HA C3 CK H7 H2"),
    "truco": ({}, "C4 H7 SA D7 H3 CA HA CK HK D4"),
    "gong-zhu": ({}, "CA HA DA SQ HJ C2 D2"),
}
"""Hands by rank, the highest first, and equal ranks as the hand has them by suit."""


@pytest.mark.parametrize("name", RANKED)
def test_hand_by_rank_stands_as_the_game_ranks_cards(name):
    facts, wanted = RANKED[name]
    game = games.get(name.split(",")[0])
    view, cards = {"facts": facts}, game.in_hand_order({"facts": facts}, wanted.split())
    ranks = game.ranks(view, cards)
    assert " ".join(sorted(cards, key=lambda card: -ranks[card])) == wanted


def tricks(slug):
    """Yield the facts before the last card of a trick, its cards by seat, and who leads next."""
    for table, action in tables(slug, random.Random(slug)):
        state = table.state
        if action:
            before = copy_state(state)
        elif laid_card(before, state) is not None and state.on_table == 0:
            seats = [(before.leader + step) % table.players for step in range(table.players)]
            lying = {seat: int(before.table[seat]) for seat in seats}
            lying[int(before.turn)] = laid_card(before, state)
            lying = {seat: card for seat, card in lying.items() if card != NO_CARD}
            yield table.game.facts(Reading(copy_states(before))), lying, int(state.leader)


@pytest.mark.parametrize("slug", sorted(set(GAMES) - set(OTHERWISE)))
def test_the_highest_card_wins_the_trick(slug):
    found = 0
    for facts, lying, leader in tricks(slug):
        ranking, best = games.get(slug).ranking(facts), next(iter(lying))
        for seat, card in lying.items():
            if ranking.beats(card, lying[best]):
                best = seat
        assert leader == best
        found += 1
    assert found
