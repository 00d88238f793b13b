"""The words of Truco."""

from engine.rules.words import Fact, Words

WORDS = Words(
    tile="C4 H7 SA",
    line="Two sides bluff for three tricks: raise the stake, or run.",
    phrases={
        "keep": "%(name)s keeps the packet.",
        "give": "%(name)s gives the packet to the partner.",
        "reject": "%(name)s rejects the packet.",
        "stay": "%(name)s plays the hand of eleven.",
        "truco": "%(name)s calls truco!",
        "down": "%(name)s puts down %(cards)s, face down.",
    },
    unseen={
        "down": "%(name)s puts down a card, face down.",
    },
    labels={
        "keep": "Keep the packet",
        "give": "Give it to the partner",
        "reject": "Reject it",
        "stay": "Play the hand",
        "truco": "Truco!",
        "down": "Put down %(cards)s, face down",
    },
    terms={
        "plain": "plain",
        "eleven": "hand of eleven",
        "iron": "iron hand",
    },
    facts={
        "hand": Fact("Hand"),
        "rejected": Fact("Packets rejected"),
        "given": Fact("Packet given away"),
        "stake": Fact("Stake"),
        "proposed": Fact("Stake proposed"),
        "trucador": Fact("Called truco", "seat"),
        "decisive": Fact("Decisive trick", "number"),
        "tricks": Fact("Tricks", "sides"),
        "down": Fact("", "hidden"),
        "winner": Fact("Winner", "side"),
        "ran": Fact("Somebody ran"),
    },
    phases={
        "eleven": "Hand of eleven",
        "packet": "Packets",
    },
    led="",
    tally={
        "tricks": "Tricks won",
        "tied": "The tricks were tied: nobody scores",
        "plain": "The hand",
        "truco": "The hand, after truco",
        "eleven": "Hand of eleven",
        "iron": "Iron hand",
        "ran": "The others ran from %(stake)s",
        "ran at eleven": "The others ran at eleven",
    },
    sheet={
        "eleven run": "ran at eleven",
        "eleven": "hand of eleven played",
        "ended": "How it ended",
        "iron": "iron hand",
        "played": "played to the end",
        "run": "ran from a raise",
        "stake": "Stake",
        "tied": "tied",
        "winner": "Winner",
    },
)
