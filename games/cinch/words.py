"""The words of Cinch."""

from engine.rules.words import Fact, Words

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
        "put_away": Fact("Cards put away"),
        "dead": Fact("Given up"),
    },
    phases={
        "rob": "Robbing the pack",
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
)
