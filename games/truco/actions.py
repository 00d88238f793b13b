"""Truco's phases and actions: their numbers, their texts, and who reads them.

Rulings: `rules.md` (TR2, TR6, TR7, TR9 to TR11).
"""

from engine.kernels.marks import rule
from engine.rules.errors import InvalidNotation
from engine.rules.game import Form
from engine.rules.state import HAND, State, holds
from games.shared.packs import FRENCH

from .tricks import STRENGTH

PACKET, ELEVEN, PLAY, ANSWER, OVER = range(5)
PHASES = ("packet", "eleven", "play", "answer", "over")

REJECTIONS = 3
"""How many packets the mão may reject in one deal."""

DOWN_ACTION = 256
"""An action that plays a card face down is this plus the card."""
KEEP, GIVE, REJECT, STAY, RUN, TRUCO, ACCEPT, RAISE = range(512, 520)
WORDS = ("keep", "give", "reject", "stay", "run", "truco", "accept", "raise")
"""The actions that name no card, from KEEP on."""

NOTATION = (
    Form("packet", "keep", "keep this packet of three cards"),
    Form("packet", "give", "give it to the partner"),
    Form("packet", "reject", "have it turned up and put aside"),
    Form("eleven", "stay", "play the hand of eleven for three points"),
    Form("eleven", "run", "leave the others one point"),
    Form("play", "HA", "play this card"),
    Form("play", "down C4", "play this card face down, from the second trick on"),
    Form("play", "truco", "raise the stake to three; play a card after the answer"),
    Form("answer", "accept", "play on for the stake proposed"),
    Form("answer", "raise", "propose the next stake"),
    Form("answer", "run", "leave the others the stake so far"),
)

_DUE = (
    "the mão keeps, gives or rejects his packet first",
    "the side that has eleven says `stay` or `run` first",
    "it is time to play a card: there is nothing to decide or to answer",
    "truco is to be answered first: `accept`, `raise` or `run`",
)
"""What the seat to act has to do, by phase."""

_PHASE_OF = {
    KEEP: PACKET,
    GIVE: PACKET,
    REJECT: PACKET,
    STAY: ELEVEN,
    RUN: ANSWER,
    ACCEPT: ANSWER,
    RAISE: ANSWER,
}
"""The phase of the actions that are not for the play; running is always legal at eleven."""


@rule
def stays_known(s: State) -> bool:
    """Tell whether a card put down now stays known to whoever knew it: not one of several.

    Partners at eleven see each other's hand all the time.
    """
    return s.eleven != 0 or s.count[HAND + s.turn] == 1


def format_action(s: State, action: int) -> str:
    """Return the text of an action."""
    if action >= KEEP:
        return WORDS[action - KEEP]
    if action >= DOWN_ACTION:
        return f"down {FRENCH.format(action - DOWN_ACTION)}"
    return FRENCH.format(action)


def told(s: State, action: int, reader: int) -> str:
    """Return the text of an action as a reader sees it: a card face down is only `down` (TR6)."""
    if DOWN_ACTION <= action < KEEP and reader != s.turn:
        knows = int(s.known[action - DOWN_ACTION]) >> reader & 1
        if not (knows and stays_known(s)):
            return "down"
    return format_action(s, action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation."""
    if text in WORDS:
        return KEEP + WORDS.index(text)
    match text.split(" "):
        case ["down", card]:
            return DOWN_ACTION + _parse_card(card)
        case [card]:
            return _parse_card(card)
    raise InvalidNotation(f"{text[:40]!r} is not a card, down … or one of {', '.join(WORDS)}")


def _parse_card(text: str) -> int:
    card = FRENCH.parse(text)
    if STRENGTH[card] == 0:
        raise InvalidNotation(f"{text} is not among the 40 cards")
    return card


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if s.phase != _PHASE_OF.get(action, PLAY):
        return _DUE[s.phase]
    if action >= KEEP:
        return {
            GIVE: "the partner has a hand already: keep or reject this packet",
            REJECT: f"{REJECTIONS} packets are rejected already: no more of them",
            RAISE: f"winning {int(s.proposed)} is enough for the match, so it cannot be raised",
            TRUCO: "truco is called once in a hand, and not in a hand of eleven",
        }[action]
    card = action & (DOWN_ACTION - 1)
    if not holds(s, s.turn, card):
        return f"{FRENCH.format(card)} is not in this hand"
    return "in the first trick no card is played face down"
