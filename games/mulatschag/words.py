"""The words of Mulatschag."""

from collections.abc import Mapping
from typing import Any

from engine.rules.words import Fact, Row, Words

from .cards import GERMAN, RANKS, SAU, WELI

TRUMPS = [RANKS[SAU], GERMAN.format(WELI), *"KOUT987"]
"""The ranks of trumps, the highest first, the Weli among them."""


def _trumps(players: int, facts: Mapping[str, Any]) -> str:
    """Return the trumps, the highest first; their ranks before trump is named."""
    suit, weli = facts.get("trump") or "", GERMAN.format(WELI)
    return " ".join(rank if rank == weli else suit + rank for rank in TRUMPS)


WORDS = Words(
    tile="ES W HK",
    line="The highest bidder names trump. Get rid of your 21 points.",
    phrases={
        "keep": "%(name)s keeps the Weli.",
        "return": "%(name)s puts the Weli back.",
        "my game": "%(name)s says: my game!",
        "mulatschag": "%(name)s announces a Mulatschag!",
        "fold": "%(name)s lets the deal fold.",
        "show": "%(name)s puts away %(cards)s and asks to see another card.",
        "five": "Fünf auf die Sau: %(name)s keeps the Sau of trumps and draws five cards.",
        "drop": "%(name)s drops out.",
        "accept": "%(name)s takes the card that was shown.",
        "refuse": "%(name)s refuses the card that was shown.",
    },
    unseen={
        "discard": "%(name)s puts away a card.",
        "show": "%(name)s puts away a card and asks to see another one.",
    },
    labels={
        "keep": "Keep the Weli",
        "return": "Put the Weli back",
        "my game": "My game!",
        "mulatschag": "Mulatschag!",
        "fold": "Let the deal fold",
        "show": "Put away %(cards)s and see another card",
        "five": "Fünf auf die Sau",
        "drop": "Drop out",
        "accept": "Take the card shown",
        "refuse": "Refuse the card shown",
    },
    picks={
        "show": "Put this away and see another card",
    },
    part="holder",
    facts={
        "multiplier": Fact("Multiplier", usual=1),
        "mulatschag": Fact("Mulatschag"),
        "holder": Fact("Contract holder", "seat"),
        "passed": Fact("Passed", "seats", glanced=False),
        "value": Fact(usual=1),
        "dropped": Fact("Dropped out", "seat"),
    },
    phases={
        "accept": "Exchange",
        "fold": "Going on",
        "lift": "Lifting",
    },
    questions={
        "lift": "Do you keep the Weli?",
        "fold": "Do you play on?",
        "accept": "Do you take the card shown?",
    },
    tally={
        "all passed": "Everybody passed",
        "times": "Everything counts %(value)s times",
        "fold": "one fold before",
        "folds": "%(folds)s folds before",
        "hearts": "hearts are trump",
        "contract": "Contract: tricks to win",
        "tricks": "Tricks",
        "failed": "Contract failed",
        "dropped": "Dropped out",
        "mulatschag made": "Mulatschag made",
        "mulatschag failed": "Mulatschag failed",
    },
    sheet={
        "all passed": "all passed",
        "dropped": "Dropped out",
        "folds": "Folds before",
        "holder": "Contract holder",
        "mulatschag": "Mulatschag",
    },
    goal=(
        "Get rid of your points: everybody begins with 21, and the fewest win.",
        "Each trick takes a point off. Whoever bids most names trump, and must take the tricks "
        "bid.",
        "Everything counts double if hearts are trump, and double again for every deal folded "
        "before.",
    ),
    order=(
        Row("Trumps, highest first", _trumps),
        Row("Other suits", " ".join(rank for rank in TRUMPS if rank != GERMAN.format(WELI))),
    ),
    counts=(
        Row("−1 for each trick"),
        Row("+10 for a bid that is missed, whose tricks then do not count"),
        Row("Mulatschag made: −10, and +10 for all others"),
        Row("Mulatschag missed: +20, and −5 for all others"),
    ),
    asks={
        "lift": "Whoever lifted the pack found the Weli and may keep it.",
        "auction": "Bid how many of the five tricks you will take, more than the last bid, or "
        "pass. The highest bidder names trump and leads.",
        "fold": "A player without Unter, Ober, king and Sau may have the deal thrown in.",
        "trump": "The highest bidder names trump.",
        "exchange": "Each player may once put away up to five cards and draw as many, while the "
        "stock lasts. With five points or fewer you may not.",
        "accept": "The next card has been shown to everybody. Take it, or draw the one after it "
        "unseen.",
        "discard": "Put cards away, one after the other, until five are left.",
        "play": "The highest trump wins the trick; without trumps, the highest card of the suit "
        "led. The winner leads the next.",
    },
    meanings={
        "keep": "The Weli is one of your five cards, and everybody knows it.",
        "return": "The Weli goes back into the pack, which is shuffled.",
        "bid": "If nobody bids more, you name trump and must take so many tricks. If you miss "
        "them you get ten points, before doubling.",
        "my game": "As the dealer you hold the last bid yourself, without raising it.",
        "mulatschag": "You name trump and must take all five tricks, and nobody exchanges. You "
        "get −10 points or +20, before doubling.",
        "fold": "The same dealer deals again, and everything counts twice as much.",
        "continue": "You play this deal with the cards you have.",
        "trump": "This suit is trump, and the Weli with it. Hearts double all points of the round.",
        "exchange": "You put these cards away and draw as many. With all five you also draw an "
        "open card, and more while the open one is a trump, if the stock has any.",
        "show": "You put this card away, and everybody sees the next one. Take it, or draw the "
        "one after it unseen.",
        "five": "You show the Sau of trumps, put your other cards away, draw five, and put one of "
        "the six away.",
        "drop": "You sit out this round and get three points, before doubling.",
        "accept": "You take the card that everybody has seen.",
        "refuse": "The card shown stays out of play. You draw the next one, which only you see.",
        "discard": "This card is out of play. Nobody else sees it.",
        "play": "Follow suit; you need not play high. If you cannot follow, win with a trump if "
        "you can. If trump lies there and yours are lower, play one all the same. Otherwise any "
        "card will do.",
    },
)
