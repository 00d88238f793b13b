"""The words of Cinch."""

from collections.abc import Mapping
from typing import Any

from engine.rules.words import Drawn, Fact, Row, Words
from games.shared.packs import ACE, FRENCH
from games.shared.scales import ranked

from .trumps import PEDRO, POINTS, TRUMPS


def _order(players: int, facts: Mapping[str, Any]) -> str:
    """Return the trumps, the highest first; both pedros as fives before trump is named."""
    if not facts.get("trump"):
        return "A K Q J T 9 8 7 6 5 5 4 3 2"
    return FRENCH.format_cards(reversed(TRUMPS[FRENCH.suits.index(facts["trump"])]))


def _that_count(points: int, unnamed: str) -> Drawn:
    """Return the trumps that count so much, `unnamed` before trump is named."""

    def drawn(players: int, facts: Mapping[str, Any]) -> str:
        if not facts.get("trump"):
            return unnamed
        trump = FRENCH.suits.index(facts["trump"])
        found = [card for card in reversed(TRUMPS[trump]) if POINTS[trump, card] == points]
        return FRENCH.format_cards(found)

    return drawn


WORDS = Words(
    tile="HJ H5 D5",
    line="Two sides bid for trump. Fourteen points lie in a few trumps.",
    phrases={
        "discard": "%(name)s gives up %(cards)s.",
        "take": "%(name)s takes %(cards)s from the pack.",
    },
    unseen={
        "take": "%(name)s takes a card from the pack.",
    },
    labels={
        "discard": "Give up %(cards)s",
    },
    facts={
        "contract": Fact(usual=0),
        "put_away": Fact("Cards put away"),
        "dead": Fact("Given up"),
    },
    phases={
        "rob": "Robbing the pack",
    },
    questions={
        "rob": "Which cards do you take?",
    },
    tally={
        "bid": "Bid",
        "high": "High: the highest trump",
        "low": "Low: the lowest trump",
        "jack": "Jack of trumps",
        "ten": "Ten of trumps",
        "pedros": "Pedros, 5 each",
        "points": "Points",
        "made": "Bid made: %(more)s − %(less)s",
        "broken": "Bid broken: %(all)s + %(bid)s − %(points)s",
    },
    sheet={
        "declarers": "Side that declared",
    },
    goal=(
        "Partners sit opposite each other. The side that bids most names trump and must win as "
        "many points.",
        "Fourteen points lie in a few trumps. No other cards count.",
        "If the bid is made, the side with more points scores the difference. If not, the others "
        "score 14 and the points missing.",
    ),
    order=(
        Row("Trumps, highest first, with the five of the other suit of their colour", _order),
        Row("Other suits", ranked(range(ACE, 1, -1))),
    ),
    counts=(
        Row(f"{PEDRO}", _that_count(PEDRO, "5 5")),
        Row("1", _that_count(1, "J T")),
        Row("1 for the side that holds the highest trump in play"),
        Row("1 for the side that wins the lowest trump in play"),
    ),
    asks={
        "auction": "Each player once bids how many points, 1 to 14, their side will win, or "
        "passes. The highest bidder names trump.",
        "trump": "The highest bidder names trump. Then all other cards go away, and the hands are "
        "filled to six.",
        "discard": "A player with more than six trumps keeps six and gives up the others, for all "
        "to see.",
        "rob": "The dealer sees the rest of the pack and takes cards from it until the hand has "
        "six.",
        "play": "The highest bidder leads. The highest trump wins the trick; without trumps, the "
        "highest card of the suit led.",
    },
    meanings={
        "bid": "If nobody bids more, you name trump. Your side then needs this many points; with "
        "fewer, the others score 14 and the points missing.",
        "pass": "You make no bid, and are not asked again. If all four pass, the dealer names "
        "trump with a bid of 0.",
        "trump": "This suit is trump, and so is the five of the other suit of its colour.",
        "discard": "These trumps are out of play. A jack, ten or five that you give up counts for "
        "nobody, or for the bidders if you are not one of them.",
        "take": "You take this card into your hand.",
        "play": "If a trump is led, play a trump. If another suit is led, follow it or trump, as "
        "you like. If you can do neither, any card will do.",
    },
)
