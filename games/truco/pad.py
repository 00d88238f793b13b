"""The score pad of Truco: who won the hand, for what stake."""

from collections.abc import Sequence

from engine.rules.pad import Asking, Choice, Deal, one

from .sheet import ELEVEN_POINTS, SIDES, STAKES

USUAL: dict[int, tuple[str, str]] = {
    0: ("played", "run"),
    1: ("eleven", "eleven run"),
    2: ("iron", "iron"),
}
"""How a hand can end, by how many sides have eleven points; the first is the usual way."""
FIXED = {"eleven": 3, "eleven run": 1, "iron": 1}
"""The stake of hands in which nobody raises."""


def pad(deal: Deal) -> Asking:
    """Ask who won the hand, how it ended, and for what stake."""
    usual = USUAL[_at_eleven(deal.totals)]
    winner = yield one("winner", (*SIDES, Choice(None, "tied")))
    ways = (way for pair in USUAL.values() for way in dict.fromkeys(pair))
    choices = [Choice(way, is_rare=way not in usual) for way in ways]
    ended = yield one("ended", choices, default=usual[0])
    stake = FIXED.get(ended)
    if stake is None:
        stakes = STAKES if ended == "played" else STAKES[:-1]
        stake = yield one("stake", stakes, default=STAKES[0])
    return {"winner": winner, "ended": ended, "stake": stake}


def _at_eleven(totals: Sequence[int]) -> int:
    """Return how many sides have eleven points."""
    return list(totals[:2]).count(ELEVEN_POINTS)
