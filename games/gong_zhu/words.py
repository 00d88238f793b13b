"""The words of Gong Zhu."""

from engine.rules.words import Drawn, Fact, Row, Words
from games.shared.packs import ACE, CLUBS, DIAMONDS, FRENCH, HEARTS, SPADES
from games.shared.scales import ranked

from .sheet import BLOOD, DOUBLER, EXPOSABLE, PIG, SHEEP, score_of


def _while(is_exposed: bool, suit: int, cards: str) -> Drawn:
    """Return the cards of a row that holds while the special card of a suit is exposed, or not."""
    decides = FRENCH.format(EXPOSABLE[suit])
    return lambda _, facts: cards if (decides in facts.get("exposed", ())) == is_exposed else None


def _signed(score: int) -> str:
    return f"{score:+}".replace("-", "−") if score else "0"


def _counts(*, is_exposed: bool) -> tuple[Row, ...]:
    """Return what cards count whose suit's special card is exposed, or is not."""
    exposed = PIG | BLOOD | SHEEP | DOUBLER if is_exposed else 0
    hearts: dict[int, list[str]] = {}
    for rank in range(ACE, 1, -1):
        worth = score_of(1 << rank, 0, exposed)
        hearts.setdefault(worth, []).append(f"H{FRENCH.ranks[rank]}")
    times = "four times" if is_exposed else "twice"
    alone = score_of(0, DOUBLER, exposed)
    return (
        Row(_signed(score_of(0, PIG, exposed)), _while(is_exposed, SPADES, "SQ")),
        *(
            Row(_signed(score), _while(is_exposed, HEARTS, " ".join(cards)))
            for score, cards in hearts.items()
        ),
        Row(_signed(score_of(0, SHEEP, exposed)), _while(is_exposed, DIAMONDS, "DJ")),
        Row(f"{times} what its taker has; +{alone} alone", _while(is_exposed, CLUBS, "CT")),
    )


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
        "opened": Fact("Suits led so far", glanced=False),
        "captured": Fact("Captured"),
        "pig": Fact("Took the pig last", "seat", glanced=False),
    },
    phases={
        "expose": "Exposing",
    },
    questions={
        "expose": "Do you expose cards?",
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
    goal=(
        "Stay clear of hearts and of the queen of spades, the pig: they cost points.",
        "The jack of diamonds brings points. The ten of clubs doubles what its taker has, for "
        "good or bad.",
        "Everybody plays alone, without trumps. The highest total wins.",
    ),
    order=(Row("In every suit, highest first", ranked(range(ACE, 1, -1))),),
    counts=(
        *_counts(is_exposed=False),
        *_counts(is_exposed=True),
        Row("A player who takes all thirteen hearts scores them as plus points, and the pig too"),
    ),
    asks={
        "expose": "Each player says once which of the pig, ace of hearts, jack of diamonds and "
        "ten of clubs they expose. You need not expose any.",
        "play": "The highest card of the suit led takes the trick, and its player leads the next. "
        "Captured cards that count lie open.",
    },
    meanings={
        "expose": "What you expose counts double for whoever takes it; the ace of hearts doubles "
        "all hearts. Unless it is your only card of its suit, it may not be played to the first "
        "trick led in that suit.",
        "pass": "You expose nothing. Your cards count as usual.",
        "play": "Follow suit if you can; otherwise any card will do. An exposed card may not be "
        "played to the first trick led in its suit, unless it is your only one of that suit. The "
        "match begins with the two of spades.",
    },
)
