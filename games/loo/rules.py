"""A round of Loo, from the deal to the scores.

Rulings: `rules.md` (LO1 to LO11).
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest, popcount
from engine.rules.cards import card_of, suit_of
from engine.rules.game import Options, Rules
from engine.rules.state import (
    DISCARD,
    EVERYBODY,
    HAND,
    STOCK,
    UPCARD,
    State,
    close_round,
    draw,
    finish_round,
    holds,
    lay_stock,
    move,
    next_seat,
    play_to_trick,
    put,
    state_dtype,
)
from games.shared.dealing import deal_singly
from games.shared.packs import ACE, FRENCH, cards_of_ranks
from games.shared.tricks import cards_in_hand, collect_trick

from .actions import (
    CIVIL_ACTION,
    EXCHANGE,
    EXCHANGE_ACTION,
    FLUSH,
    HIDE_ACTION,
    PASS_ACTION,
    PLAY,
    REVEAL_ACTION,
    STAY,
    STAY_ACTION,
)
from .cards import (
    HAND_SIZE,
    PAM,
    PAM_RANK,
    best_flush,
    duty,
    flush_of,
    power_of,
)
from .sheet import ANTE, TRICKS, pot_left, score_of

PLAYERS = tuple(range(5, 11))

DTYPE = state_dtype(
    seats=10,
    suits=4,
    stock=26,
    fields=[
        ("trump", "i8"),
        ("pot", "i8"),  # to be won; when the round is over, what the next one starts with
        ("stayed", "i8"),  # bit i: seat i plays
        ("exchanged", "i8"),  # 1 when all stayers have exchanged
        ("revealed", "i8"),  # bit i: seat i has shown a flush
        ("taker", "i8"),  # seat that takes the whole pot without a trick, -1 for nobody
        ("payers", "i8"),  # bit i: seat i pays into the next pot; known when the round is over
        ("tricks", "i8", (10,)),
        ("led", "i8"),  # suit led, trump for Pam
        ("top", "i8"),  # power of the card that wins the trick so far
        ("winning", "i8"),  # seat that played it
        ("civil", "i8"),  # 1 if Pam may not be played to this trick
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match: the pot is empty before the first ante."""
    s.pot = 0


@rule
def deal(s: State, deck: Any) -> None:
    """Let the dealer ante and deal five cards to each seat, turn up trump, lay down the stock."""
    s.pot += ANTE
    after = HAND_SIZE * s.seats
    deal_singly(s, deck, after)
    upcard = int(deck[after])
    put(s, upcard, UPCARD, EVERYBODY)
    lay_stock(s, deck, after + 1)
    s.trump = suit_of(upcard)
    s.stayed = 0
    s.exchanged = 0
    s.revealed = 0
    s.taker = -1
    s.payers = 0
    for seat in range(s.seats):
        s.tricks[seat] = 0
    _clear_trick(s)
    s.leader = next_seat(s, s.dealer)
    s.turn = s.leader
    s.phase = STAY


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == PLAY:
        return _legal_cards(s, out)
    if s.phase == EXCHANGE:
        return _legal_exchanges(s, out)
    if s.phase == FLUSH:
        out[0] = HIDE_ACTION
        out[1] = REVEAL_ACTION
        return 2 if flush_of(s, s.turn) else 1
    if s.phase == STAY:
        out[0] = STAY_ACTION
        out[1] = PASS_ACTION
        return 2
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == EXCHANGE:
        _exchange(s, action - EXCHANGE_ACTION)
    elif s.phase == FLUSH:
        _answer(s, action == REVEAL_ACTION)
    else:
        _decide(s, action == STAY_ACTION)


@rule
def end_round(s: State) -> None:
    """Share out the pot, and let the looed and the dealer pay."""
    taken = 0
    s.payers = _payers(s)
    for seat in range(s.seats):
        tricks = TRICKS if seat == s.taker else int(s.tricks[seat])
        pays = (s.payers >> seat) & 1
        s.scores[seat] = score_of(s.pot, tricks, pays, 1 if seat == s.dealer else 0)
        taken += tricks
    s.pot = pot_left(s.pot, taken, popcount(s.payers))
    close_round(s)


@rule
def _payers(s: State) -> int:
    """Return the stayers without a trick, or after a flush those without Pam and a flush."""
    payers = 0
    for seat in range(s.seats):
        if (s.stayed >> seat) & 1 == 0 or seat == s.taker:
            continue
        if s.taker >= 0:
            is_looed = not holds(s, seat, PAM) and flush_of(s, seat) == 0
        else:
            is_looed = s.tricks[seat] == 0
        if is_looed:
            payers |= 1 << seat
    return payers


@rule
def next_stayer(s: State, seat: int) -> int:
    """Return the next seat after `seat` that plays; somebody does."""
    seat = next_seat(s, seat)
    while (s.stayed >> seat) & 1 == 0:
        seat = next_seat(s, seat)
    return seat


@rule
def _ask_next(s: State) -> bool:
    """Pass the turn to the next stayer; tell whether all have had theirs, elder hand first."""
    s.turn = next_stayer(s, s.turn)
    return s.turn == next_stayer(s, s.dealer)


@rule
def _decide(s: State, stays: bool) -> None:
    """Note who stays; a hand that is not played is thrown in face down."""
    if stays:
        s.stayed |= 1 << s.turn
    else:
        _put_away(s, (1 << HAND_SIZE) - 1)
    s.turn = next_seat(s, s.turn)
    if s.turn == next_seat(s, s.dealer):
        _start(s)


@rule
def _start(s: State) -> None:
    """Go on with the stayers; one alone takes the pot, and without any it stays (LO3)."""
    if s.stayed == 0:
        finish_round(s)
    elif popcount(s.stayed) == 1:
        s.taker = lowest(s.stayed)
        finish_round(s)
    else:
        s.turn = next_stayer(s, s.dealer)
        s.phase = FLUSH


@rule
def _answer(s: State, reveals: bool) -> None:
    """Show a flush or not; when all are asked the best one shown takes the pot."""
    if reveals:
        s.revealed |= 1 << s.turn
        for card in range(s.place.shape[0]):
            if s.place[card] == HAND + s.turn:
                s.known[card] = EVERYBODY
    if not _ask_next(s):
        return
    if s.revealed:
        s.taker = best_flush(s)
        finish_round(s)
    elif s.exchanged == 0:
        s.phase = EXCHANGE
    else:
        s.leader = s.turn
        s.phase = PLAY


@rule
def _legal_exchanges(s: State, out: Any) -> int:
    n = 0
    for chosen in range(1 << HAND_SIZE):
        if popcount(chosen) <= s.count[STOCK]:
            out[n] = EXCHANGE_ACTION + chosen
            n += 1
    return n


@rule
def _exchange(s: State, chosen: int) -> None:
    _put_away(s, chosen)
    for _ in range(popcount(chosen)):
        draw(s, s.turn)
    if _ask_next(s):
        s.exchanged = 1
        s.phase = FLUSH


@rule
def _put_away(s: State, chosen: int) -> None:
    """Lay the chosen cards of the hand to act face down; nobody else has seen any of it (G7a)."""
    for suit in range(4):
        held = int(s.hand[s.turn, suit])
        while held:
            if chosen & 1:
                move(s, card_of(suit, lowest(held)), DISCARD, 1 << s.turn)
            held &= held - 1
            chosen >>= 1


@rule
def _legal_cards(s: State, out: Any) -> int:
    if s.on_table == 0:
        n = cards_in_hand(s, s.turn, out)
        ace = card_of(s.trump, ACE)
        if holds(s, s.turn, ace):
            out[n] = CIVIL_ACTION + ace
            n += 1
        return n
    suit, ranks = duty(s)
    if suit < 0:
        return cards_in_hand(s, s.turn, out)
    n = 0
    while ranks:
        rank = lowest(ranks)
        out[n] = PAM if rank == PAM_RANK else card_of(suit, rank)
        ranks &= ranks - 1
        n += 1
    return n


@rule
def _play(s: State, action: int) -> None:
    card = action
    if action >= CIVIL_ACTION:
        card = action - CIVIL_ACTION
        s.civil = 1
    if s.on_table == 0:
        s.led = s.trump if card == PAM else suit_of(card)
    power = power_of(s, card)
    if power > s.top:
        s.top = power
        s.winning = s.turn
    play_to_trick(s, card)
    s.turn = next_stayer(s, s.turn)
    if s.turn == s.leader:
        _end_trick(s)


@rule
def _end_trick(s: State) -> None:
    winner = int(s.winning)
    collect_trick(s, winner)
    s.tricks[winner] += 1
    s.trick += 1
    _clear_trick(s)
    s.leader = winner
    s.turn = winner
    if s.trick == TRICKS:
        finish_round(s)


@rule
def _clear_trick(s: State) -> None:
    s.led = -1
    s.top = 0
    s.winning = -1
    s.civil = 0


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the pack of 52 cards."""
    return cards_of_ranks(list(range(2, ACE + 1)))


def facts(s: State) -> dict[str, Any]:
    """Return what lies open beside the cards: trump, pot, stayers, flushes shown, tricks, loos."""
    return {
        "trump": FRENCH.suits[int(s.trump)],
        "pot": int(s.pot),
        "stayed": _seats(s, s.stayed),
        "exchanged": bool(s.exchanged),
        "revealed": _seats(s, s.revealed),
        "taker": None if s.taker < 0 else int(s.taker),
        "tricks": [int(tricks) for tricks in s.tricks[: int(s.seats)]],
        "civil": bool(s.civil),
        "looed": _seats(s, s.payers),
    }


def _seats(s: State, bits: int) -> list[int]:
    return [seat for seat in range(int(s.seats)) if bits >> seat & 1]
