"""A round of Mulatschag, from the deal to the scores.

Rulings: `rules.md` (MU1 to MU16).
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.chance import draw_below
from engine.rules.game import Options, Rules
from engine.rules.state import (
    EVERYBODY,
    HAND,
    NO_CARD,
    State,
    close_round,
    draw,
    finish_round,
    lay_stock,
    move,
    next_seat,
    play_to_trick,
    rounds_are_played,
    state_dtype,
)
from games.shared.tricks import collect_trick

from .actions import (
    ACCEPT,
    ANNOUNCE,
    AUCTION,
    BID_ACTION,
    CONTINUE,
    DISCARD_ACTION,
    EXCHANGE,
    FOLD,
    FOLD_DEAL,
    KEEP,
    LAY_AWAY,
    LIFT,
    MY_GAME,
    PLAY,
    RETURN,
    TRUMP,
    TRUMP_ACTION,
)
from .cards import (
    GERMAN,
    HERZ,
    PACK,
    WELI,
    exclude_figures,
    has_figure,
    legal_cards,
    power_of,
    suit_in_play,
)
from .exchange import (
    HAND_SIZE,
    answer,
    discard,
    exchange,
    legal_answers,
    legal_discards,
    legal_exchanges,
)
from .sheet import (
    MANY,
    MOST_FOLDS,
    MULATSCHAG,
    START,
    TRICKS,
    is_made,
    points_of,
)

PLAYERS = (2, 3, 4)
CARDS = len(PACK)
FIRST_PACKET = 3

DTYPE = state_dtype(
    seats=4,
    suits=4,
    stock=CARDS,  # all of it, until it is known whether the Weli is dealt
    fields=[
        ("multiplier", "i8"),  # of the folds before this round; when it is over, of the next one
        ("value", "i8"),  # of a basic point in this round: the multiplier, twice that in Herz
        ("bid", "i8"),  # the highest so far, MULATSCHAG above all, 0 for none
        ("holder", "i8"),  # seat that holds it, -1 for nobody yet
        ("passed", "i8"),  # bit i: seat i has passed
        ("called", "i8"),  # 1 when the dealer, and so everybody, has called once
        ("trump", "i8"),  # its suit, -1 before it is named
        ("dropped", "i8"),  # seat that does not play this round, -1 for nobody
        ("tricks", "i8", (4,)),
        ("led", "i8"),  # suit led, trump for the Weli
        ("top", "i8"),  # power of the card that wins the trick so far
        ("winning", "i8"),  # seat that played it
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match: nothing has folded yet."""
    s.multiplier = 1


@rule
def deal(s: State, deck: Any) -> None:
    """Lift a card; unless it is the Weli, whose finder decides about it, deal the hands (MU3)."""
    lay_stock(s, deck, 0)
    s.value = s.multiplier
    s.bid = 0
    s.holder = -1
    s.passed = 0
    s.called = 0
    s.trump = -1
    s.dropped = -1
    for seat in range(s.seats):
        s.tricks[seat] = 0
    _clear_trick(s)
    s.leader = next_seat(s, s.dealer)
    if draw_below(s, CARDS) == 0:
        s.turn = (s.seats if s.dealer == 0 else s.dealer) - 1
        s.phase = LIFT
    else:
        _deal_hands(s)


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    n = 0
    if s.phase == PLAY:
        n = legal_cards(s, out)
    elif s.phase == AUCTION:
        n = _legal_calls(s, out)
    elif s.phase == TRUMP:
        for suit in range(4):
            out[suit] = TRUMP_ACTION + suit
        n = 4
    elif s.phase == EXCHANGE:
        n = legal_exchanges(s, out)
    elif s.phase == ACCEPT:
        n = legal_answers(s, out)
    elif s.phase == LAY_AWAY:
        n = legal_discards(s, out)
    elif s.phase == FOLD:
        out[0], out[1] = CONTINUE, FOLD_DEAL
        n = 2 if s.multiplier < 1 << MOST_FOLDS else 1
    elif s.phase == LIFT:
        out[0], out[1] = KEEP, RETURN
        n = 2
    return n


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == AUCTION:
        _call(s, action)
    elif s.phase == TRUMP:
        _name_trump(s, action - TRUMP_ACTION)
    elif s.phase == EXCHANGE:
        exchange(s, action)
    elif s.phase == ACCEPT:
        answer(s, action)
    elif s.phase == LAY_AWAY:
        discard(s, action - DISCARD_ACTION)
    elif s.phase == FOLD:
        _answer_fold(s, action)
    else:
        _answer_lift(s, action)


@rule
def end_round(s: State) -> None:
    """Score the contract; a round that nobody played leaves the multiplier to the next (MU7)."""
    if s.redeal == 0 and s.holder >= 0:
        made = is_made(s.bid, s.tricks[s.holder])
        for seat in range(s.seats):
            holds, drops = seat == s.holder, seat == s.dropped
            s.scores[seat] = s.value * points_of(s.tricks[seat], s.bid, holds, made, drops)
        s.multiplier = 1
    close_round(s)
    if is_over(s):
        s.over = 1


@rule
def is_over(s: State) -> bool:
    """Tell whether the rounds are played; natively, whether points are 0 or above 50 (MU16)."""
    if s.rounds > 0:
        return rounds_are_played(s)
    for seat in range(s.seats):
        if s.totals[seat] <= -START or s.totals[seat] > MANY - START:
            return True
    return False


@rule
def _answer_lift(s: State, action: int) -> None:
    """Deal the pack as it lies, or without the Weli, which all know is kept (MU3)."""
    if action == KEEP:
        left = 0
        for i in range(CARDS):
            if s.stock[i] != WELI:
                s.stock[left] = s.stock[i]
                left += 1
        s.stock[left] = NO_CARD
        move(s, WELI, HAND + s.turn, EVERYBODY)
    _deal_hands(s)


@rule
def _deal_hands(s: State) -> None:
    """Fill the hands to three and then to five, from the left; the auction begins."""
    for size in (FIRST_PACKET, HAND_SIZE):
        for step in range(s.seats):
            seat = s.leader + step
            if seat >= s.seats:
                seat -= s.seats
            while s.count[HAND + seat] < size:
                draw(s, seat)
    s.turn = s.leader
    s.phase = AUCTION


@rule
def _legal_calls(s: State, out: Any) -> int:
    """List `pass`, every higher bid, and what only the dealer or a first call may say."""
    out[0] = BID_ACTION
    n = 1
    for bid in range(s.bid + 1, TRICKS + 1):
        out[n] = BID_ACTION + bid
        n += 1
    if s.turn == s.dealer and s.holder >= 0:  # another one: who holds the bid is not asked
        out[n] = MY_GAME
        n += 1
    if s.called == 0:
        out[n] = ANNOUNCE
        n += 1
    return n


@rule
def _call(s: State, action: int) -> None:
    """Bid, hold a bid, pass for good, or announce a Mulatschag, which ends the auction."""
    if action == BID_ACTION:
        s.passed |= 1 << s.turn
    else:
        s.holder = s.turn
        if action == ANNOUNCE:
            s.bid = MULATSCHAG
            s.phase = TRUMP
            return
        if action != MY_GAME:
            s.bid = action - BID_ACTION
    if s.turn == s.dealer and s.called == 0:
        s.called = 1
        _ask_to_fold(s, s.leader)
    else:
        _ask_next_bidder(s)


@rule
def _ask_to_fold(s: State, seat: int) -> None:
    """Ask the first without a figure, from `seat` to the dealer; then go on bidding (MU6)."""
    while has_figure(s, seat):
        if seat == s.dealer:
            s.turn = seat
            _ask_next_bidder(s)
            return
        seat = next_seat(s, seat)
    exclude_figures(s, seat)  # who is asked has none, and everybody sees who is
    s.turn = seat
    s.phase = FOLD


@rule
def _answer_fold(s: State, action: int) -> None:
    """Throw the deal in, which doubles the next one, or ask on."""
    if action == FOLD_DEAL:
        s.redeal = 1
        s.multiplier *= 2
        finish_round(s)
    elif s.turn == s.dealer:
        _ask_next_bidder(s)
    else:
        _ask_to_fold(s, next_seat(s, s.turn))


@rule
def _ask_next_bidder(s: State) -> None:
    """Let the next one call who has not passed, or the holder play; nobody if all passed."""
    left = s.seats - popcount(s.passed)
    if left == 0:
        finish_round(s)
    elif left == 1 and s.holder >= 0:
        s.turn = s.holder
        s.phase = TRUMP
    else:
        s.phase = AUCTION
        s.turn = next_seat(s, s.turn)
        while (s.passed >> s.turn) & 1:
            s.turn = next_seat(s, s.turn)


@rule
def _name_trump(s: State, suit: int) -> None:
    """Name trump; a Mulatschag is played at once, without an exchange (MU5, MU8)."""
    s.trump = suit
    if suit == HERZ:
        s.value *= 2
    s.leader = s.turn
    s.phase = PLAY if s.bid == MULATSCHAG else EXCHANGE


@rule
def _play(s: State, card: int) -> None:
    if s.on_table == 0:
        s.led = suit_in_play(s, card)
    power = power_of(s, card)
    if power > s.top:
        s.top = power
        s.winning = s.turn
    play_to_trick(s, card)
    s.turn = next_seat(s, s.turn)
    if s.turn == s.dropped:
        s.turn = next_seat(s, s.turn)
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


RULES = Rules(
    setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round, is_over=is_over
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 33 cards."""
    return PACK


def facts(s: State) -> dict[str, Any]:
    """Return points before the round, multipliers, the auction, trump, tricks, who dropped out.

    `multiplier` is of the folds alone, `value` what each basic point of this round counts. When
    the round is over its scores are among the points, and the multiplier is that of the next.
    """
    is_mulatschag = s.bid == MULATSCHAG
    return {
        "points": [START + int(total) for total in s.totals[: int(s.seats)]],
        "multiplier": int(s.multiplier),
        "value": int(s.value),
        "bid": None if is_mulatschag else int(s.bid) or None,
        "mulatschag": bool(is_mulatschag),
        "holder": None if s.holder < 0 else int(s.holder),
        "passed": [seat for seat in range(int(s.seats)) if s.passed >> seat & 1],
        "trump": None if s.trump < 0 else GERMAN.suits[int(s.trump)],
        "dropped": None if s.dropped < 0 else int(s.dropped),
        "tricks": [int(tricks) for tricks in s.tricks[: int(s.seats)]],
    }
