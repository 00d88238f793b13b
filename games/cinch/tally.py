"""How the scores of a round of Cinch came about: the points of the sides, and the bid."""

from types import SimpleNamespace

import numpy as np

from engine.rules.cards import RANKS, rank_of
from engine.rules.state import WON
from engine.rules.tally import Line, View, adds, leads, says
from games.shared.packs import FRENCH, JACK, TEN

from .sheet import ALL_POINTS, PLAYERS, score_of
from .trumps import PEDRO, POINTS, high_and_low

KEYS = {JACK: "jack", TEN: "ten", PEDRO: "pedros"}
NOBODY = 255


def tally(view: View) -> list[Line]:
    """Return the lines of a round: each point and whose it is, the bid, and the score."""
    facts = view["facts"]
    points = [count for _key, count in _counted(view)]
    own = [sum(count[side] for count in points) for side in (0, 1)]
    declarers = facts["declarer"] & 1
    return [
        leads(says("bid"), values=_by_seat([facts["contract"] if side == declarers else None
                                            for side in (0, 1)])),
        *(leads(says(key), values=_by_seat([n or None for n in count]))
          for key, count in _counted(view)),
        leads(says("points"), values=_by_seat(own)),
        _score(own, facts["contract"], declarers),
    ]  # fmt: skip


def _counted(view: View) -> list[tuple[str, list[int]]]:
    """Return what counts, in the order of its name, and the points that it gives each side."""
    facts = view["facts"]
    trump, declarers = FRENCH.parse_suit(facts["trump"]), facts["declarer"] & 1
    won = {FRENCH.parse(text): seat for seat, pile in enumerate(view["won"])
           for text in pile["cards"]}  # fmt: skip
    given_up = {FRENCH.parse(text): seat for seat, cards in enumerate(facts["dead"])
                for text in cards}  # fmt: skip
    place = np.full(len(FRENCH.suits) * RANKS, NOBODY)
    for card, seat in won.items():
        place[card] = WON + seat
    high, low = high_and_low(SimpleNamespace(place=place, trump=trump, seats=PLAYERS))
    counted = {"high": [0, 0], "low": [0, 0], **{key: [0, 0] for key in KEYS.values()}}
    if high >= 0:
        counted["high"][high & 1] = counted["low"][low & 1] = 1
    # What defenders give up counts for the declarers, what declarers give up for nobody (CI4).
    owners = won | {card: declarers for card, seat in given_up.items() if seat & 1 != declarers}
    for card, seat in owners.items():
        if POINTS[trump, card]:
            counted[KEYS[rank_of(card)]][seat & 1] += int(POINTS[trump, card])
    return list(counted.items())


def _score(own: list[int], bid: int, declarers: int) -> Line:
    """Return the line that scores the side with more points, or the defenders of a broken bid."""
    scores = [int(score_of(own[side], own[1 - side], bid, side == declarers)) for side in (0, 1)]
    values = [score or None for score in scores] if any(scores) else [0, 0]
    if own[declarers] < bid:
        fills = {"all": ALL_POINTS, "bid": bid, "points": own[declarers]}
        return adds(says("broken", **fills), values=_by_seat(values))
    return adds(says("made", more=max(own), less=min(own)), values=_by_seat(values))


def _by_seat(values: list[int | None] | list[int]) -> list[int | None]:
    return [values[seat & 1] for seat in range(PLAYERS)]
