"""What is noticed about hands, and deals that agree with it."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

import games
from engine.inference.belief import Deals
from engine.inference.evidence import unseen_cards
from engine.play.table import Table
from engine.records.document import record_of
from engine.rules.concealment import conceal
from engine.rules.errors import EngineError
from engine.rules.state import STOCK, UNKNOWN

GAMES = [(game.slug, game.players[-1]) for game in games.all()]


def table_after(slug, players, seed, left):
    """Return a table at which the seat to act does not know `left` cards or fewer, if any."""
    game = games.get(slug)
    table = Table(game, players, secret=seed.to_bytes(32, "big"))
    table.deal()
    while not table.round_over:
        if int((table.mind(table.turn).place == UNKNOWN).sum()) <= left:
            return table
        table.play(table.legal()[seed % len(table.legal())])
    return None


def deal_of(world, unseen):
    """Return where the unseen cards lie."""
    return tuple(int(world.place[card]) for card in unseen)


def possible_deals(table):
    """Return every deal with which the same actions would have been legal and look the same."""
    seat, done = table.turn, table.rounds[-1]
    mind = table.mind(seat).tobytes()
    unseen = np.flatnonzero(table.mind(seat).place == UNKNOWN).tolist()
    told = [said["action"] for said in table.told(seat)]
    openly = record_of(table)["rounds"][-1]["actions"]
    log = [(text, text != read) for text, read in zip(openly, told, strict=True)]
    found = set()
    for permuted in itertools.permutations(unseen):
        stand_in = dict(zip(unseen, permuted, strict=True))
        deck = [stand_in.get(int(card), int(card)) for card in done.deck]
        other = Table(table.game, table.players)
        text = table.game.pack.format_cards(deck)
        other.deal(deck=text, entropy=done.entropy, dealer=done.dealer)
        texts = [exchanged(table, text, stand_in) if is_secret else text for text, is_secret in log]
        if all(play(other, text) for text in texts) and other.mind(seat).tobytes() == mind:
            found.add(deal_of(other.state, unseen))
    return found, unseen


def exchanged(table, text, stand_in):
    """Return the text of a secret action with its cards exchanged."""
    pack = table.game.pack
    verb, *cards = text.split(" ")
    return " ".join([verb, pack.format_cards(sorted(stand_in[c] for c in map(pack.parse, cards)))])


def play(table, text):
    """Play an action if it is legal, and tell whether it was."""
    try:
        table.play(text)
    except EngineError:
        return False
    return True


SMALL = [("gong-zhu", 4, 5), ("rolling-stone", 4, 5), ("skat", 3, 5), ("mit-list-und-tuecke", 4, 4)]
"""Games in which nobody draws after the deal: so where an unseen card lies, it always lay."""


@pytest.mark.further
@pytest.mark.sweep(1)
@pytest.mark.parametrize(("slug", "players", "left"), SMALL)
def test_deals_are_those_in_which_all_was_legal(slug, players, left):
    checked = 0
    for seed in range(10):
        table = table_after(slug, players, seed, left)
        if table is None:
            continue
        possible, unseen = possible_deals(table)
        deals = Deals(table.game, table.belief(table.turn), seed=seed)
        assert {deal_of(deals.next(), unseen) for _ in range(40 * len(possible))} == possible
        checked += len(possible) > 1
    assert checked > 2


@pytest.mark.further
def test_deals_are_equally_likely():
    table = table_after("gong-zhu", 4, 3, 6)
    possible, unseen = possible_deals(table)
    deals = Deals(table.game, table.belief(table.turn), seed=1)
    drawn = Counter(deal_of(deals.next(), unseen) for _ in range(500 * len(possible)))
    squares = sum((count - 500) ** 2 / 500 for count in drawn.values())
    degrees = len(possible) - 1
    assert degrees > 5
    assert squares < degrees + 4 * math.sqrt(2 * degrees)


def random_positions(slug, players, seeds=2):
    """Yield a table at every position of some random rounds."""
    for seed in range(seeds):
        table = Table(games.get(slug), players, secret=seed.to_bytes(32, "big"))
        table.deal()
        while not table.round_over:
            yield table
            table.play(table.legal()[(seed + len(table.rounds[-1].actions)) % len(table.legal())])


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_what_is_noticed_is_true(slug, players):
    for table in random_positions(slug, players):
        s, noted = table.state, table.belief(table.turn)
        for seat, suit in itertools.product(range(players), range(s.hand.shape[1])):
            lacking = int(s.hand[seat, suit]) & int(noted.lacks[seat, suit])
            lacking &= unseen_cards(s, suit)
            assert lacking.bit_count() <= noted.since[seat, suit]


@pytest.mark.further
@pytest.mark.sweep(3)
@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_deal_agrees_with_what_a_seat_knows(slug, players):
    for table in random_positions(slug, players, seeds=1):
        mind = table.belief(table.turn)
        deals = Deals(table.game, mind, seed=1)
        world = deals.next()
        conceal(world, table.turn)
        for name in ("place", "hand", "table", "stock", "known"):
            assert world[name].tolist() == mind[name].tolist(), name
        world = deals.next()
        pack = table.game.deck(players, table.options)
        counts = np.bincount(world.place[pack], minlength=len(world.count))
        assert counts.tolist() == table.state.count.tolist()


@pytest.mark.further
def test_stock_of_a_deal_has_the_cards_that_lie_there():
    for table in random_positions("briscola", 4, seeds=1):
        world = Deals(table.game, table.belief(table.turn), seed=1).next()
        lying = np.flatnonzero(world.place == STOCK).tolist()
        left = world.stock[int(world.drawn) :].tolist()
        assert sorted(left[: len(lying)]) == lying, "the upcard is drawn after them"
