"""Mulatschag's phases and actions: their numbers, their texts, and who reads them.

Rulings: `rules.md` (G7c, MU3 to MU14).
"""

from engine.rules.errors import InvalidNotation
from engine.rules.game import Form
from engine.rules.state import STOCK, State
from games.shared.hands import chosen_cards, parse_chosen

from .cards import GERMAN, explain_card
from .sheet import FEW, MOST_FOLDS, START, TRICKS

LIFT, AUCTION, FOLD, TRUMP, EXCHANGE, ACCEPT, LAY_AWAY, PLAY, OVER = range(9)
PHASES = ("lift", "auction", "fold", "trump", "exchange", "accept", "discard", "play", "over")

BID_ACTION = 256
"""A bid is this plus its tricks, `pass` this alone."""
KEEP, RETURN, MY_GAME, ANNOUNCE, FOLD_DEAL, CONTINUE, FIVE, DROP, TAKE, REFUSE = range(272, 282)
TRUMP_ACTION = 288
"""Naming trump is this plus the suit."""
SHOW_ACTION = 384
"""Putting a card away and asking to see another is this plus the card."""
DISCARD_ACTION = 512
"""Putting away one card too many is this plus the card."""
EXCHANGE_ACTION = 1024
"""An exchange is this plus a bit for each card of the hand in canonical order; none: stand."""

NOTATION = (
    Form("lift", "keep", "keep the Weli that was lifted"),
    Form("lift", "return", "put it back into the pack"),
    Form("auction", "bid 3", "bid so many tricks, 1 to 5"),
    Form("auction", "pass", "leave the auction"),
    Form("auction", "my game", "the dealer holds the highest bid himself"),
    Form("auction", "mulatschag", "announce all five tricks, as the first call"),
    Form("fold", "fold", "have the deal thrown in, for want of a figure; not after 16 in a row"),
    Form("fold", "continue", "play on without a figure"),
    Form("trump", "trump H", "name the trump suit"),
    Form("exchange", "stand", "keep all five cards"),
    Form("exchange", "exchange E7 L9", "put these away and draw as many; five are a Bruckn"),
    Form("exchange", "show E7", "put this away and see one card: a gschaude"),
    Form("exchange", "five", "show the Sau of trumps and draw five: Fünf auf die Sau"),
    Form("exchange", "drop", "drop out of this round"),
    Form("accept", "accept", "take the card shown"),
    Form("accept", "refuse", "leave it and draw another one"),
    Form("discard", "discard E7", "put this card away, until five are left"),
    Form("play", "HS", "play this card"),
)

_WORDS = {
    "keep": KEEP,
    "return": RETURN,
    "pass": BID_ACTION,
    "my game": MY_GAME,
    "mulatschag": ANNOUNCE,
    "fold": FOLD_DEAL,
    "continue": CONTINUE,
    "stand": EXCHANGE_ACTION,
    "five": FIVE,
    "drop": DROP,
    "accept": TAKE,
    "refuse": REFUSE,
}
_FIXED = (
    _WORDS
    | {f"bid {bid}": BID_ACTION + bid for bid in range(1, TRICKS + 1)}
    | {f"trump {letter}": TRUMP_ACTION + suit for suit, letter in enumerate(GERMAN.suits)}
)
_TEXTS = {action: text for text, action in _FIXED.items()}

_DUE = {
    LIFT: "the Weli was lifted: `keep` or `return` it",
    AUCTION: "the auction comes first: `bid …`, `pass`, or what else may be called",
    FOLD: "without a figure say first whether to `fold` or to `continue`",
    TRUMP: "trump is to be named now, as in `trump H`",
    EXCHANGE: "it is time to exchange: `exchange` with cards, `show` one, or `stand`",
    ACCEPT: "say first whether to `accept` or to `refuse` the card shown",
    LAY_AWAY: "five cards are kept, so put one away: `discard …`",
    PLAY: "the tricks are being played: play a card",
}
"""What there is to do in each phase."""


def format_action(s: State, action: int) -> str:
    """Return the text of an action in this position."""
    if action in _TEXTS:
        return _TEXTS[action]
    if action > EXCHANGE_ACTION:
        chosen = chosen_cards(s, action - EXCHANGE_ACTION)
        return f"exchange {GERMAN.format_cards(chosen)}"
    if action >= DISCARD_ACTION:
        return f"discard {GERMAN.format(action - DISCARD_ACTION)}"
    if action >= SHOW_ACTION:
        return f"show {GERMAN.format(action - SHOW_ACTION)}"
    return GERMAN.format(action)


def told(s: State, action: int, reader: int) -> str:
    """Return the text of an action as a reader reads it: what is put away is secret (G7c)."""
    if reader != s.turn and action >= SHOW_ACTION and action != EXCHANGE_ACTION:
        if action > EXCHANGE_ACTION:
            return f"exchange {(action - EXCHANGE_ACTION).bit_count()}"
        return "discard" if action >= DISCARD_ACTION else "show"
    return format_action(s, action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for no own card."""
    if text in _FIXED:
        return _FIXED[text]
    match text.split(" "):
        case ["exchange", _, *_]:
            return EXCHANGE_ACTION + parse_chosen(s, GERMAN, text.split(" ")[1:])
        case ["show", card]:
            return SHOW_ACTION + GERMAN.parse(card)
        case ["discard", card]:
            return DISCARD_ACTION + GERMAN.parse(card)
        case ["bid", _]:
            raise InvalidNotation(f"a bid is a number from 1 to {TRICKS}, as in `bid 3`")
        case ["trump", letter]:
            return TRUMP_ACTION + GERMAN.parse_suit(letter)
        case [card]:
            return GERMAN.parse(card)
    raise InvalidNotation(f"{text[:40]!r} is not a card, a call or an exchange of Mulatschag")


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    reason = ""
    if s.phase == AUCTION:
        reason = _explain_call(s, action)
    elif s.phase == EXCHANGE:
        reason = _explain_exchange(s, action)
    elif s.phase == FOLD and action == FOLD_DEAL:
        reason = f"{MOST_FOLDS} deals in a row have folded: this one is played"
    elif s.phase == ACCEPT and action == REFUSE:
        reason = "there is no other card left: `accept`"
    elif s.phase == LAY_AWAY and DISCARD_ACTION <= action < EXCHANGE_ACTION:
        reason = f"{GERMAN.format(action - DISCARD_ACTION)} is not in this hand"
    elif s.phase == PLAY and action < BID_ACTION:
        reason = explain_card(s, action)
    return reason or _DUE[int(s.phase)]


def _explain_call(s: State, action: int) -> str:
    if BID_ACTION < action < KEEP:
        return f"each bid is higher than the last: more than {int(s.bid)}, or `pass`"
    if action == ANNOUNCE:
        return "a Mulatschag is announced as one's first call only"
    if action == MY_GAME:
        return "`my game` is for the dealer, who holds another's bid"
    return ""


def _explain_exchange(s: State, action: int) -> str:
    if action not in {FIVE, DROP} and not _is_exchange(action):
        return ""
    if START + int(s.totals[s.turn]) <= FEW:
        return f"who has {FEW} points or fewer may not exchange: `stand`"
    if action == FIVE:
        return "Fünf auf die Sau is for the holder of the contract with the Sau of trumps"
    if action == DROP:
        return "only the last of four to exchange may drop out, with fewer than five cards left"
    if s.count[STOCK] > 0 and action < DISCARD_ACTION:
        return f"{GERMAN.format(action - SHOW_ACTION)} is not in this hand"
    return f"the stock holds {int(s.count[STOCK])} cards, so no more can be exchanged"


def _is_exchange(action: int) -> bool:
    """Tell whether an action exchanges cards, one of them shown or not."""
    return SHOW_ACTION <= action < DISCARD_ACTION or action > EXCHANGE_ACTION
