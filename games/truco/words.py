"""The words of Truco."""

from engine.rules.words import Fact, Row, Words
from games.shared.packs import FRENCH
from games.shared.scales import ranked

from .tricks import MANILHAS, RANKING

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
    beside={
        "down": "Face down",
    },
    terms={
        "plain": "plain",
        "eleven": "hand of eleven",
        "iron": "iron hand",
    },
    facts={
        "hand": Fact("Hand", usual="plain"),
        "rejected": Fact("Packets rejected", usual=0),
        "given": Fact("Packet given away", glanced=False),
        "stake": Fact("Stake"),
        "proposed": Fact("Stake proposed"),
        "trucador": Fact("Called truco", "seat"),
        "decisive": Fact("Decisive trick", "number"),
        "tricks": Fact("Tricks", "sides"),
        "down": Fact("", "hidden"),
        "winner": Fact("Winner", "side"),
        "ran": Fact("Somebody ran"),
        "stock": Fact(glanced=False),
    },
    phases={
        "eleven": "Hand of eleven",
        "packet": "Packets",
    },
    questions={
        "packet": "Is this packet your hand?",
        "eleven": "Do you play the hand of eleven?",
        "answer": "Do you accept the stake?",
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
    goal=(
        "Partners sit opposite each other. The first side with twelve points wins the match.",
        "Two of three tricks win the hand, and with it the stake: 1 point, or more after raises.",
        "The highest card wins the trick. Suits mean nothing, but for the four highest cards.",
    ),
    order=(
        Row("The four highest, in this order", FRENCH.format_cards(reversed(MANILHAS))),
        Row("Then by rank; other cards of one rank are equal", ranked(reversed(RANKING))),
    ),
    counts=(Row("The stake goes from 1 to 3, 6, 9 and 12"),),
    asks={
        "packet": "The first player looks at three cards: keep them, give them to the partner, or "
        "reject them.",
        "eleven": "A side with eleven points sees both its hands. It plays for 3 points, or runs.",
        "play": "Play a card. Unless a side has eleven points, a player may raise the stake first "
        "by calling truco, once in a hand.",
        "answer": "The other side wants a higher stake. Accept it, raise it if you may, or run.",
    },
    meanings={
        "keep": "These three cards are your hand.",
        "give": "Your partner must take these cards, and you look at three others. You can give "
        "once.",
        "reject": "These cards are shown and out of play, and you look at three others. You can "
        "reject three times.",
        "stay": "The hand is worth 3 points to the side that wins it, and nobody calls truco.",
        "run": "You give up the hand. The others score the stake as it was before the raise; with "
        "a hand of eleven, 1 point.",
        "truco": "You ask for a stake of 3. If the others run, you score 1; if they accept, the "
        "trick on the table decides the hand.",
        "accept": "You play on for the stake proposed, and the trick on the table decides the "
        "hand.",
        "raise": "You propose the next stake: 6, 9 or 12. If the others run, you score the stake "
        "that they proposed.",
        "down": "The card lies face down. It cannot win, and it is not turned up.",
        "play": "You may play any card: nobody has to follow suit.",
    },
)
