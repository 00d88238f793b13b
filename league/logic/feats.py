"""What was special in a season: scores, wins and streaks, from the seats of its final matches.

All are told of who sat there, a substitute too. Each function returns everybody who has done it,
in the order of play, and nothing where nobody has.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from operator import attrgetter

LEAST_STREAK = 2
"""A single win is no streak."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat of a final match.

    `is_given_up` says that somebody has forfeited the match, so that its scores tell nothing.
    Whoever does not `count` holds no record, such as a bot that fills a seat among people.
    """

    match: int
    session: int
    player: int
    side: int
    score: int
    place: int
    points: Decimal
    is_given_up: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Feat:
    """What players have done together: in a match, in a session, or over the season."""

    value: Decimal
    players: tuple[int, ...]
    session: int | None = None


def highest_scores(seats: Iterable[Sat]) -> list[Feat]:
    """Return the highest score of a match."""
    return _best(_scores(seats))


def lowest_scores(seats: Iterable[Sat]) -> list[Feat]:
    """Return the lowest score of a match."""
    return _best(_scores(seats), better=min)


def clearest_wins(seats: Iterable[Sat]) -> list[Feat]:
    """Return by how much a match was won that was won most clearly."""
    return _best(_margins(seats))


def narrowest_wins(seats: Iterable[Sat]) -> list[Feat]:
    """Return by how much a match was won that was won most narrowly."""
    return _best(_margins(seats), better=min)


def best_in_session(seats: Iterable[Sat]) -> list[Feat]:
    """Return the most points that somebody won in a session."""
    sums: dict[tuple[int, int], Decimal] = {}
    for seat in _counting(seats):
        key = seat.session, seat.player
        sums[key] = sums.get(key, Decimal(0)) + seat.points
    return _best(Feat(won, (player,), session) for (session, player), won in sums.items())


def longest_streaks(seats: Iterable[Sat]) -> list[Feat]:
    """Return the most matches that somebody won one after the other, LEAST_STREAK at least."""
    running: defaultdict[int, int] = defaultdict(int)
    longest: dict[int, int] = {}
    for seat in _counting(seats):
        running[seat.player] = running[seat.player] + 1 if seat.place == 1 else 0
        longest[seat.player] = max(longest.get(seat.player, 0), running[seat.player])
    streaks = [one for one in longest.items() if one[1] >= LEAST_STREAK]
    return _best(Feat(Decimal(wins), (player,)) for player, wins in streaks)


def most_sessions(seats: Iterable[Sat]) -> list[Feat]:
    """Return in how many sessions somebody sat at a table who was there most often."""
    there: dict[int, set[int]] = {}
    for seat in _counting(seats):
        there.setdefault(seat.player, set()).add(seat.session)
    return _best(Feat(Decimal(len(sessions)), (player,)) for player, sessions in there.items())


def _best(
    feats: Iterable[Feat], *, better: Callable[[Iterable[Decimal]], Decimal] = max
) -> list[Feat]:
    found = list(feats)
    if not found:
        return []
    record = better(feat.value for feat in found)
    return [feat for feat in found if feat.value == record]


def _scores(seats: Iterable[Sat]) -> Iterator[Feat]:
    for seat in _counting(seats):
        if not seat.is_given_up:
            yield Feat(Decimal(seat.score), (seat.player,), seat.session)


def _margins(seats: Iterable[Sat]) -> Iterator[Feat]:
    """Yield each match that one side has won by its score, and how far the next was behind."""
    for _match, found in groupby(seats, key=attrgetter("match")):
        table = list(found)
        winners = [seat for seat in table if seat.place == 1]
        others = [seat for seat in table if seat.place != 1]
        if not others or table[0].is_given_up or len({seat.side for seat in winners}) != 1:
            continue
        behind = min(abs(winners[0].score - seat.score) for seat in others)
        if behind and any(_counting(winners)):
            players = tuple(dict.fromkeys(seat.player for seat in winners))
            yield Feat(Decimal(behind), players, winners[0].session)


def _counting(seats: Iterable[Sat]) -> Iterator[Sat]:
    return (seat for seat in seats if seat.counts)
