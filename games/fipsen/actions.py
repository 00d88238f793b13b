"""Fipsen's phases and actions: their numbers, their texts, and who reads them.

The numbers of `pass` and of bids: `auction.py`. Rulings: `rules.md`
(FI1 to FI3, FI5, FI6, FI8).
"""

from collections.abc import Callable

from engine.rules.cards import card_of, suit_of
from engine.rules.errors import InvalidNotation
from engine.rules.game import Form
from engine.rules.state import HAND, State, holds
from games.shared.hands import chosen_cards, parse_chosen
from games.shared.packs import ACE, DIAMONDS, FRENCH, SUITS

from .auction import BID_ACTION, PASS, is_high_enough
from .bids import BIDS, KIEKER, TRICKS

AUCTION, DISCARD, DECIDE, TRUMP, PLAY, REACHED, OVER = range(7)
PHASES = ("auction", "discard", "kieker", "trump", "play", "reached", "over")

SURRENDER, CONTINUE, STOP, PLAY_ON = range(257, 261)
TRUMP_ACTION = 288
"""An action that names trump is this plus the suit."""
DISCARD_ACTION = 1024
"""A discard is this plus a bit for each card given up, in canonical order of the hand."""

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

PACK = [
    *(card_of(suit, rank) for suit in range(DIAMONDS) for rank in range(7, ACE + 1)),
    card_of(DIAMONDS, 7),
]
"""The 25 cards in canonical order."""

_WORDS = {
    PASS: "pass",
    SURRENDER: "surrender",
    CONTINUE: "continue",
    STOP: "stop",
    PLAY_ON: "play on",
}


def _text_of_bid(bid: int) -> str:
    return BIDS[bid] if bid == KIEKER else f"bid {BIDS[bid]}"


_FIXED = {text: action for action, text in _WORDS.items()} | {
    _text_of_bid(bid): BID_ACTION + bid for bid in range(len(BIDS))
}


def format_action(s: State, action: int) -> str:
    """Return the text of an action in this position."""
    if action >= DISCARD_ACTION:
        chosen = chosen_cards(s, action - DISCARD_ACTION)
        return f"discard {FRENCH.format_cards(chosen)}"
    if action >= BID_ACTION:
        return _text_of_bid(action - BID_ACTION)
    if action >= TRUMP_ACTION:
        return f"trump {FRENCH.suits[action - TRUMP_ACTION]}"
    return _WORDS.get(action) or FRENCH.format(action)


def told(s: State, action: int, reader: int) -> str:
    """Return the text of an action as a seat or ONLOOKER reads it: what is given up is secret."""
    if action >= DISCARD_ACTION and reader != s.turn:
        return f"discard {(action - DISCARD_ACTION).bit_count()}"
    return format_action(s, action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for no own card."""
    if text in _FIXED:
        return _FIXED[text]
    match text.split(" ", 1):
        case ["discard", cards]:
            return DISCARD_ACTION + parse_chosen(s, FRENCH, cards.split(" "))
        case ["trump", letter]:
            return TRUMP_ACTION + FRENCH.parse_suit(letter)
        case ["bid", bid]:
            raise InvalidNotation(
                f"{bid[:40]!r} is not a bid: 2 to 5, then hand, ruten, durch in this order; "
                "a five is durch without the word"
            )
    card = FRENCH.parse(text)
    if card not in PACK:
        raise InvalidNotation(f"{text} is not in the pack of 25 cards")
    return card


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
    if not holds(s, s.turn, action):
        return f"{FRENCH.format(action)} is not in this hand"
    return f"follow suit: {SUITS[suit_of(int(s.table[s.leader]))]} were led and are in this hand"


_EXPLAIN: dict[int, Callable[[State, int], str]] = {
    AUCTION: _explain_call,
    DISCARD: _explain_discard,
    DECIDE: lambda s, action: "say first whether to `surrender` the Kieker or to `continue`",
    TRUMP: _explain_trump,
    PLAY: _explain_card,
    REACHED: lambda s, action: "the contract is reached: `stop`, or `play on` for all tricks left",
}
