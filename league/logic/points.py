"""Points rules: what a match is worth to each of its seats in the standings.

More points are better under every rule, also in games where a low score wins. `placing` knows
what a match can give at most and at least; the other rules do not.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from typing import Final

import games
from engine.rules.game import Scoring

EXACT: Final = Decimal("0.001")
OPEN: Final = Decimal("Infinity")


@dataclass(frozen=True, slots=True)
class Round:
    """What a round adds to its scores: who declared, None if nobody did, and if that seat won."""

    declarer: int | None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match came out, by seat; a dealer who sits out has one, too.

    `forfeits` are the seats that did not play to the end, and their partners if they are to lose
    with them. Totals are then what was scored until then, 0 if nothing was.
    """

    totals: tuple[int, ...]
    places: tuple[int, ...]
    higher_wins: bool = True
    rounds: tuple[Round, ...] = ()
    forfeits: frozenset[int] = frozenset()

    @property
    def final_places(self) -> tuple[int, ...]:
        """The places, with those who forfeit last and the others in their order before them."""
        staying = [place for seat, place in enumerate(self.places) if seat not in self.forfeits]
        return tuple(
            len(self.places)
            if seat in self.forfeits
            else 1 + sum(other < place for other in staying)
            for seat, place in enumerate(self.places)
        )

    def declared(self, seat: int) -> tuple[int, int]:
        """Return how many games a seat has won and lost as declarer."""
        own = [played.won for played in self.rounds if played.declarer == seat]
        return sum(own), len(own) - sum(own)


@dataclass(frozen=True, slots=True)
class ForfeitTerms:
    """What a forfeited match gives; without a number, what the rule makes of it.

    By `placing`, who forfeits has the points of the last place, and the others share those of
    the places before. By the other rules the others keep what was scored until then, and who
    forfeits has as little as the least of them, never more than 0: no score is the worst there,
    so name a number if staying away shall cost more.
    """

    forfeiter: Decimal | None = None
    others: Decimal | None = None


RULES_OWN: Final = ForfeitTerms()


@dataclass(frozen=True, slots=True)
class Span:
    """What one match can give to a player; infinite where a rule sets no end.

    `together` holds the most that one, two, three … players of a table can have together; empty
    if nothing is known of it.
    """

    least: Decimal
    most: Decimal
    together: tuple[Decimal, ...] = ()


class RoundsNeeded(ValueError):
    """The rule goes by who declared in which round, and the rounds are not known."""


def award(rule: str, outcome: Outcome, *, terms: ForfeitTerms = RULES_OWN) -> list[Decimal]:
    """Return the points of each seat, rounded to thousandths.

    Raises LookupError for an unknown rule, RoundsNeeded without the rounds a rule goes by, and
    ValueError for a scoring of a game at a table of a size that it is not for.
    """
    if rule in NEED_ROUNDS and not outcome.rounds and not outcome.forfeits:
        raise RoundsNeeded(f"{rule} needs the rounds of the match")
    points = [_to_decimal(share) for share in RULES[rule](outcome)]
    if outcome.forfeits:
        return _with_forfeits(rule, points, outcome.forfeits, terms)
    return points


def span(rule: str, *, sizes: Sequence[int], terms: ForfeitTerms = RULES_OWN) -> Span:
    """Return what a match at a table of one of `sizes` can give, forfeited matches included."""
    if rule not in RULES:
        raise LookupError(rule)
    if rule != "placing":
        return Span(-OPEN, OPEN)
    last = terms.forfeiter if terms.forfeiter is not None else LAST_PLACE
    there = terms.others if terms.others is not None else LAST_PLACE
    best = max(last, there)
    places = [max(Decimal(points), best) for points in range(max(sizes), 0, -1)]
    return Span(min(LAST_PLACE, last, there), places[0], together=tuple(accumulate(places)))


def sum_of_scores(outcome: Outcome) -> list[Fraction]:
    """Return the scores themselves, with the sign turned where a low score wins."""
    sign = 1 if outcome.higher_wins else -1
    return [Fraction(sign * total) for total in outcome.totals]


def placing(outcome: Outcome) -> list[Fraction]:
    """Return n points for the first of n seats down to 1 for the last.

    Seats that share a place share the points of the places they take up.
    """
    places = outcome.final_places
    seats = len(places)
    return [Fraction(2 * (seats - place) + 3 - places.count(place), 2) for place in places]


def margin(outcome: Outcome) -> list[Fraction]:
    """Return how much better each score is than the table's mean."""
    scores = sum_of_scores(outcome)
    mean = sum(scores, Fraction()) / len(scores)
    return [score - mean for score in scores]


def _by_rounds(scoring: Scoring) -> Callable[[Outcome], list[Fraction]]:
    """Return the rule that adds what a game's scoring gives for every round to the scores."""

    def rule(outcome: Outcome) -> list[Fraction]:
        points = sum_of_scores(outcome)
        for played in outcome.rounds:
            extra = scoring(played.declarer, played.won, len(points))
            points = [share + more for share, more in zip(points, extra, strict=True)]
        return points

    return rule


SCORINGS: Final[Mapping[str, Scoring]] = {
    name: scoring for game in games.all() for name, scoring in game.scorings.items()
}
"""The rules that games bring."""

RULES: Final[Mapping[str, Callable[[Outcome], list[Fraction]]]] = {
    "sum": sum_of_scores,
    "placing": placing,
    "margin": margin,
    **{name: _by_rounds(scoring) for name, scoring in SCORINGS.items()},
}

NEED_ROUNDS: Final = frozenset(SCORINGS)
"""The rules that go by rounds: plain scores are not enough, but for a forfeited match."""

LAST_PLACE: Final = Decimal(1)


def _with_forfeits(
    rule: str, points: Sequence[Decimal], forfeits: frozenset[int], terms: ForfeitTerms
) -> list[Decimal]:
    last = terms.forfeiter
    if last is None:
        last = LAST_PLACE if rule == "placing" else min(Decimal(0), *points)
    return [
        last if seat in forfeits else share if terms.others is None else terms.others
        for seat, share in enumerate(points)
    ]


def _to_decimal(share: Fraction) -> Decimal:
    return (Decimal(share.numerator) / share.denominator).quantize(EXACT)
