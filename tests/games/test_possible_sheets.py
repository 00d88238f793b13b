"""Sheets that no round can end with are refused, and all others taken.

What is possible is counted here anew, card by card, from the packs of the rules.
"""

from functools import cache
from itertools import product

import numpy as np
import pytest
from pydantic import ValidationError

import games

BRISCOLA, SKAT = games.get("briscola"), games.get("skat")
ROLLING_STONE = games.get("rolling-stone")
COUNTING = [11, 10, 4, 3, 2] * 4
ALL = 120


def is_taken(game, **sheet):
    try:
        game.sheet.model_validate(sheet)
    except ValidationError:
        return False
    return True


@cache
def hauls():
    """Return what two can have, points and counting cards of each; a third has the rest.

    Every card that counts goes to one of three in turn.
    """
    found = np.zeros((ALL + 1, 21, ALL + 1, 21), bool)
    found[0, 0, 0, 0] = True
    for points in COUNTING:
        first, second = np.zeros_like(found), np.zeros_like(found)
        first[points:, 1:] = found[:-points, :-1]
        second[:, :, points:, 1:] = found[:, :, :-points, :-1]
        found = found | first | second
    return {tuple(row) for row in np.argwhere(found).tolist()}


def can_be_filled(cards, *, tricks, size, last, takers):
    """Tell whether tricks hold the cards that count; `takers` have at least one each."""
    for extra in range(len(cards)):
        if last and not takers[extra]:
            continue
        needed = 0
        for seat, number in enumerate(cards):
            room = max(0, number - last) if seat == extra else number
            at_least = takers[seat] or (last and seat == extra)
            needed += max(int(bool(at_least)), (room + size - 1) // size)
        if needed <= tricks:
            return True
    return False


@cache
def splits(*, tricks, size, last=0, takers=(False, False, False)):
    """Return the card points that three can have, each as a triple."""
    return {
        (p, q, ALL - p - q)
        for p, n, q, m in hauls()
        if can_be_filled((n, m, 20 - n - m), tricks=tricks, size=size, last=last, takers=takers)
    }


def triples():
    return ((p, q, ALL - p - q) for p in range(ALL + 1) for q in range(ALL + 1 - p))


@pytest.mark.slow
def test_briscola_of_three_takes_what_thirteen_tricks_can_give():
    possible = splits(tricks=13, size=3)
    assert len(possible) == 7381 - 357
    for points in triples():
        assert is_taken(BRISCOLA, players=3, points=points) == (points in possible), points
        assert (BRISCOLA.scores_fault(3, points) is None) == (points in possible), points


@pytest.mark.further
@pytest.mark.sweep(1)
@pytest.mark.parametrize(("players", "tricks"), [(2, 20), (4, 10)])
def test_briscola_of_two_sides_takes_what_tricks_can_give(players, tricks):
    possible = {(p, q) for p, q, rest in splits(tricks=tricks, size=players) if rest == 0}
    for points in range(ALL + 1):
        split = (points, ALL - points)
        assert is_taken(BRISCOLA, players=players, points=split) == (split in possible)
        scores = split * (players // 2)
        assert (BRISCOLA.scores_fault(players, scores) is None) == (split in possible)


@pytest.mark.slow
@pytest.mark.sweep(1)
@pytest.mark.parametrize("without", [(), (1,), (0, 2)])
def test_ramsch_takes_what_ten_tricks_and_the_skat_can_give(without):
    takers = tuple(seat not in without for seat in range(3))
    possible = {
        points
        for points in splits(tricks=10, size=3, last=2, takers=takers)
        if not any(points[seat] for seat in without)
    }
    for points in triples():
        fewest = [seat for seat in range(3) if points[seat] == min(points)]
        is_tie = len(fewest) > 1 and not set(fewest) & set(without)
        ramsch = {
            "points": points,
            "without_trick": without,
            "tie": fewest[0] if is_tie else None,
        }
        assert is_taken(SKAT, ramsch=ramsch) == (points in possible), points


def declared(contract):
    """Return the trumps of a contract by their card points, the highest first."""
    return [2, 2, 2, 2] + ([] if contract == "grand" else [11, 10, 4, 3, 0, 0, 0])


def ends(contract, matadors):
    """Yield points and tricks of a declarer, from who must win the tricks of the top trumps."""
    top = declared(contract)[: abs(matadors)]
    rest = COUNTING + [0] * 12
    for points in top:
        rest.remove(points)
    rest.sort()
    for tricks, points in product(range(11), range(ALL + 1)):
        lost = 10 - tricks
        if (tricks == 10) > (points == ALL) or (tricks == 0 and points > 22):
            continue
        if matadors > 0 and (tricks < matadors - 2 or ALL - points > sum(rest[-3 * lost or 32 :])):
            continue
        if matadors < 0 and (2 * lost < -matadors or ALL - points < sum(top)):
            continue
        yield points, tricks


def level(points, tricks):
    if tricks in {0, 10}:
        return "schwarz"
    return None if 30 < points < 90 else "schneider"


@pytest.mark.parametrize("contract", ["clubs", "grand"])
def test_skat_takes_what_matadors_allow(contract):
    for matadors in range(-len(declared(contract)), len(declared(contract)) + 1):
        if matadors == 0:
            continue
        possible = {
            (points > 60, level(points, tricks)) for points, tricks in ends(contract, matadors)
        }
        for won, made in product((False, True), (None, "schneider", "schwarz")):
            sheet = {"declarer": 0, "contract": contract, "matadors": matadors, "bid": 18}
            taken = is_taken(SKAT, **sheet, won=won, made=made)
            assert taken == ((won, made) in possible), (matadors, won, made)


@pytest.mark.parametrize("players", ROLLING_STONE.players)
def test_rolling_stone_takes_the_cards_that_can_be_left(players):
    """Tricks are laid aside whole; the last card is led only by who has won such a trick."""
    possible = {
        8 * players - players * aside - lying
        for aside in range(8)
        for lying in range(1 if aside else 2, players + 1)
    }
    for left in range(players - 1, 8 * players + 2):
        cards = [0, *[1] * (players - 2), left - (players - 2)]
        assert is_taken(ROLLING_STONE, cards=cards) == (left in possible), left
