"""The words of Loo."""

from engine.rules.words import Fact, Words

WORDS = Words(
    tile="CJ HA DK",
    line="Drop out or stay in. Players who stay in and take no trick must pay.",
    phrases={
        "pass": "%(name)s throws the hand in.",
        "civil": "%(name)s leads %(cards)s: “Pam, be civil!”",
        "reveal": "%(name)s shows a flush.",
        "hide": "%(name)s shows no flush.",
    },
    unseen={
        "no reveal": "%(name)s shows no flush.",
    },
    labels={
        "pass": "Throw the hand in",
        "civil": "%(cards)s: “Pam, be civil!”",
        "reveal": "Show the flush",
        "hide": "Show no flush",
    },
    facts={
        "stayed": Fact("Stayed in", "seats"),
        "exchanged": Fact("Cards exchanged"),
        "revealed": Fact("Flushes shown", "seats"),
        "taker": Fact("Took the pot with a flush", "seat"),
        "civil": Fact("Pam be civil"),
        "looed": Fact("Looed", "seats"),
    },
    phases={
        "flush": "Flush",
        "stay": "Staying",
    },
    tally={
        "pot": "The pot was %(pot)s",
        "tricks": "Tricks, %(share)s each",
        "flush": "The pot, for the flush",
        "alone": "The pot, staying in alone",
        "looed": "Looed",
        "ante": "The dealer’s ante",
    },
    sheet={
        "flush": "Took the pot with a flush",
        "pays": "Pays for the flush",
        "stayed": "Stayed in",
    },
)
