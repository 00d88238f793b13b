"""What a round of Skat is worth: values of games, Ramsch, and Seeger–Fabian.

The rules in `rules.py` and the sheet of a club use the same functions. Rulings taken:
`rules.md` (SK2, SK5 to SK12).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from engine.kernels.marks import rule

from .cards import CARD_POINTS, CONTRACTS, GRAND, NULL, POINTS, TRUMPS

NOTHING, SCHNEIDER, SCHWARZ, OUVERT = range(4)
LEVELS = (None, "schneider", "schwarz", "ouvert")
"""What a declarer can announce; one side can make the first two."""

SKAT_POINTS = 22
"""The most card points that two cards have."""

FEWEST_POINTS, NO_TRICK, ALL_TRICKS = 10, 20, -30
"""What the one seat that scores in a Ramsch can score, and why."""

BASE = np.array([12, 11, 10, 9, 24])
"""The base value of a suit or grand game."""
NULL_VALUES = np.array([23, 35, 46, 59])
"""Null, null hand, null ouvert, null ouvert hand."""

MOST_MATADORS = {CONTRACTS[contract]: 4 if contract == GRAND else 11 for contract in range(5)}


def _all_values() -> list[int]:
    """Return every value that a game can have, ascending (SK2)."""
    values = set(NULL_VALUES.tolist())
    for contract in range(GRAND + 1):
        # With or without one: game two. With all of them: hand and all that can be announced.
        most = MOST_MATADORS[CONTRACTS[contract]] + 7
        values |= {int(BASE[contract]) * multiplier for multiplier in range(2, most + 1)}
    return sorted(values)


BIDS = np.array(_all_values())
"""The 63 bids: every value that a game can have."""


@rule
def matadors_of(contract: int, cards: int) -> int:
    """Return with how many matadors a game is played, negative for without (SK7).

    `cards` are the declarer's twelve, the skat included, as a word.
    """
    trumps = TRUMPS[contract]
    has_top = (cards >> trumps[0]) & 1
    matadors = 0
    for i in range(len(trumps)):
        if trumps[i] < 0 or (cards >> trumps[i]) & 1 != has_top:
            break
        matadors += 1
    return matadors if has_top else -matadors


@rule
def value_of(contract: int, matadors: int, hand: int, announced: int, made: int) -> int:
    """Return the value of a game, with or without `matadors` alike (SK6, SK10).

    `announced` is a level up to OUVERT, `made` the level that either side has reached, at most
    SCHWARZ. An announced level counts as made too, reached or not.
    """
    if contract == NULL:
        return NULL_VALUES[hand + 2 * (announced == OUVERT)]
    level = max(made, min(announced, SCHWARZ))
    return BASE[contract] * (abs(matadors) + 1 + hand + level + announced)


@rule
def score_of(contract: int, value: int, bid: int, reached: bool) -> int:
    """Return the declarer's score of a game of a value; `reached`: as the cards were played.

    A lost game costs twice its value (SK9). Overbid it is lost anyway, at the smallest multiple
    of the base value that is as high as the bid (SK8).
    """
    if value < bid:
        base = BASE[contract]
        return -2 * base * ((bid + base - 1) // base)
    return value if reached else -2 * value


@rule
def level_made(points: int, tricks: int) -> int:
    """Return the level that either side has made: by the declarer's points and tricks (SK5)."""
    if tricks in {0, 10}:
        return SCHWARZ
    return SCHNEIDER if points >= 90 or points <= 30 else NOTHING


@rule
def is_reached(contract: int, announced: int, points: int, tricks: int) -> bool:
    """Tell whether the declarer has done at the table what the contract asks for."""
    if contract == NULL:
        return tricks == 0
    if announced >= SCHWARZ:
        return tricks == 10
    return points >= (90 if announced == SCHNEIDER else 61)


def outcomes(contract: int, matadors: int) -> Iterator[tuple[int, int]]:
    """Yield card points and tricks with which a suit or grand game of a declarer can end.

    Each of the highest trumps wins the trick it is played to. With so many, at most two of them
    lie in the skat or are laid away, and the others win the declarer a trick each. Without, the
    opponents win a trick with two of them at best. Between these bounds all is taken for possible.
    """
    number = abs(matadors)
    top = [int(POINTS[(index & 7) + 7]) for index in TRUMPS[contract][:number]]
    fewest, most, least, highest = 0, 10, 0, CARD_POINTS
    if matadors > 0:
        fewest = max(0, number - 2)
        least = CARD_POINTS - _most_points(top, 3 * (10 - fewest))
    else:
        most = 10 - (number + 1) // 2
        highest = CARD_POINTS - sum(top)
    for tricks in range(fewest, most + 1):
        for points in range(least, highest + 1):
            if (tricks > 0 or points <= SKAT_POINTS) and (tricks < 10 or points == CARD_POINTS):
                yield points, tricks


def _most_points(missing: Sequence[int], cards: int) -> int:
    """Return the most card points of so many cards, of the pack without some."""
    left = sorted([*POINTS.tolist()] * 4, reverse=True)
    for points in missing:
        left.remove(points)
    return sum(left[:cards])


@rule
def score_ramsch(points: Any, last_won: Any, forehand: int, scores: Any) -> None:
    """Write the score of the one seat that scores in a Ramsch (SK11).

    `points` are the card points of each seat, `last_won` the number of its last trick, -1 for
    none.
    """
    winner = forehand
    for seat in range(3):
        if last_won[seat] >= 0 and last_won[seat - 1] < 0 and last_won[seat - 2] < 0:
            scores[seat] = ALL_TRICKS
            return
        longer_ago = points[seat] == points[winner] and last_won[seat] < last_won[winner]
        if points[seat] < points[winner] or (longer_ago and 3 * points[seat] != CARD_POINTS):
            winner = seat
    scores[winner] = NO_TRICK if last_won[winner] < 0 else FEWEST_POINTS


def seeger_fabian(declarer: int | None, won: bool, table: int) -> list[int]:
    """Return the Seeger–Fabian points of a round, a statistic beside the score (SK12).

    The declarer has 50 for a game won, -50 for one lost; a lost one gives everybody else 40, at
    a table of four 30, the dealer who sits out too. Ramsch gives nothing. Raises ValueError for a
    table of another size than three and four.
    """
    if table not in {3, 4}:
        raise ValueError("Seeger–Fabian is for tables of three and four")
    if declarer is None:
        return [0] * table
    others = 0 if won else {3: 40, 4: 30}[table]
    own = 50 if won else -50
    return [own if seat == declarer else others for seat in range(table)]
