"""A round of Truco, from the deal to the scores.

Rulings: `rules.md` (TR1 to TR13).
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest
from engine.rules.cards import card_of
from engine.rules.game import Options, Rules
from engine.rules.state import (
    DISCARD,
    EVERYBODY,
    HAND,
    TABLE,
    WON,
    State,
    clear_table,
    close_round,
    finish_round,
    lay_stock,
    move,
    next_seat,
    play_to_trick,
    rounds_are_played,
    state_dtype,
)
from games.shared.packs import cards_of_ranks
from games.shared.tricks import cards_in_hand

from .actions import (
    ACCEPT,
    ANSWER,
    DOWN_ACTION,
    ELEVEN,
    GIVE,
    KEEP,
    PACKET,
    PLAY,
    RAISE,
    REJECT,
    REJECTIONS,
    RUN,
    STAY,
    TRUCO,
    stays_known,
)
from .sheet import ELEVEN_POINTS, HANDS, IRON, MATCH_POINTS
from .tricks import NOBODY, RANKING, TIED, hand_winner, highest_seat, is_tied

PLAYERS = (4,)
HAND_SIZE = 3

DTYPE = state_dtype(
    seats=4,
    suits=4,
    stock=40,
    fields=[
        ("eleven", "i8"),  # bit i: side i has eleven points; IRON if both have
        ("rejected", "i8"),  # packets the mão has rejected
        ("given", "i8"),  # 1 if he has given one to his partner
        ("down", "i8"),  # bit i: the card of seat i on the table lies face down
        ("trick_winner", "i8", (3,)),  # side, TIED, or NOBODY before the trick is played
        ("stake", "i8"),  # what the hand is worth
        ("proposed", "i8"),  # stake that waits for an answer, 0 for none
        ("trucador", "i8"),  # seat that called truco in this hand, or NOBODY
        ("decisive", "i8"),  # trick whose winner wins the hand, or NOBODY
        ("winner", "i8"),  # side that won the hand, or NOBODY
        ("ran", "i8"),  # 1 if the other side ran away
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal the mão's first packet, or plain hands at eleven; an iron hand plays itself."""
    _clear_hand(s)
    lay_stock(s, deck, 0)
    s.leader = next_seat(s, s.dealer)
    s.turn = s.leader
    if s.eleven == IRON:
        _play_iron_hand(s)
    elif s.eleven != 0:
        _deal_hand_of_eleven(s)
    else:
        _deal_packet(s, s.turn, 1 << s.turn)
        s.phase = PACKET


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == PLAY:
        return _legal_plays(s, out)
    if s.phase == PACKET:
        return _legal_packet(s, out)
    if s.phase == ANSWER:
        return _legal_answers(s, out)
    if s.phase == ELEVEN:
        out[0], out[1] = STAY, RUN
        return 2
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == PACKET:
        _decide_packet(s, action)
    elif s.phase == ANSWER:
        _answer(s, action)
    else:
        _decide_eleven(s, action)


@rule
def end_round(s: State) -> None:
    """Give the stake to the side that won the hand."""
    for seat in range(s.seats):
        if s.winner == seat & 1:
            s.scores[seat] = s.stake
    close_round(s)
    if is_over(s):
        s.over = 1


@rule
def is_over(s: State) -> bool:
    """Tell whether a side has twelve points, or the rounds are played (TR13)."""
    return max(s.totals[0], s.totals[1]) >= MATCH_POINTS or rounds_are_played(s)


@rule
def _clear_hand(s: State) -> None:
    s.eleven = 0
    for side in range(2):
        if s.totals[side] >= ELEVEN_POINTS:
            s.eleven |= 1 << side
    s.rejected = 0
    s.given = 0
    s.down = 0
    for trick in range(3):
        s.trick_winner[trick] = NOBODY
    s.stake = 1
    s.proposed = 0
    s.trucador = NOBODY
    s.decisive = NOBODY
    s.winner = NOBODY
    s.ran = 0


@rule
def _deal_packet(s: State, seat: int, knowers: int) -> None:
    """Deal the next three cards to a seat; `knowers` see them."""
    for _ in range(HAND_SIZE):
        card = int(s.stock[s.drawn])
        s.drawn += 1
        move(s, card, HAND + seat, knowers)


@rule
def _move_packet(s: State, place: int, knowers: int) -> None:
    """Move the whole hand of the seat to act."""
    for suit in range(4):
        held = int(s.hand[s.turn, suit])
        while held:
            move(s, card_of(suit, lowest(held)), place, knowers)
            held &= held - 1


@rule
def _legal_packet(s: State, out: Any) -> int:
    out[0] = KEEP
    n = 1
    if s.given == 0:
        out[n] = GIVE
        n += 1
    if s.rejected < REJECTIONS:
        out[n] = REJECT
        n += 1
    return n


@rule
def _decide_packet(s: State, action: int) -> None:
    """Keep, give or reject the packet (TR2)."""
    if action == KEEP:
        _deal_others(s)
        return
    if action == GIVE:
        partner = s.turn ^ 2
        _move_packet(s, HAND + partner, 1 << s.turn | 1 << partner)
        s.given = 1
    else:
        _move_packet(s, DISCARD, EVERYBODY)
        s.rejected += 1
    _deal_packet(s, s.turn, 1 << s.turn)


@rule
def _deal_others(s: State) -> None:
    """Deal to who has no hand yet: dealer's partner, mão's partner, dealer."""
    seat = s.leader
    for _ in range(3):
        seat = next_seat(s, seat)
        if s.count[HAND + seat] == 0:
            _deal_packet(s, seat, 1 << seat)
    s.phase = PLAY


@rule
def _deal_hand_of_eleven(s: State) -> None:
    """Deal plain hands; the side at eleven sees both of its own, and its first seat decides."""
    seat = s.leader
    for _ in range(s.seats):
        sees_partner = (s.eleven >> (seat & 1)) & 1
        _deal_packet(s, seat, 1 << seat | sees_partner << (seat ^ 2))
        seat = next_seat(s, seat)
    if (s.eleven >> (s.turn & 1)) & 1 == 0:
        s.turn = next_seat(s, s.turn)
    s.phase = ELEVEN


@rule
def _decide_eleven(s: State, action: int) -> None:
    """Run at the cost of one point for the others, or play for three (TR11)."""
    if action == RUN:
        _run_away(s)
        return
    s.stake = 3
    s.turn = s.leader
    s.phase = PLAY


@rule
def _play_iron_hand(s: State) -> None:
    """Turn up everybody's cards in the order dealt, seen by nobody before (TR12)."""
    mao = s.leader
    seat = mao
    for _ in range(s.seats):
        _deal_packet(s, seat, 0)
        seat = next_seat(s, seat)
    s.phase = PLAY
    while s.phase == PLAY:
        packet = (s.turn - mao) & 3
        play_to_trick(s, int(s.stock[HAND_SIZE * packet + s.trick]))
        _pass_turn(s)


@rule
def may_raise(s: State, seat: int, stake: int) -> bool:
    """Tell whether winning `stake` leaves a seat short of the match, so that more is needed."""
    return s.totals[seat] + stake < MATCH_POINTS


@rule
def _may_call(s: State) -> bool:
    """Tell whether the seat to act may call truco: once in a hand, not at eleven (TR7, TR11)."""
    return s.trucador == NOBODY and s.eleven == 0 and may_raise(s, s.turn, s.stake)


@rule
def next_stake(stake: int) -> int:
    """Return the stake above this one: 3, 6, 9 or 12."""
    return 3 if stake == 1 else stake + 3


@rule
def _legal_plays(s: State, out: Any) -> int:
    n = cards_in_hand(s, s.turn, out)
    if s.trick > 0:
        for i in range(n):
            out[n + i] = DOWN_ACTION + out[i]
        n += n
    if _may_call(s):
        out[n] = TRUCO
        n += 1
    return n


@rule
def _legal_answers(s: State, out: Any) -> int:
    out[0], out[1] = ACCEPT, RUN
    if may_raise(s, s.turn, s.proposed):
        out[2] = RAISE
        return 3
    return 2


@rule
def _play(s: State, action: int) -> None:
    if action == TRUCO:
        s.trucador = s.turn
        _propose(s)
        return
    if action >= DOWN_ACTION:
        _play_down(s, action - DOWN_ACTION)
    else:
        play_to_trick(s, action)
    _pass_turn(s)


@rule
def _propose(s: State) -> None:
    """Ask the seat on the other side, the trucador or the one after him, for an answer."""
    s.proposed = next_stake(s.stake)
    s.turn = next_seat(s, s.trucador) if s.turn == s.trucador else s.trucador
    s.phase = ANSWER


@rule
def _answer(s: State, action: int) -> None:
    """Run for the stake so far, or accept; an accepted truco decides the trick (TR8, TR9)."""
    if action == RUN:
        _run_away(s)
        return
    s.stake = s.proposed
    if action == RAISE:
        _propose(s)
        return
    s.proposed = 0
    s.decisive = s.trick
    s.turn = s.trucador
    s.phase = PLAY


@rule
def _run_away(s: State) -> None:
    """Let the side that does not act win the stake in force."""
    s.winner = 1 - (s.turn & 1)
    s.ran = 1
    finish_round(s)


@rule
def _play_down(s: State, card: int) -> None:
    """Put a card on the table face down; who only remembered this hand has lost it."""
    if not stays_known(s):
        for suit in range(4):
            held = int(s.hand[s.turn, suit])
            while held:
                s.known[card_of(suit, lowest(held))] = 1 << s.turn
                held &= held - 1
    move(s, card, TABLE + s.turn, int(s.known[card]))
    s.table[s.turn] = card
    s.on_table += 1
    s.down |= 1 << s.turn


@rule
def _pass_turn(s: State) -> None:
    if s.on_table == s.seats:
        _end_trick(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def _end_trick(s: State) -> None:
    """Lay the trick aside as it lies, cards face down unseen; its highest card leads."""
    highest = highest_seat(s)
    tied = is_tied(s, highest)
    for seat in range(s.seats):
        card = int(s.table[seat])
        move(s, card, DISCARD if tied else WON + highest, int(s.known[card]))
    clear_table(s)
    s.down = 0
    s.trick_winner[s.trick] = TIED if tied else highest & 1
    s.leader = highest
    s.turn = highest
    s.winner = hand_winner(s)
    if s.winner != NOBODY or s.trick == 2:
        finish_round(s)
    else:
        s.trick += 1


RULES = Rules(
    setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round, is_over=is_over
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 40 cards: no eights, nines and tens."""
    return cards_of_ranks(list(RANKING))


def facts(s: State) -> dict[str, Any]:
    """Return the kind of hand, stakes, who called, who won which trick, and how it ended."""
    return {
        "hand": HANDS[int(s.eleven)],
        "rejected": int(s.rejected),
        "given": bool(s.given),
        "stake": int(s.stake),
        "proposed": int(s.proposed) or None,
        "trucador": None if s.trucador == NOBODY else int(s.trucador),
        "decisive": None if s.decisive == NOBODY else int(s.decisive),
        "tricks": [
            None if winner == TIED else int(winner) for winner in s.trick_winner if winner != NOBODY
        ],
        "down": [seat for seat in range(4) if s.down >> seat & 1],
        "winner": None if s.winner == NOBODY else int(s.winner),
        "ran": bool(s.ran),
    }
