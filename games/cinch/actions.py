"""Cinch's phases and actions: their numbers, their texts, and who reads them.

Rulings: `rules.md` (CI1 to CI3, CI5).
"""

from engine.rules.errors import InvalidNotation
from engine.rules.game import Form
from engine.rules.state import HAND, State, cards_at, holds
from games.shared.hands import chosen_cards, parse_chosen
from games.shared.packs import FRENCH

from .sheet import ALL_POINTS, PLAYERS
from .trumps import TRUMPS, is_trump

AUCTION, TRUMP, DISCARD, ROB, PLAY, OVER = range(6)
PHASES = ("auction", "trump", "discard", "rob", "play", "over")

HAND_SIZE = 6
"""Cards that each seat plays with."""

BID_ACTION = 256
"""An action that bids is this plus the bid, `pass` this alone."""
TRUMP_ACTION = 288
"""An action that names trump is this plus the suit."""
TAKE_ACTION = 512
"""An action that takes a card of the stub is this plus the card."""
DISCARD_ACTION = 1024
"""An action that gives up trumps is this plus a bit for each, in canonical order of the hand."""

NOTATION = (
    Form("auction", "bid 7", "bid this many points for your side, 1 to 14"),
    Form("auction", "pass", "do not bid"),
    Form("trump", "trump S", "name the trump suit"),
    Form("discard", "discard S2 S3", "give up these trumps, openly: all but six"),
    Form("rob", "take SA", "the dealer takes this card of the stub; others read `take`"),
    Form("play", "HA", "play this card"),
)

_BIDS = {str(bid): bid for bid in range(1, ALL_POINTS + 1)}


def format_action(s: State, action: int) -> str:
    """Return the text of an action in this position."""
    if action >= DISCARD_ACTION:
        return "discard " + FRENCH.format_cards(chosen_cards(s, action - DISCARD_ACTION))
    if action >= TAKE_ACTION:
        return "take " + FRENCH.format(action - TAKE_ACTION)
    if action >= TRUMP_ACTION:
        return "trump " + FRENCH.suits[action - TRUMP_ACTION]
    if action > BID_ACTION:
        return f"bid {action - BID_ACTION}"
    return "pass" if action == BID_ACTION else FRENCH.format(action)


def told(s: State, action: int, reader: int) -> str:
    """Return the text of an action as a reader reads it: which card is taken, the dealer only."""
    if s.phase == ROB and reader != s.turn:
        return "take"
    return format_action(s, action)


def besides(s: State, action: int) -> dict[str, list[int]]:
    """Return how many cards each seat puts away face down when trump is named (CI2)."""
    if s.phase != TRUMP:
        return {}
    trumps = set(TRUMPS[action - TRUMP_ACTION].tolist())
    held = [set(cards_at(s, HAND + seat)) for seat in range(PLAYERS)]
    return {"put_away": [len(cards - trumps) for cards in held]}


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for another's card."""
    match text.split(" "):
        case ["pass"]:
            return BID_ACTION
        case ["bid", number] if number in _BIDS:
            return BID_ACTION + _BIDS[number]
        case ["bid", _]:
            raise InvalidNotation(f"a bid is a number from 1 to {ALL_POINTS}, as in `bid 7`")
        case ["trump", letter]:
            return TRUMP_ACTION + FRENCH.parse_suit(letter)
        case ["discard", _, *_]:
            return DISCARD_ACTION + parse_chosen(s, FRENCH, text.split(" ")[1:])
        case ["take", card]:
            return TAKE_ACTION + FRENCH.parse(card)
        case [card]:
            return FRENCH.parse(card)
    raise InvalidNotation(f"{text[:40]!r} is not a card, bid …, pass, trump …, discard … or take …")


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if s.phase == AUCTION:
        return _explain_auction(s, action)
    if s.phase == TRUMP:
        return "trump is to be named now, as in `trump S`"
    if s.phase == DISCARD:
        more = int(s.count[HAND + s.turn]) - HAND_SIZE
        return f"six trumps are kept, so give up {more}: `discard …`"
    if s.phase == ROB:
        return _explain_rob(action)
    return _explain_card(s, action) if action < BID_ACTION else _explain_late(s, action)


def _explain_auction(s: State, action: int) -> str:
    if BID_ACTION < action < TRUMP_ACTION:
        return f"each bid is higher than the last: more than {int(s.contract)}, or `pass`"
    return "the auction comes first: `bid …` or `pass`"


def _explain_rob(action: int) -> str:
    if TAKE_ACTION <= action < DISCARD_ACTION:
        return f"{FRENCH.format(action - TAKE_ACTION)} is not in the stub"
    return "the dealer fills his hand to six from the stub first: `take …`"


def _explain_card(s: State, card: int) -> str:
    if not holds(s, s.turn, card):
        return f"{FRENCH.format(card)} is not in this hand"
    led = int(s.table[s.leader])
    if is_trump(s, led):
        return f"a trump, {FRENCH.format(led)}, was led: play a trump"
    return f"{FRENCH.format(led)} was led: follow suit or play a trump"


def _explain_late(s: State, action: int) -> str:
    """Say why what comes before the first trick cannot be done in the play."""
    if action >= DISCARD_ACTION:
        return "trumps are given up before anybody draws, by who has more than six"
    if action >= TAKE_ACTION:
        return "only the dealer takes cards of the stub, before the first trick"
    if action >= TRUMP_ACTION:
        return f"trump has been named: {FRENCH.suits[int(s.trump)]}"
    return "the auction is over"
