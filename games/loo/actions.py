"""Loo's phases and actions: their numbers, their texts, and who reads them.

Rulings: `rules.md` (G7c, LO4, LO5, LO8, LO10).
"""

from engine.rules.errors import InvalidNotation
from engine.rules.game import Form
from engine.rules.state import STOCK, State, holds
from games.shared.hands import chosen_cards, parse_chosen
from games.shared.packs import FRENCH

from .cards import explain_follower

STAY, FLUSH, EXCHANGE, PLAY, OVER = range(5)
PHASES = ("stay", "flush", "exchange", "play", "over")

STAY_ACTION, PASS_ACTION, REVEAL_ACTION, HIDE_ACTION = range(256, 260)
EXCHANGE_ACTION = 320
"""An exchange is this plus a bit for each card of the hand in canonical order; none: stand."""
CIVIL_ACTION = 512
"""Leading a card, the ace of trumps, with the call "Pam be civil" is this plus the card."""

NOTATION = (
    Form("stay", "stay", "play for the pot"),
    Form("stay", "pass", "throw the hand in, free of charge"),
    Form("flush", "reveal", "show a flush: five cards of a suit, or four and Pam"),
    Form("flush", "hide", "show no flush; who has none can say nothing else"),
    Form("exchange", "stand", "keep all five cards"),
    Form("exchange", "exchange C2 H5", "put these cards away and draw as many"),
    Form("play", "HA", "play this card"),
    Form("play", "HA civil", "lead the ace of trumps with the call `Pam be civil`"),
)

_WORDS = {
    "stay": STAY_ACTION,
    "pass": PASS_ACTION,
    "reveal": REVEAL_ACTION,
    "hide": HIDE_ACTION,
    "stand": EXCHANGE_ACTION,
}
_TEXTS = {action: word for word, action in _WORDS.items()}

_DUE = {
    STAY: "every player first says `stay` or `pass`",
    FLUSH: "every stayer is asked for a flush: `reveal` or `hide`",
    EXCHANGE: "the stayers exchange now: `exchange` with cards, or `stand`",
    PLAY: "the tricks are being played: play a card",
}
"""What there is to do in each phase."""


def format_action(s: State, action: int) -> str:
    """Return the text of an action in this position."""
    if action in _TEXTS:
        return _TEXTS[action]
    if action >= CIVIL_ACTION:
        return FRENCH.format(action - CIVIL_ACTION) + " civil"
    if action >= EXCHANGE_ACTION:
        cards = chosen_cards(s, action - EXCHANGE_ACTION)
        return "exchange " + FRENCH.format_cards(cards)
    return FRENCH.format(action)


def told(s: State, action: int, reader: int) -> str:
    """Return the text of an action as a seat, or ONLOOKER, reads it (G7c)."""
    if reader != s.turn and action == HIDE_ACTION:
        return "no reveal"
    if reader != s.turn and EXCHANGE_ACTION < action < CIVIL_ACTION:
        return f"exchange {(action - EXCHANGE_ACTION).bit_count()}"
    return format_action(s, action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for a wrong hand."""
    match text.split(" "):
        case [word] if word in _WORDS:
            return _WORDS[word]
        case ["exchange", *words] if words:
            return EXCHANGE_ACTION + parse_chosen(s, FRENCH, words)
        case [card, "civil"]:
            return CIVIL_ACTION + FRENCH.parse(card)
        case [card]:
            return FRENCH.parse(card)
    raise InvalidNotation(f"{text[:40]!r} is not a card, `exchange` with cards, or a word of Loo")


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if s.phase == FLUSH and action == REVEAL_ACTION:
        return "this hand is no flush: five cards of a suit, or four of a suit and Pam"
    if s.phase == EXCHANGE and EXCHANGE_ACTION < action < CIVIL_ACTION:
        return f"the stock holds {s.count[STOCK]} cards, so no more can be exchanged"
    if s.phase != PLAY or STAY_ACTION <= action < CIVIL_ACTION:
        return _DUE[int(s.phase)]
    if action >= CIVIL_ACTION:
        return "Pam is asked to be civil by who leads the ace of trumps"
    if not holds(s, s.turn, action):
        return f"{FRENCH.format(action)} is not in this hand"
    return explain_follower(s, action)
