"""How the score of a round of Skat came about: what the game is worth, or who won the Ramsch."""

from collections.abc import Iterator

from engine.rules.tally import Line, Part, View, adds, alone, leads, says

from .cards import CONTRACTS, GRAND, NULL, RAMSCH
from .value import (
    ALL_TRICKS,
    BASE,
    FEWEST_POINTS,
    LEVELS,
    NO_TRICK,
    SCHWARZ,
    is_reached,
    level_made,
    score_of,
    value_of,
)

PLAYERS = 3
RAMSCH_KEYS = {ALL_TRICKS: "all tricks", NO_TRICK: "no trick", FEWEST_POINTS: "fewest points"}


def tally(view: View) -> list[Line]:
    """Return the lines of a round: card points, multipliers, and what they make."""
    facts = view["facts"]
    contract = CONTRACTS.index(facts["contract"])
    by_seat = "tricks" if contract == NULL else "points"
    lines = [leads(says(by_seat), values=facts[by_seat])]
    if contract == RAMSCH:
        return [*lines, _ramsch(view)]
    if contract <= GRAND:
        lines.append(leads(*_multipliers(view)))
    return [*lines, _score(view, contract)]


def _ramsch(view: View) -> Line:
    """Return the line of the one seat that scores, whose last trick decides a tie."""
    seat, score = next((seat, score) for seat, score in enumerate(view["round_scores"]) if score)
    return adds(says(RAMSCH_KEYS[score]), values=alone(seat, score, PLAYERS))


def _multipliers(view: View) -> Iterator[Part]:
    """Yield what a suit or grand game is multiplied by, counting up as players do (SK6)."""
    facts = view["facts"]
    matadors = abs(facts["matadors"])
    yield says("contract", rest=facts["contract"])
    yield says("with" if facts["matadors"] > 0 else "without", count=matadors)
    announced, level = _levels(view)
    steps = ["game", *(["hand"] if facts["hand"] else [])]
    steps += [str(name) for name in LEVELS[1 : level + 1]]
    steps += [f"{name} announced" for name in LEVELS[1 : announced + 1]]
    for count, step in enumerate(steps, start=matadors + 1):
        yield says(step, count=count)


def _levels(view: View) -> tuple[int, int]:
    """Return what was announced, and the level that counts as made, at most schwarz."""
    facts = view["facts"]
    seat, announced = facts["declarer"], LEVELS.index(facts["announced"])
    made = int(level_made(facts["points"][seat], facts["tricks"][seat]))
    return announced, max(made, min(announced, SCHWARZ))


def _score(view: View, contract: int) -> Line:
    """Return the line that scores the declarer: won, lost, or overbid."""
    facts = view["facts"]
    seat, bid = facts["declarer"], facts["bid"]
    announced, level = _levels(view)
    value = int(value_of(contract, facts["matadors"] or 0, int(facts["hand"]), announced, level))
    points, tricks = facts["points"][seat], facts["tricks"][seat]
    reached = bool(is_reached(contract, announced, points, tricks))
    score = int(score_of(contract, value, bid, reached))
    base = value if contract == NULL else int(BASE[contract])
    key = "overbid" if value < bid else "won" if reached else "lost"
    fills = {"base": base, "count": (score if score > 0 else -score // 2) // base, "bid": bid}
    words = says(f"null {key}" if contract == NULL else key, **fills)
    return adds(words, values=alone(seat, score, PLAYERS))
