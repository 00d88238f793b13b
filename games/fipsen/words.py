"""The words of Fipsen."""

from engine.rules.words import Fact, Row, Words
from games.shared.packs import ACE
from games.shared.scales import ranked

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
        "stock": Fact(glanced=False),
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
    goal=(
        "One player plays alone against three, for as many of the five tricks as they have bid.",
        "Only this player scores: the value of the contract, or minus twice the value.",
        "The highest trump wins the trick. Without trumps, the highest card of the suit led wins.",
    ),
    order=(
        Row("Clubs, spades and hearts, highest first", ranked(range(ACE, 6, -1))),
        Row("The only diamond", "D7"),
    ),
    asks={
        "auction": "Two players at a time bid for playing alone. One must bid more than before; "
        "the other may also hold with as much.",
        "discard": "The player who plays alone puts away as many cards as they have picked up.",
        "kieker": "Play the Kieker for all five tricks, or surrender it.",
        "trump": "The player who plays alone names trump. After ruten, only diamonds are possible.",
        "play": "The player on the dealer's left leads. The three try to keep the one from the "
        "tricks that the contract needs.",
        "reached": "The contract is made, and there are tricks left. Stop, or play on for twice "
        "as much.",
    },
    meanings={
        "bid": "You promise to take so many of the five tricks alone. It is worth that number, "
        "doubled by each of hand, ruten and durch; a five is durch already.",
        "hand": "You play without the skat. The value doubles.",
        "ruten": "Diamonds are trump. The value doubles.",
        "durch": "You must take all five tricks. The value doubles.",
        "kieker": "You have neither king, queen nor jack, and show your hand to the player on "
        "your left. You must take all five tricks, for 10 points, or 20 with diamonds as trump.",
        "surrender": "The round ends, and you lose five points.",
        "continue": "You play for all five tricks: 10 points, or −20. With diamonds as trump it "
        "is twice as much.",
        "discard": "These cards are out of play. Nobody else sees them.",
        "trump": "This suit is trump. Diamonds double the value, unless your bid said ruten.",
        "stop": "The round ends, and you score the value of the contract.",
        "play on": "The contract is worth twice as much, but you must take all the tricks that "
        "are left.",
    },
)
