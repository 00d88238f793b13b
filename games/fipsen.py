"""Fipsen, a game of bidding for tricks from the north of Germany, for four players.

Seat after seat bids against whoever holds the highest bid; the last left names trump and plays
alone against the other three, with five cards each. Whoever has neither king, queen nor jack may
bid the Kieker: all tricks, but with ten cards to choose the hand from.

Rules and rulings taken: `docs/rules/fipsen.md` (FI1 to FI10). No deviations.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.cards import card_of
from engine.errors import IllegalAction, InvalidNotation
from engine.game import Form, Game, Options, Rules
from engine.kernel import rule
from engine.state import (
    HAND,
    SKAT,
    State,
    close_round,
    draw,
    finish_round,
    lay_stock,
    move,
    next_seat,
    play_to_trick,
    put,
    state_dtype,
)

from .fipsen_auction import BID_ACTION, PASS, begin_auction, call, is_high_enough, legal_bids
from .fipsen_bids import BIDS, IS_DURCH, IS_HAND, IS_RUTEN, KIEKER, TRICKS, TRICKS_BID
from .fipsen_sheet import DIAMONDS, PLAYERS, Sheet, score_of, scores_fault, value_of
from .shared.dealing import deal_packets
from .shared.packs import ACE, FRENCH, SUITS
from .shared.tricks import BY_RANK, cards_in_hand, cards_that_follow, collect_trick, winner_so_far

STUB = 3
"""Cards that are not dealt."""
MOST_CARDS = TRICKS + 2 + STUB
"""Cards in the hand of a Kieker's declarer before the discard."""
NATIVE_ROUNDS = 8

AUCTION, DISCARD, DECIDE, TRUMP, PLAY, REACHED, OVER = range(7)

SURRENDER, CONTINUE, STOP, PLAY_ON = range(257, 261)
TRUMP_ACTION = 288
"""An action that names trump is this plus the suit."""
DISCARD_ACTION = 1024
"""A discard is this plus a bit for each card given up, in canonical order of the hand."""

_WORDS = {
    PASS: "pass",
    SURRENDER: "surrender",
    CONTINUE: "continue",
    STOP: "stop",
    PLAY_ON: "play on",
}


def _discards_of(held: int) -> list[int]:
    """Return every way to give up all cards but five, as sets of positions in the hand."""
    return [chosen for chosen in range(1 << held) if chosen.bit_count() == held - TRICKS]


_TWO_OF_SEVEN = np.array(_discards_of(TRICKS + 2))
_FIVE_OF_TEN = np.array(_discards_of(MOST_CARDS))

DTYPE = state_dtype(
    seats=PLAYERS,
    suits=4,
    stock=STUB,
    fields=[
        ("bid", "i8"),  # the highest so far, a row of the table of bids; -1 for none
        ("declarer", "i8"),  # who made it, -1 for nobody yet
        ("standing", "i8"),  # the earlier seat of the duel, -1 while nobody has bid
        ("challenger", "i8"),  # the later one, or who may open
        ("kiekers", "i8"),  # bit i: seat i has bid the Kieker
        ("trump", "i8"),  # its suit, -1 before it is named
        ("needed", "i8"),  # tricks that the declarer must win, 0 before the end of the auction
        ("tricks", "i8"),  # tricks that he has won
        ("played_on", "i8"),  # 1 if he went on for all the tricks that were left
        ("surrendered", "i8"),  # 1 if he gave a Kieker up
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal three each, two to the skat, two each; three cards are left."""
    after = deal_packets(s, deck, 0, 3)
    put(s, int(deck[after]), SKAT, 0)
    put(s, int(deck[after + 1]), SKAT, 0)
    lay_stock(s, deck, deal_packets(s, deck, after + 2, 2))
    s.trump = -1
    s.needed = 0
    s.tricks = 0
    s.played_on = 0
    s.surrendered = 0
    s.leader = next_seat(s, s.dealer)
    s.phase = AUCTION
    begin_auction(s)


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == PLAY:
        return cards_that_follow(s, s.turn, out)
    if s.phase == AUCTION:
        return legal_bids(s, out)
    if s.phase == DISCARD:
        return _legal_discards(s, out)
    if s.phase == TRUMP:
        return _legal_trumps(s, out)
    if s.phase == OVER:
        return 0
    out[0] = SURRENDER if s.phase == DECIDE else STOP
    out[1] = CONTINUE if s.phase == DECIDE else PLAY_ON
    return 2


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == AUCTION:
        _call(s, action)
    elif s.phase == DISCARD:
        _discard(s, action - DISCARD_ACTION)
    elif s.phase == DECIDE:
        _decide(s, action)
    elif s.phase == TRUMP:
        _name_trump(s, action - TRUMP_ACTION)
    else:
        _stop_or_play_on(s, action)


@rule
def end_round(s: State) -> None:
    """Score the declarer's contract; if all have passed the same dealer deals again (FI4)."""
    if s.declarer < 0:
        s.redeal = 1
    else:
        value = value_of(s.bid, s.trump, s.played_on)
        made = s.tricks >= s.needed
        s.scores[s.declarer] = score_of(value, made, s.surrendered == 1)
    close_round(s)


@rule
def _legal_discards(s: State, out: Any) -> int:
    choices = _FIVE_OF_TEN if s.bid == KIEKER else _TWO_OF_SEVEN
    for i in range(len(choices)):
        out[i] = DISCARD_ACTION + choices[i]
    return len(choices)


@rule
def _legal_trumps(s: State, out: Any) -> int:
    """List the suits; who has bid ruten is still asked, but has only diamonds (FI5)."""
    first = DIAMONDS if IS_RUTEN[s.bid] else 0
    for suit in range(first, DIAMONDS + 1):
        out[suit - first] = TRUMP_ACTION + suit
    return DIAMONDS + 1 - first


@rule
def _call(s: State, action: int) -> None:
    """Bid or pass; after the last pass there is a declarer, or all have passed (FI4)."""
    if call(s, action):
        if s.declarer < 0:
            finish_round(s)
        else:
            _begin_contract(s)


@rule
def _begin_contract(s: State) -> None:
    """Let the declarer take the skat, for a Kieker the undealt cards too, unless it is hand."""
    s.turn = s.declarer
    s.needed = TRICKS if IS_DURCH[s.bid] else TRICKS_BID[s.bid]
    if IS_HAND[s.bid]:
        s.phase = TRUMP
        return
    for card in range(s.place.shape[0]):
        if s.place[card] == SKAT:
            move(s, card, HAND + s.turn, 1 << s.turn)
    if s.bid == KIEKER:
        for _ in range(STUB):
            draw(s, s.turn)
    s.phase = DISCARD


@rule
def _discard(s: State, chosen: int) -> None:
    """Give cards up unseen; who was shown the hand no longer knows where any of it is (FI6)."""
    cards = np.zeros(MOST_CARDS, np.int32)
    for i in range(cards_in_hand(s, s.turn, cards)):
        place = SKAT if (chosen >> i) & 1 else HAND + s.turn
        move(s, int(cards[i]), place, 1 << s.turn)
    s.phase = DECIDE if s.bid == KIEKER else TRUMP


@rule
def _decide(s: State, action: int) -> None:
    if action == SURRENDER:
        s.surrendered = 1
        finish_round(s)
    else:
        s.phase = TRUMP


@rule
def _name_trump(s: State, suit: int) -> None:
    """Name trump; the dealer's left leads, whoever declares (FI7)."""
    s.trump = suit
    s.turn = s.leader
    s.phase = PLAY


@rule
def _play(s: State, card: int) -> None:
    play_to_trick(s, card)
    if s.on_table == s.seats:
        _end_trick(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def _end_trick(s: State) -> None:
    """Let the winner lead, unless the contract is decided, or reached with tricks left (FI9)."""
    winner = winner_so_far(s, s.trump, BY_RANK)
    collect_trick(s, winner)
    s.tricks += winner == s.declarer
    s.trick += 1
    s.leader = winner
    s.turn = winner
    left = TRICKS - s.trick
    if left == 0 or s.tricks + left < s.needed:
        finish_round(s)
    elif s.tricks >= s.needed:
        s.phase = REACHED


@rule
def _stop_or_play_on(s: State, action: int) -> None:
    """Score the contract reached, or go on for twice as much and all tricks left (FI8)."""
    if action == STOP:
        finish_round(s)
        return
    s.played_on = 1
    s.needed = s.tricks + TRICKS - s.trick
    s.phase = PLAY


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)

NOTATION = (
    Form("auction", "bid 3", "bid for so many tricks, 2 to 5"),
    Form("auction", "bid 3 hand ruten durch", "with modifiers, each of which doubles the value"),
    Form("auction", "kieker", "bid the Kieker; the hand is shown to the left"),
    Form("auction", "pass", "leave the auction"),
    Form("discard", "discard C7 S8", "give these cards up: two, after a Kieker five"),
    Form("kieker", "surrender", "give the Kieker up for five points"),
    Form("kieker", "continue", "play the Kieker"),
    Form("trump", "trump S", "name the trump suit"),
    Form("play", "HA", "play this card"),
    Form("reached", "stop", "end the round with the contract made"),
    Form("reached", "play on", "play for twice as much and all tricks left"),
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 25 cards: seven to ace of three suits, and the seven of diamonds."""
    ranked = [card_of(suit, rank) for suit in range(DIAMONDS) for rank in range(7, ACE + 1)]
    return [*ranked, card_of(DIAMONDS, 7)]


_DECK = frozenset(deck_of(PLAYERS, Options()))


def _hand(s: State) -> list[int]:
    """Return the cards of the seat to act in canonical order."""
    return np.flatnonzero(s.place == HAND + s.turn).tolist()


def _text_of_bid(bid: int) -> str:
    return BIDS[bid] if bid == KIEKER else f"bid {BIDS[bid]}"


def format_action(s: State, action: int) -> str:
    """Return the text of an action in this position."""
    if action >= DISCARD_ACTION:
        chosen = [card for i, card in enumerate(_hand(s)) if (action - DISCARD_ACTION) >> i & 1]
        return f"discard {FRENCH.format_cards(chosen)}"
    if action >= BID_ACTION:
        return _text_of_bid(action - BID_ACTION)
    if action >= TRUMP_ACTION:
        return f"trump {FRENCH.suits[action - TRUMP_ACTION]}"
    return _WORDS.get(action) or FRENCH.format(action)


_FIXED = {text: action for action, text in _WORDS.items()} | {
    _text_of_bid(bid): BID_ACTION + bid for bid in range(len(BIDS))
}


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for no own card."""
    if text in _FIXED:
        return _FIXED[text]
    match text.split(" ", 1):
        case ["discard", cards]:
            return DISCARD_ACTION + _parse_discard(s, FRENCH.parse_set(cards.split(" ")))
        case ["trump", letter]:
            return TRUMP_ACTION + FRENCH.parse_suit(letter)
        case ["bid", bid]:
            raise InvalidNotation(
                f"{bid[:40]!r} is not a bid: 2 to 5, then hand, ruten, durch in this order; "
                "a five is durch without the word"
            )
    card = FRENCH.parse(text)
    if card not in _DECK:
        raise InvalidNotation(f"{text} is not in the pack of 25 cards")
    return card


def _parse_discard(s: State, cards: list[int]) -> int:
    hand = _hand(s)
    for card in cards:
        if card not in hand:
            raise IllegalAction(f"{FRENCH.format(card)} is not in this hand")
    return sum(1 << hand.index(card) for card in cards)


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    return _EXPLAIN[s.phase](s, action)


def _explain_call(s: State, action: int) -> str:
    if not BID_ACTION <= action < DISCARD_ACTION:
        return "the auction comes first: bid, as in `bid 3 hand`, or pass"
    if not is_high_enough(s, action - BID_ACTION):
        least = "more than" if s.turn == s.challenger else "at least as much as"
        return f"bid {least} the last, {_text_of_bid(int(s.bid))}, or pass"
    return "the Kieker is bid without king, queen and jack only"


def _explain_discard(s: State, action: int) -> str:
    return f"five cards are kept, so give {int(s.count[HAND + s.turn]) - TRICKS} up: `discard …`"


def _explain_trump(s: State, action: int) -> str:
    if TRUMP_ACTION <= action < BID_ACTION:
        return "ruten was bid: `trump D`"
    return "trump is to be named now, as in `trump S`"


def _explain_card(s: State, action: int) -> str:
    if action >= PASS:
        return "play a card: what comes before the first trick is over"
    if not int(s.hand[s.turn, action >> 5]) >> (action & 31) & 1:
        return f"{FRENCH.format(action)} is not in this hand"
    return f"follow suit: {SUITS[int(s.table[s.leader]) >> 5]} were led and are in this hand"


_EXPLAIN: dict[int, Callable[[State, int], str]] = {
    AUCTION: _explain_call,
    DISCARD: _explain_discard,
    DECIDE: lambda s, action: "say first whether to `surrender` the Kieker or to `continue`",
    TRUMP: _explain_trump,
    PLAY: _explain_card,
    REACHED: lambda s, action: "the contract is reached: `stop`, or `play on` for all tricks left",
}


def told(s: State, action: int, reader: int) -> str:
    """Return the text of an action as a seat or ONLOOKER reads it: what is given up is secret."""
    if action >= DISCARD_ACTION and reader != s.turn:
        return f"discard {(action - DISCARD_ACTION).bit_count()}"
    return format_action(s, action)


def facts(s: State) -> dict[str, Any]:
    """Return the highest bid and who made it, who bid the Kieker, trump, and how the play stands.

    From the end of the auction on: the contract's `value`, the tricks `needed`, those won.
    """
    begun = s.needed > 0
    return {
        "bid": None if s.bid < 0 else BIDS[s.bid],
        "declarer": None if s.declarer < 0 else int(s.declarer),
        "kieker": [seat for seat in range(PLAYERS) if int(s.kiekers) >> seat & 1],
        "trump": None if s.trump < 0 else FRENCH.suits[s.trump],
        "value": int(value_of(s.bid, s.trump, s.played_on)) if begun else None,
        "needed": int(s.needed) if begun else None,
        "tricks": int(s.tricks) if begun else None,
        "played_on": bool(s.played_on),
        "surrendered": bool(s.surrendered),
    }


GAME = Game(
    slug="fipsen",
    name="Fipsen",
    players=(PLAYERS,),
    pack=FRENCH,
    phases=("auction", "discard", "kieker", "trump", "play", "reached", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=len(_FIVE_OF_TEN),
    # Twelve heights after the first are bid and held, three seats pass; trump, twenty cards.
    max_actions=1 + 2 * 12 + 3 + 1 + PLAYERS * TRICKS,
    notation=NOTATION,
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    told=told,
    sheet=Sheet,
    scores_fault=scores_fault,
    native_end=f"{NATIVE_ROUNDS} rounds",
    native_rounds=lambda players: NATIVE_ROUNDS,
    redeals=True,
)
