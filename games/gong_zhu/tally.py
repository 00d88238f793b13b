"""How the scores of a round of Gong Zhu came about: hearts, pig, sheep and doubler."""

from engine.rules.tally import Line, View, adds, says
from games.shared.packs import FRENCH

from .sheet import ALL_HEARTS, BLOOD, DOUBLER, PIG, SHEEP, captured_sets, score_of

COUNTED = {"hearts": BLOOD, "pig": PIG, "sheep": SHEEP, "doubler": DOUBLER}
"""What counts, in the order in which the score is counted: the doubler doubles all before it."""


def tally(view: View) -> list[Line]:
    """Return a line for hearts and for each other scoring card, with what it adds for its taker."""
    facts = view["facts"]
    piles = [captured_sets([FRENCH.parse(text) for text in cards]) for cards in facts["captured"]]
    _, exposed = captured_sets([FRENCH.parse(text) for text in facts["exposed"]])
    lines, before = [], [0] * len(piles)
    seen = 0
    for key, card in COUNTED.items():
        seen |= card
        after = [int(score_of(hearts, taken & seen, exposed)) for hearts, taken in piles]
        has = [bool(hearts if card == BLOOD else taken & card) for hearts, taken in piles]
        values = [
            new - old if holds else None for new, old, holds in zip(after, before, has, strict=True)
        ]
        is_whole = card == BLOOD and any(hearts == ALL_HEARTS for hearts, _ in piles)
        parts = [says("all hearts" if is_whole else key)]
        parts += [says("exposed")] if exposed & card else []
        lines.append(adds(*parts, values=values))
        before = after
    return lines
