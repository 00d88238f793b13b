"""The words of Fipsen."""

from engine.rules.words import Fact, Words

WORDS = Words(
    tile="CA SA D7",
    line="One player plays against three, for as many tricks as they have bid.",
    phrases={
        "kieker": "%(name)s bids the Kieker.",
        "stop": "%(name)s stops.",
        "play on": "%(name)s plays on.",
    },
    labels={
        "kieker": "Kieker",
        "stop": "Stop",
        "play on": "Play on",
    },
    terms={
        "kieker": "Kieker",
        "hand": "hand",
        "ruten": "ruten",
        "durch": "durch",
    },
    facts={
        "kieker": Fact("Kieker", "seats"),
        "needed": Fact("Tricks needed"),
        "played_on": Fact("Played on"),
        "surrendered": Fact("Surrendered"),
    },
    phases={
        "kieker": "Kieker",
    },
    tally={
        "bid": "%(rest)s is worth %(value)s",
        "diamonds": "with diamonds, which were not bid, %(value)s",
        "played on": "for all the other tricks %(value)s",
        "tricks": "Tricks, %(needed)s needed",
        "made": "Made",
        "failed": "Failed: 2 × %(value)s",
        "surrendered": "Gave the Kieker up",
    },
    sheet={
        "durch": "Durch",
        "hand": "Hand",
        "kieker": "Kieker",
        "played_on": "Played on",
        "ruten": "Ruten",
        "surrendered": "Surrendered",
    },
)
