"""The words of Mit List und Tücke."""

from engine.rules.words import Fact, Row, Words

WORDS = Words(
    tile="B7 G10 R3",
    line="Two players share every trick. Collect many cards of two colours and few of the others.",
    phrases={
        "take": "%(name)s takes %(cards)s; the rest goes to %(next)s.",
        "take and lead": "%(name)s takes %(cards)s; the rest leaves the game.",
        "keep": "%(name)s keeps %(suit)s.",
    },
    labels={
        "keep": "Keep %(suit)s",
    },
    facts={
        "stacks": Fact("", "hidden"),
        "kept": Fact("", "hidden"),
        "discards": Fact("", "hidden"),
    },
    questions={
        "take": "Which cards do you take?",
        "keep": "Which colours count for you?",
    },
    tally={
        "largest": "Largest stack",
        "second": "Second largest stack",
        "rest": "All other cards",
        "score": "Both multiplied, divided by the others",
    },
    sheet={
        "discards": "Discards",
        "kept": "Colours kept, if four were won",
    },
    sheet_hint="For each player, enter how many cards lie in each stack at the end of the round. A "
    "player who won four colours also enters the two that were kept and the number of cards face "
    "down.",
    led="%(suit)s is trump",
    stopped="%(name)s cannot add to the three colours on the table: the round ends at once, and "
    "these cards count for nobody.",
    goal=(
        "Collect many cards of two colours, and as few as you can of the others.",
        "Two players share every trick: the highest card of the colour led chooses first; the "
        "lowest card of another colour takes the rest and leads.",
        "The highest total wins the match.",
    ),
    order=(
        Row("Of the colour led the highest number counts, of the other colours the lowest"),
        Row("Of two cards equally low, the one played earlier is lower"),
    ),
    counts=(
        Row("Four colours: the two stacks you keep multiplied, divided by your other cards"),
        Row("Three colours: the two largest stacks multiplied, divided by the third"),
        Row("Two colours: both stacks multiplied. One colour: nothing"),
    ),
    asks={
        "play": "Each player adds a card to the trick. The round ends at once if a player has "
        "only cards of a fourth colour.",
        "take": "The highest card of the colour led chooses its share of the trick: two cards at "
        "a table of four, three at five or six.",
        "keep": "A player who has won cards of all four colours chooses the two that count.",
    },
    meanings={
        "play": "Any card will do, but a trick may hold at most three colours. The colour led is "
        "trump for this trick.",
        "take": "You win these cards. The rest goes to the lowest card of another colour, or "
        "leaves the game if there is none.",
        "keep": "These two colours count for you. Your cards of the others are turned face down, "
        "and divide your score; later ones join them.",
    },
)
