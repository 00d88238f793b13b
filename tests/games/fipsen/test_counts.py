"""In how many ways fixed deals of Fipsen can go on, beside counts made without the engine."""

from itertools import islice

import numpy as np
import pytest

from engine.play.table import Table
from engine.rules.state import copy_state

from .deals import ALONE, GAME, dealt, facts, play


def count_ways(s, end):
    """Return in how many ways a position can go on until a phase, by playing all of them."""
    if GAME.phases[s.phase] in {"over", end}:
        return 1
    legal = np.zeros(GAME.max_legal, np.int32)
    ways = 0
    for action in legal[: GAME.kernels.legal(s, legal)].tolist():
        after = copy_state(s)
        GAME.kernels.apply(after, action)
        ways += count_ways(after, end)
    return ways


@pytest.mark.parametrize(
    ("bid", "ways"),
    [("5 hand ruten", 1), ("4 hand ruten durch", 7), ("3 hand ruten durch", 34)],
)
def test_auctions_after_an_opening(bid, ways):
    """FI2: above 32 each of three may bid 40, which is held or not: 1 + 3 · 2.

    Above 24, with m seats to come: C(m) = C(m - 1) for a pass, then 4m + 1 ways after 32 (pass,
    hold, raise) and two after 40; C(0) = 1, so C(3) = 34.
    """
    assert count_ways(play(dealt(), f"bid {bid}").state, "trump") == ways


def count_plays(hands, turn, *, trump, needed, won, trick=()):
    """Return in how many ways hands, as sets, can be played out if seat 0 needs so many tricks."""
    if len(trick) == 4:
        return count_after_trick(hands, trump=trump, needed=needed, won=won, trick=trick)
    following = {card for card in hands[turn] if trick and card[0] == trick[0][0][0]}
    ways = 0
    for card in following or hands[turn]:
        left = [held - {card} for held in hands]
        played = (*trick, (card, turn))
        ways += count_plays(left, (turn + 1) % 4, trump=trump, needed=needed, won=won, trick=played)
    return ways


def count_after_trick(hands, *, trump, needed, won, trick):
    suit = trump if any(card[0] == trump for card, _ in trick) else trick[0][0][0]
    in_suit = [(card, seat) for card, seat in trick if card[0] == suit]
    _, winner = max(in_suit, key=lambda played: "789TJQKA".index(played[0][1]))
    won += winner == 0
    if won + len(hands[0]) < needed or not hands[0]:
        return 1
    if won < needed:
        return count_plays(hands, winner, trump=trump, needed=needed, won=won)
    return 1 + count_plays(hands, winner, trump=trump, needed=won + len(hands[0]), won=won)


def three_tricks_left(call, trump):
    """Yield tables at which seat 0 declares with this call and two tricks are played."""
    for seed in range(200):
        table = Table(GAME, 4, secret=seed.to_bytes(32, "big"))
        table.deal(dealer=3)
        play(table, call, *ALONE, f"trump {trump}")
        while table.phase == "play" and table.state.trick < 2:
            table.play(table.legal()[0])
        if table.phase == "play":
            yield table


@pytest.mark.sweep(4)
@pytest.mark.parametrize("trump", ["C", "S", "H", "D"])
@pytest.mark.parametrize(
    ("call", "needed"),
    [("bid 2 hand", 2), ("bid 3 hand", 3), ("bid 4 hand", 4), ("bid 3 hand durch", 5)],
)
def test_plays_of_the_last_three_tricks(call, needed, trump):
    """FI7 to FI9: following suit, winners, early ends, stopping and playing on."""
    tables = list(islice(three_tricks_left(call, trump), 5))
    assert len(tables) == 5
    for table in tables:
        hands = [set(table.view(seat)["hand"]) for seat in range(4)]
        won = facts(table)["tricks"]
        ways = count_plays(hands, table.turn, trump=trump, needed=needed, won=won)
        assert count_ways(table.state, "over") == ways
