"""The words of Gong Zhu."""

from engine.rules.words import Fact, Words

WORDS = Words(
    tile="SQ DJ CT",
    line="Chase the pig: stay clear of the cards that cost points.",
    phrases={
        "pass": "%(name)s exposes nothing.",
        "expose": "%(name)s exposes %(cards)s.",
    },
    labels={
        "pass": "Expose nothing",
        "expose": "Expose %(cards)s",
    },
    picks={
        "expose": "Expose these",
    },
    facts={
        "exposed": Fact("Exposed"),
        "opened": Fact("Suits led so far"),
        "captured": Fact("Captured"),
        "pig": Fact("Took the pig last", "seat"),
    },
    phases={
        "expose": "Exposing",
    },
    tally={
        "hearts": "Hearts",
        "all hearts": "All hearts",
        "pig": "Pig",
        "sheep": "Sheep",
        "doubler": "Doubler",
        "exposed": "exposed",
    },
    sheet={
        "captured": "Captured",
        "doubler": "Doubler",
        "exposed": "Exposed",
        "hearts": "Hearts",
        "most_hearts": "Most hearts",
        "pig": "Pig",
        "sheep": "Sheep",
    },
)
