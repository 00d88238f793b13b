"""Geometry of the charts, which the templates draw: where a skill lies, and how it has moved.

All coordinates are whole numbers in the units of the drawing's viewBox, for a decimal comma would
be none in SVG.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil, floor

from league.logic.ratings import NEW, Skill
from league.models import Meeting, Rating, RatingChange
from league.services.seasons.courses import Course

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
LABEL, DIGIT = 10, 7
"""Room that the labels of an axis take beside it, without and for each digit."""
ABOVE, BELOW, RIGHT = 26, 40, 16
"""Room around what is drawn: the name of the axis, its labels and its name, half a label."""
MOST_NUMBERED = 12
"""So many sessions have their number below."""
REASONS = ("uncertainty", "closeness", "fairness", "waiting", "luck")
SHADES = 9
"""How many shades of a share there are, the middle one for half."""


@dataclass(frozen=True)
class Axis:
    """Values from `low` to `high`, drawn from `start` to `end`; ticks are round values."""

    low: float
    high: float
    start: int
    end: int
    ticks: tuple[int, ...]

    @classmethod
    def over(cls, values: Iterable[float], *, start: int, end: int, most: int = 6) -> "Axis":
        """Return an axis that ends where the values end, with at most `most` ticks between."""
        found = list(values)
        low, high = min(found), max(found)
        if high - low < 1:
            low, high = floor(low), max(floor(low) + 1, ceil(high))
        step = next((s for s in STEPS if (high - low) / s <= most - 1), STEPS[-1])
        ticks = tuple(range(ceil(low / step) * step, floor(high) + 1, step))
        return cls(low=low, high=high, start=start, end=end, ticks=ticks)

    def at(self, value: float) -> int:
        """Return where a value is drawn."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start))

    @property
    def marks(self) -> list[tuple[int, int]]:
        """Each tick with where it is drawn."""
        return [(tick, self.at(tick)) for tick in self.ticks]


@dataclass(frozen=True)
class Bar:
    """An interval as a bar, with a dot at the likeliest value."""

    x: int
    width: int
    dot: int


@dataclass(frozen=True)
class Bars:
    """The ratings of a list on one scale, in a drawing of WIDTH by HEIGHT."""

    axis: Axis
    by_rating: dict[int, Bar]

    WIDTH, HEIGHT = 200, 16

    @classmethod
    def of(cls, ratings: Sequence[Rating]) -> "Bars":
        """Return the bars of ratings by their keys."""
        skills = {rating.pk: rating.skill for rating in ratings}
        ends = [end for skill in skills.values() for end in (skill.low, skill.high)]
        axis = Axis.over(ends or [0, 50], start=4, end=cls.WIDTH - 4)
        return cls(axis, {pk: bar_of(skill, axis) for pk, skill in skills.items()})


def bar_of(skill: Skill, axis: Axis) -> Bar:
    """Return a skill's interval as a bar on an axis."""
    x = axis.at(skill.low)
    return Bar(x=x, width=max(1, axis.at(skill.high) - x), dot=axis.at(skill.mu))


@dataclass(frozen=True)
class Curve:
    """How a rating moved: its likeliest value as a line, the interval around it as a band."""

    across: Axis
    up: Axis
    line: str
    band: str
    end: tuple[int, int]

    WIDTH, HEIGHT = 360, 240

    @classmethod
    def of(cls, changes: Sequence[RatingChange]) -> "Curve":
        """Return the curve of changes in their order, from the rating everybody begins with."""
        return cls.through([(0, NEW), *((change.number, change.skill) for change in changes)])

    @classmethod
    def through(cls, skills: Sequence[tuple[int, Skill]]) -> "Curve":
        """Return the curve of skills, each with the number of contests it came after."""
        ends = [end for _, skill in skills for end in (skill.low, skill.high)]
        up = Axis.over(ends, start=cls.HEIGHT - BELOW, end=ABOVE)
        numbers = [number for number, _ in skills]
        across = Axis.over(numbers, start=room_beside(up), end=cls.WIDTH - RIGHT)
        line = [(across.at(number), up.at(skill.mu)) for number, skill in skills]
        above = [(across.at(number), up.at(skill.high)) for number, skill in skills]
        below = [(across.at(number), up.at(skill.low)) for number, skill in skills]
        return cls(across, up, _points(line), _points([*above, *below[::-1]]), line[-1])


@dataclass(frozen=True)
class Lane:
    """A player's line in a race, told apart by number: in colour, dash and the shape of marks."""

    number: int
    course: Course
    line: str
    marks: str
    sign: str


@dataclass(frozen=True)
class Race:
    """The points of several players after each session, as lines with marks."""

    across: Axis
    up: Axis
    lanes: list[Lane]

    WIDTH, HEIGHT = 360, 260
    SIGN = 16
    """Width and height of a mark's drawing in the list."""

    @classmethod
    def of(cls, courses: Sequence[Course]) -> "Race":
        """Return the race of courses that are equally long."""
        last = len(courses[0].points) - 1
        values = [float(points) for course in courses for points in course.points]
        up = Axis.over(values, start=cls.HEIGHT - BELOW, end=ABOVE)
        ticks = tuple(range(1, last + 1, 1 + last // MOST_NUMBERED))
        across = Axis(0, last, start=room_beside(up), end=cls.WIDTH - RIGHT, ticks=ticks)
        return cls(across, up, [_lane(n, one, across, up) for n, one in enumerate(courses)])

    @property
    def sessions(self) -> list[int]:
        """The sessions shown, counted from the first of them."""
        return list(range(1, int(self.across.high) + 1))


def room_beside(up: Axis) -> int:
    """Return how wide the labels of an upright axis are, where the drawing can begin."""
    return LABEL + DIGIT * max(len(str(tick)) for tick in up.ticks)


def _lane(number: int, course: Course, across: Axis, up: Axis) -> Lane:
    places = [(across.at(n), up.at(float(points))) for n, points in enumerate(course.points)]
    marks = "".join(_mark(number, x, y) for x, y in places)
    return Lane(number, course, _points(places), marks, _mark(number, Race.SIGN // 2, 8))


def _mark(number: int, x: int, y: int) -> str:
    """Return the path of a mark around a place; each number has a shape of its own."""
    shapes = (
        f"M{x - 4} {y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        f"M{x - 4} {y - 4}h8v8h-8z",
        f"M{x} {y - 5}l5 9h-10z",
        f"M{x} {y - 5}l5 5-5 5-5-5z",
        f"M{x} {y + 5}l5-9h-10z",
        f"M{x - 1} {y - 5}h2v4h4v2h-4v4h-2v-4h-4v-2h4z",
    )
    return shapes[number % len(shapes)]


@dataclass(frozen=True)
class Ratio:
    """A log-likelihood ratio on its way between the two bounds at which it is known enough."""

    across: Axis
    line: str
    better: int
    zero: int
    not_better: int
    end: tuple[int, int]

    WIDTH, HEIGHT = 360, 220
    LEFT = 12

    @classmethod
    def of(cls, points: Sequence[Sequence[float]], bounds: tuple[float, float]) -> "Ratio":
        """Return the drawing of [pairs, ratio] points, from no pair and 0 on."""
        found = [(0.0, 0.0), *((pairs, ratio) for pairs, ratio in points)]
        across = Axis.over([pairs for pairs, _ in found], start=cls.LEFT, end=cls.WIDTH - RIGHT)
        ratios = [*bounds, *(ratio for _, ratio in found)]
        up = Axis(min(ratios), max(ratios), start=cls.HEIGHT - BELOW - 18, end=ABOVE + 16, ticks=())
        line = [(across.at(pairs), up.at(ratio)) for pairs, ratio in found]
        not_better, better = map(up.at, bounds)
        return cls(across, _points(line), better, up.at(0.0), not_better, line[-1])


@dataclass(frozen=True)
class Losses:
    """What the decisions of a match have cost so far, one after the other, as a line of steps."""

    across: Axis
    up: Axis
    line: str
    area: str
    rounds: list[tuple[int, int]]
    end: tuple[int, int]

    WIDTH, HEIGHT = 360, 220

    @classmethod
    def of(cls, losses: Sequence[tuple[int, float]]) -> "Losses":
        """Return the drawing of losses, each with its round from 0, in their order."""
        sums = list(accumulate((loss for _, loss in losses), initial=0.0))
        up = Axis.over(sums, start=cls.HEIGHT - BELOW, end=ABOVE)
        across = Axis(0, len(losses), start=room_beside(up), end=cls.WIDTH - RIGHT, ticks=())
        line = [(across.at(0), up.at(0.0))]
        for number, (before, after) in enumerate(pairwise(sums), start=1):
            line += [(across.at(number), up.at(before)), (across.at(number), up.at(after))]
        area = [*line, (line[-1][0], up.start), (line[0][0], up.start)]
        return cls(across, up, _points(line), _points(area), _begun(losses, across), line[-1])


def _begun(losses: Sequence[tuple[int, float]], across: Axis) -> list[tuple[int, int]]:
    """Return some rounds, numbered from 1, with where they begin."""
    begun = {number: at for at, (number, _) in reversed(list(enumerate(losses)))}
    every = 1 + len(begun) // MOST_NUMBERED
    return [(number + 1, across.at(at)) for number, at in sorted(begun.items())][::every]


def _points(places: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


@dataclass(frozen=True)
class Part:
    """One reason as a part of a bar that shows all of them."""

    name: str
    x: int
    width: int


def parts_of(reasons: Mapping[str, float] | None) -> list[Part]:
    """Return why the matchmaker took a player, in tenths of a point."""
    parts: list[Part] = []
    for name in REASONS if reasons else ():
        width = round(10 * reasons.get(name, 0)) if reasons else 0
        parts.append(Part(name, sum(part.width for part in parts), width))
    return parts


@dataclass(frozen=True)
class Score:
    """How one bot has fared against another, seen from the first; ties count half a win."""

    duplicates: int
    wins: int
    losses: int
    margin: float

    @property
    def ties(self) -> int:
        """How often neither was ahead."""
        return self.duplicates - self.wins - self.losses

    @property
    def percent(self) -> int:
        """What share of the contests was won."""
        return round(100 * (self.wins + self.ties / 2) / max(1, self.duplicates))

    @property
    def shade(self) -> int:
        """The shade of that share, 0 for nothing won."""
        return min(SHADES - 1, self.percent * SHADES // 100)

    @classmethod
    def seen_from(cls, player: int, meeting: Meeting) -> "Score":
        """Return a meeting as one of its two players sees it."""
        if player == meeting.one_id:
            return cls(meeting.duplicates, meeting.wins, meeting.losses, meeting.mean_margin)
        return cls(meeting.duplicates, meeting.losses, meeting.wins, -meeting.mean_margin)


def scores_of(meetings: Iterable[Meeting]) -> dict[tuple[int, int], Score]:
    """Return how every first player has fared against every second, by their keys."""
    found = {}
    for meeting in meetings:
        for one, other in ((meeting.one_id, meeting.other_id), (meeting.other_id, meeting.one_id)):
            found[one, other] = Score.seen_from(one, meeting)
    return found
