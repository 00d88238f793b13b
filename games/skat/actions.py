"""Skat's phases and actions: their numbers, their texts, and who reads them.

Rulings: `rules.md` (SK2 to SK4, SK10).
"""

from collections.abc import Callable

from engine.rules.cards import rank_of
from engine.rules.errors import InvalidNotation
from engine.rules.game import Form
from engine.rules.state import State, holds
from games.shared.hands import chosen_cards, parse_chosen
from games.shared.packs import FRENCH, SUITS

from .cards import CONTRACTS, NULL, RANKS, index_of, is_trump
from .value import BIDS, LEVELS, NOTHING, NULL_VALUES, OUVERT

AUCTION, CHOOSE, LAY_AWAY, DECLARE, PLAY, OVER = range(6)
PHASES = ("auction", "skat", "discard", "declare", "play", "over")

PASS, YES, PICK_UP, PLAY_HAND = range(256, 260)
BID_ACTION = 512
"""A bid is this plus its value."""
DECLARE_ACTION = 1024
"""A declaration is this plus the contract, plus eight times the level announced."""
DISCARD_ACTION = 4096
"""Laying two cards away is this plus a bit for each of them among the cards of the hand."""

NOTATION = (
    Form("auction", "bid 18", "name this value"),
    Form("auction", "yes", "hold the value named"),
    Form("auction", "pass", "leave the auction"),
    Form("skat", "pick up", "take the skat into the hand"),
    Form("skat", "hand", "play without the skat"),
    Form("discard", "discard CJ ST", "lay these two cards away"),
    Form("declare", "declare grand", "name the contract: a suit, grand or null"),
    Form("declare", "declare null ouvert", "null with open cards"),
    Form(
        "declare",
        "declare clubs schneider",
        "in a hand game: announce schneider, schwarz, or ouvert, which is schwarz with open cards",
    ),
    Form("play", "HA", "play this card"),
)

_WORDS = {PASS: "pass", YES: "yes", PICK_UP: "pick up", PLAY_HAND: "hand"}


def _declaration(contract: int, announced: int) -> str:
    return " ".join(filter(None, (CONTRACTS[contract], LEVELS[announced])))


_DECLARATIONS = {
    _declaration(contract, announced): DECLARE_ACTION + contract + 8 * announced
    for contract in range(NULL + 1)
    for announced in range(OUVERT + 1)
    if contract != NULL or announced in {NOTHING, OUVERT}
}
_CALLS = {f"bid {bid}": BID_ACTION + bid for bid in BIDS.tolist()}
_FIXED = {text: action for action, text in _WORDS.items()} | _CALLS


def format_action(s: State, action: int) -> str:
    """Return the text of an action in this position."""
    if action >= DISCARD_ACTION:
        chosen = chosen_cards(s, action - DISCARD_ACTION)
        return f"discard {FRENCH.format_cards(chosen)}"
    if action >= DECLARE_ACTION:
        return f"declare {_declaration(action & 7, (action - DECLARE_ACTION) >> 3)}"
    if action >= BID_ACTION:
        return f"bid {action - BID_ACTION}"
    return _WORDS.get(action) or FRENCH.format(action)


def told(s: State, action: int, reader: int) -> str:
    """Return the text of an action as a seat or ONLOOKER reads it: what is laid away is secret."""
    if action >= DISCARD_ACTION and reader != s.turn:
        return "discard 2"
    return format_action(s, action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for no own card."""
    if text in _FIXED:
        return _FIXED[text]
    match text.split(" ", 1):
        case ["discard", cards]:
            return DISCARD_ACTION + parse_chosen(s, FRENCH, cards.split(" "))
        case ["declare", contract]:
            if contract in _DECLARATIONS:
                return _DECLARATIONS[contract]
            raise InvalidNotation(f"{contract[:40]!r} is not a contract")
        case ["bid", value]:
            raise InvalidNotation(f"{value[:20]!r} is not the value of any game")
    card = FRENCH.parse(text)
    if rank_of(card) not in RANKS:
        raise InvalidNotation(f"{text} is not in the pack of 32 cards")
    return card


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    return _EXPLAIN[s.phase](s, action)


def _explain_call(s: State, action: int) -> str:
    if s.turn == s.answerer:
        return f"the value named is {int(s.bid)}: answer `yes` or `pass`"
    if s.answerer < 0:
        return "everybody else has passed: `bid 18`, or `pass` for a Ramsch"
    if BID_ACTION <= action < DECLARE_ACTION:
        return f"{int(s.bid)} is named already: bid more, or pass"
    return "name a value, as in `bid 18`, or pass"


def _explain_declaration(s: State, action: int) -> str:
    if not DECLARE_ACTION <= action < DISCARD_ACTION:
        return "declare the contract first, as in `declare grand`"
    if action & 7 == NULL:
        ouvert = action >> 3 & 3 == OUVERT
        return f"this null is worth {NULL_VALUES[s.hand_game + 2 * ouvert]}, less than the bid"
    return "schneider, schwarz and ouvert are announced in hand games only"


def _explain_card(s: State, action: int) -> str:
    if action >= PASS:
        return "play a card: bidding and declaring are over"
    if not holds(s, s.turn, action):
        return f"{FRENCH.format(action)} is not in this hand"
    led = index_of(int(s.table[s.leader]))
    suit = "trump" if is_trump(int(s.contract), led) else SUITS[led >> 3]
    return f"follow suit: {suit} was led and is in this hand"


_EXPLAIN: dict[int, Callable[[State, int], str]] = {
    AUCTION: _explain_call,
    CHOOSE: lambda s, action: "say first whether to `pick up` the skat or to play `hand`",
    LAY_AWAY: lambda s, action: "lay two of the twelve cards away first, as in `discard C7 S8`",
    DECLARE: _explain_declaration,
    PLAY: _explain_card,
}
