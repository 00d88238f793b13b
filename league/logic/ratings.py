"""Ratings: how strong a player is, and how sure that is, after every contest.

Source: Weng and Lin, "A Bayesian approximation method for online ranking", JMLR 12 (2011), the
Plackett–Luce model, as the package openskill computes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from bots.contests.estimate import Z_95

MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Skill:
    """A player's skill: its likeliest value, and the standard deviation of the estimate."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the skill is at least, as good as certainly; players are ranked by it."""
        return self.mu - 3 * self.sigma

    @property
    def low(self) -> float:
        """The lower end of where the skill lies with a probability of 95 %."""
        return self.mu - Z_95 * self.sigma

    @property
    def high(self) -> float:
        """The upper end of where the skill lies with a probability of 95 %."""
        return self.mu + Z_95 * self.sigma


NEW: Final = Skill(mu=MODEL.mu, sigma=MODEL.sigma)
"""The skill of somebody who has not played yet."""


def rate(skills: Sequence[Skill], *, sides: Sequence[int], places: Sequence[int]) -> list[Skill]:
    """Return the skills after a contest.

    `sides` holds the side of each player, numbered from 0; `places` the place of each player, the
    same for all of a side, ties shared.
    """
    teams = _teams(skills, sides)
    place_of = dict(zip(sides, places, strict=True))
    rated = MODEL.rate(teams, ranks=[float(place_of[side]) for side in range(len(teams))])
    left = [iter(team) for team in rated]
    return [Skill(mu=new.mu, sigma=new.sigma) for new in (next(left[side]) for side in sides)]


def rate_table(
    skills: Sequence[Skill], *, sides: Sequence[int], places: Sequence[int], pools: Sequence[int]
) -> list[Skill]:
    """Return the skills after a contest in which only those of one pool are rated together.

    Where all of a pool are on one side they keep their skills. Otherwise as `rate`.
    """
    after = list(skills)
    for pool in sorted(set(pools)):
        seats = [seat for seat, own in enumerate(pools) if own == pool]
        numbers = {side: n for n, side in enumerate(dict.fromkeys(sides[seat] for seat in seats))}
        if len(numbers) < 2:
            continue
        rated = rate(
            [skills[seat] for seat in seats],
            sides=[numbers[sides[seat]] for seat in seats],
            places=[places[seat] for seat in seats],
        )
        for seat, skill in zip(seats, rated, strict=True):
            after[seat] = skill
    return after


def chances(skills: Sequence[Skill], *, sides: Sequence[int]) -> list[float]:
    """Return the probability that each side wins, in the order of their numbers."""
    teams = _teams(skills, sides)
    return MODEL.predict_win(teams) if len(teams) > 1 else [1.0]


def places_of(scores: Sequence[float], *, higher_wins: bool) -> list[int]:
    """Return the place of each score, from 1; equal scores share the better place."""
    return [
        1 + sum(other > score if higher_wins else other < score for other in scores)
        for score in scores
    ]


def side_scores(scores: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Return for each player the sum of the scores of all who are on the same side."""
    totals = dict.fromkeys(sides, 0)
    for score, side in zip(scores, sides, strict=True):
        totals[side] += score
    return [totals[side] for side in sides]


def _teams(skills: Sequence[Skill], sides: Sequence[int]) -> list[list[PlackettLuceRating]]:
    teams: list[list[PlackettLuceRating]] = [[] for _ in range(max(sides) + 1)]
    for skill, side in zip(skills, sides, strict=True):
        teams[side].append(PlackettLuceRating(mu=skill.mu, sigma=skill.sigma))
    return teams
