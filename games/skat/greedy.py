"""A rule of thumb for Skat: count what usually makes a contract, then play for card points.

A hand's chance in a contract is a sum over its jacks, trumps, aces and tens, fitted to games
between players of this kind. The bot bids as far as its best contract is worth playing, lays
away what spoils it least, and declares what gains most on average. A card is valued by the
chance that the own side wins the trick and by the points in it; null and Ramsch turn that round.
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest, popcount
from engine.rules.cards import rank_of
from engine.rules.state import HAND, NO_CARD, TABLE, UNKNOWN, State

from .actions import (
    AUCTION,
    BID_ACTION,
    CHOOSE,
    DECLARE_ACTION,
    DISCARD_ACTION,
    LAY_AWAY,
    PASS,
    PICK_UP,
    PLAY,
    PLAY_HAND,
    YES,
)
from .cards import (
    FOLLOWS,
    GRAND,
    NULL,
    POINTS,
    POWER,
    RAMSCH,
    beats,
    card_at,
    cards_of,
    index_of,
    skat_cards,
    winner_of_trick,
)
from .value import NOTHING, matadors_of, value_of

CERTAIN = 1000
"""A chance of one."""
WORTH_PLAYING = 667
"""From this chance on a contract gains on average, as a lost one costs twice its value."""
SKAT_HELPS = 350
"""What the skat is hoped to add to the chance of a contract."""
HAND_CHANCE = 950
"""From this chance on the skat is left alone."""

# What a hand's features add to the chance: the four jacks, plain aces, tens beside their ace, other
# tens, suits not held, each card point laid away, side trumps, ace and ten of trumps.
SUIT_WEIGHTS = np.array([413, 297, 293, 290, 412, 140, 254, 242, 15, 236, 229, 211])
SUIT_CHANCE = -1920
GRAND_WEIGHTS = np.array([310, 281, 255, 268, 360, 212, 228, 93, 21, 0, 0, 0])
GRAND_CHANCE = -1235
NULL_WEIGHTS = np.array([115, -227])
"""A suit that is not safe, and each rank by which it is not."""
NULL_CHANCE = 953

_PLAIN = 0xEF
"""The cards of a suit that are not its jack."""
_ACE, _TEN = 1 << 7, 1 << 3
_POINTS = np.array([POINTS[(index & 7) + 7] for index in range(32)])
_TRUMPS = np.array([sum(1 << i for i in range(32) if POWER[c, i] >= 64) for c in range(RAMSCH + 1)])


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal action that the rule of thumb likes best."""
    if s.phase == AUCTION:
        return _choose_call(s, legal, n)
    if s.phase == CHOOSE:
        return PLAY_HAND if _best_chance(cards_of(s, s.turn)) >= HAND_CHANCE else PICK_UP
    others = _cards_of_others(s)
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        action = int(legal[i])
        if s.phase == PLAY:
            value = _card_value(s, action, others)
        elif s.phase == LAY_AWAY:
            value = _discard_value(s, action - DISCARD_ACTION)
        else:
            value = _declaration_value(s, action - DECLARE_ACTION)
        if value > best_value:
            best, best_value = action, value
    return best


@rule
def chance_of(contract: int, cards: int, laid: int) -> int:
    """Return the chance of making a contract with a hand of ten, of CERTAIN.

    `cards` are the hand as a word, `laid` the card points known to be in the skat.
    """
    if contract == NULL:
        return _chance_of_null(cards)
    weights = GRAND_WEIGHTS if contract == GRAND else SUIT_WEIGHTS
    chance = (GRAND_CHANCE if contract == GRAND else SUIT_CHANCE) + weights[8] * laid
    for suit in range(4):
        chance += weights[suit] * ((cards >> (8 * suit + 4)) & 1)
        plain = (cards >> (8 * suit)) & _PLAIN
        if suit == contract:
            chance += weights[9] * popcount(plain)
            chance += weights[10] * (plain & _ACE != 0) + weights[11] * (plain & _TEN != 0)
            continue
        has_ace, has_ten = plain & _ACE != 0, plain & _TEN != 0
        chance += weights[4] * has_ace + weights[5 if has_ace else 6] * has_ten
        chance += weights[7] * (plain == 0)
    return min(max(chance, 0), CERTAIN)


@rule
def _chance_of_null(cards: int) -> int:
    """Return the chance of a null: a suit is safe if its cards lie low enough, one by one."""
    chance = NULL_CHANCE
    for suit in range(4):
        held = (cards >> (8 * suit)) & 255
        excess = 0
        free = 0
        while held:
            excess = max(excess, lowest(held) - free)
            free += 2
            held &= held - 1
        if excess:
            chance += NULL_WEIGHTS[0] + NULL_WEIGHTS[1] * excess
    return min(max(chance, 0), CERTAIN)


@rule
def _best_chance(cards: int) -> int:
    """Return the chance of the hand's best suit or grand game, the skat not counted."""
    best = 0
    for contract in range(GRAND + 1):
        best = max(best, chance_of(contract, cards, 0))
    return best


@rule
def _choose_call(s: State, legal: Any, n: int) -> int:
    """Bid or hold up to the highest value of a contract worth playing."""
    cards = cards_of(s, s.turn)
    limit = 0
    for contract in range(NULL + 1):
        if chance_of(contract, cards, 0) + SKAT_HELPS >= WORTH_PLAYING:
            matadors = matadors_of(min(contract, GRAND), cards)
            limit = max(limit, value_of(contract, matadors, 0, NOTHING, NOTHING))
    if n == 1:
        return PASS
    call = int(legal[1])
    asked = s.bid if call == YES else call - BID_ACTION
    return call if asked <= limit else PASS


@rule
def _gain(contract: int, value: int, bid: int, chance: int) -> int:
    """Return what a contract gains on average, in thousandths."""
    if value < bid:
        return -2 * CERTAIN * bid
    return (3 * chance - 2 * CERTAIN) * value


@rule
def _discard_value(s: State, chosen: int) -> int:
    """Return what the best contract gains after laying two cards away."""
    twelve = cards_of(s, s.turn)
    held, cards, laid = twelve, twelve, 0
    while chosen:
        if chosen & 1:
            cards ^= held & -held
            laid += _POINTS[lowest(held)]
        held &= held - 1
        chosen >>= 1
    best = -(1 << 40)
    for contract in range(NULL + 1):
        matadors = matadors_of(min(contract, GRAND), twelve)
        value = value_of(contract, matadors, 0, NOTHING, NOTHING)
        best = max(best, _gain(contract, value, s.bid, chance_of(contract, cards, laid)))
    return best


@rule
def _declaration_value(s: State, declaration: int) -> int:
    """Return what a declaration gains on average; only null is ever played with open cards."""
    contract, announced = declaration & 7, declaration >> 3
    cards, laid, skat = cards_of(s, s.turn), 0, 0
    if s.hand_game == 0:
        skat = skat_cards(s)
        for index in range(32):
            laid += _POINTS[index] * ((skat >> index) & 1)
    chance = chance_of(contract, cards, laid)
    if announced != NOTHING:
        if contract != NULL:
            return -(1 << 30) - declaration
        chance -= CERTAIN // 4
    matadors = matadors_of(min(contract, GRAND), cards | skat)
    value = value_of(contract, matadors, s.hand_game, announced, NOTHING)
    return _gain(contract, value, s.bid, chance)


@rule
def _cards_of_others(s: State) -> int:
    """Return the cards that may be in the other hands, as a word."""
    cards = 0
    for index in range(32):
        place = s.place[card_at(index)]
        if place == UNKNOWN or (place < TABLE and place != HAND + s.turn):
            cards |= 1 << index
    return cards


@rule
def _card_value(s: State, card: int, others: int) -> int:
    """Return how good it is to play a card now."""
    index = index_of(card)
    chance = _chance_of_trick(s, index, others)
    power = POWER[s.contract, index]
    if s.contract == NULL:
        return -100 * chance + 8 * power
    points = _points_on_table(s)
    if s.contract == RAMSCH:
        return (
            -chance * (points + _POINTS[index] + 6)
            + (CERTAIN - chance) * _POINTS[index]
            + 30 * power
        )
    to_come = 3 * (2 - s.on_table)
    value = (2 * chance - CERTAIN) * (points + _POINTS[index] + to_come)
    is_trump = power >= 64
    if s.on_table == 0 and is_trump:
        return value + _use_of_leading_trumps(s, others)
    return value - (4 * CERTAIN + 100 * (power - 64) if is_trump else 100 * power)


@rule
def _use_of_leading_trumps(s: State, others: int) -> int:
    """Return what drawing trumps is worth to the declarer; defenders leave that to him."""
    if s.turn != s.declarer:
        return -8 * CERTAIN
    return 6 * CERTAIN if others & _TRUMPS[s.contract] else -6 * CERTAIN


@rule
def _points_on_table(s: State) -> int:
    points = 0
    for seat in range(3):
        if s.table[seat] != NO_CARD:
            points += POINTS[rank_of(s.table[seat])]
    return points


@rule
def _is_own_side(s: State, seat: int) -> bool:
    if seat == s.turn:
        return True
    if s.contract == RAMSCH or seat == s.declarer:
        return False
    return s.turn != s.declarer


@rule
def _chance_of_trick(s: State, index: int, others: int) -> int:
    """Return the chance that the own side wins the trick with this card in it."""
    led, best, owner = index, index, s.turn
    if s.on_table:
        led = index_of(int(s.table[s.leader]))
        owner = winner_of_trick(s)
        best = index_of(int(s.table[owner]))
        if beats(s.contract, index, best):
            best, owner = index, s.turn
    chance = CERTAIN if _is_own_side(s, owner) else 0
    seat = s.turn
    for _ in range(2 - s.on_table):
        seat = 0 if seat == 2 else seat + 1
        danger = _chance_to_beat(s.contract, led, best, others)
        if _is_own_side(s, seat):
            chance += (CERTAIN - chance) * danger // CERTAIN
        else:
            chance -= chance * danger // CERTAIN
    return chance


@rule
def _chance_to_beat(contract: int, led: int, best: int, others: int) -> int:
    """Return the chance that a hidden hand beats the best card: two hands share what is out."""
    following = others & FOLLOWS[contract, led]
    higher, trumps = 0, 0
    for index in range(32):
        if (others >> index) & 1 and beats(contract, index, best):
            if (following >> index) & 1:
                higher += 1
            else:
                trumps += 1
    is_void = CERTAIN >> popcount(following)
    return CERTAIN - (CERTAIN >> higher) + is_void * (CERTAIN - (CERTAIN >> trumps)) // CERTAIN
