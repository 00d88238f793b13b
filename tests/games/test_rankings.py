"""How cards rank for the eye, in every game: hands in order, and the winner of every trick."""

import random
from functools import cache

import pytest

import games
from engine.play.table import Table
from engine.rules.ranking import TRUMPS
from engine.rules.state import NO_CARD, Reading, copy_state, laid_card

ROUNDS = 12
LOOKED_AT = 0.1
"""The share of the positions of a round at which a hand is looked at."""
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


@cache
def hands(slug):
    """Return the view of the seat to act at some positions."""
    chance = random.Random(slug)
    return [
        table.view(table.turn)
        for table, action in tables(slug, chance)
        if action and chance.random() < LOOKED_AT
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_hand_in_order_has_the_same_cards(slug):
    game = games.get(slug)
    for view in hands(slug):
        assert sorted(game.in_hand_order(view, view["hand"])) == sorted(view["hand"])


@pytest.mark.parametrize("slug", GAMES)
def test_order_does_not_depend_on_the_order_before_nor_on_other_cards(slug):
    game, chance = games.get(slug), random.Random(slug)
    for view in hands(slug):
        ordered = game.in_hand_order(view, view["hand"])
        mixed = chance.sample(view["hand"], len(view["hand"]))
        some = [card for card in mixed if chance.random() < 0.7]
        assert game.in_hand_order(view, mixed) == ordered
        assert game.in_hand_order(view, some) == [card for card in ordered if card in some]


@pytest.mark.parametrize("slug", GAMES)
def test_trumps_come_first_and_every_suit_stands_together(slug):
    game = games.get(slug)
    for view in hands(slug):
        ranking = game.ranking(view["facts"])
        cards = [game.pack.parse(text) for text in game.in_hand_order(view, view["hand"])]
        suits = [ranking.suit(card) for card in cards]
        if ranking.by_suit:
            assert suits == sorted(suits, key=suits.index)
            assert TRUMPS not in suits[suits.count(TRUMPS) :]


@pytest.mark.parametrize("slug", GAMES)
def test_higher_cards_of_a_suit_come_first(slug):
    game = games.get(slug)
    for view in hands(slug):
        ranking = game.ranking(view["facts"])
        cards = [game.pack.parse(text) for text in game.in_hand_order(view, view["hand"])]
        for suit in {ranking.suit(card) for card in cards}:
            heights = [ranking.height(card) for card in cards if ranking.suit(card) == suit]
            assert heights == sorted(heights, reverse=True)


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
            yield table.game.facts(Reading(before)), lying, int(state.leader)


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
