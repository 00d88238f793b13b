"""The words of Mulatschag."""

from engine.rules.words import Fact, Words

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
    facts={
        "multiplier": Fact("Multiplier"),
        "mulatschag": Fact("Mulatschag"),
        "holder": Fact("Contract holder", "seat"),
        "passed": Fact("Passed", "seats"),
        "dropped": Fact("Dropped out", "seat"),
    },
    phases={
        "accept": "Exchange",
        "fold": "Going on",
        "lift": "Lifting",
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
)
