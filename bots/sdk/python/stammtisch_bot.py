"""Play card games on Stammtisch: give `run` a function that chooses an action.

    from stammtisch_bot import Turn, run

    def choose(turn: Turn) -> str:
        return turn.legal[0]

    run(choose)

This file speaks the protocol and needs nothing but Python 3.9 or newer. Keep it beside your bot
and leave it as it is. Whatever you `print` goes to stderr, which is kept as your bot's log.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, cast

if TYPE_CHECKING:
    from typing import NotRequired  # of Python 3.11

PROTOCOL = 2


class Pile(TypedDict):
    """Cards that lie somewhere: how many, and those that your seat knows."""

    count: int
    cards: list[str]


class Laid(TypedDict):
    """A card on the table and the seat that laid it there; a card face down is None."""

    seat: int
    card: str | None


class Done(TypedDict):
    """An action of this round as your seat reads it.

    In Cinch `put_away` is there when trump is named: how many cards each seat puts away face down.
    """

    seat: int
    action: str
    put_away: NotRequired[list[int]]


class PastRound(TypedDict):
    """A round that is over; one that was thrown in has `redeal`."""

    dealer: int
    scores: list[int]
    redeal: bool


class _Sometimes(TypedDict, total=False):
    stock: Pile
    skat: Pile
    upcard: Pile
    discard: Pile


class View(_Sometimes):
    """All that your seat may know. Seats are numbers from 0, in the direction of play.

    A card is its suit and its rank: `R14`, `HT`. What each field means is told in the page about
    the protocol; `facts` differ from game to game, as the page of each game says.
    """

    game: str
    options: dict[str, Any]
    players: int
    format: dict[str, Any]
    sides: list[int]
    round: int
    rounds: int
    dealer: int
    phase: str
    turn: int | None
    trick: int
    leader: int
    table: list[Laid]
    facts: dict[str, Any]
    round_over: bool
    over: bool
    round_scores: list[int] | None
    totals: list[int]
    history: list[PastRound]
    hands: list[Pile]
    won: list[Pile]
    aside: list[Pile]
    seat: int
    hand: list[str]
    log: list[Done]
    legal: list[str]


News = dict[str, Any]
"""Something that happened: `type` is match, round, event, round_end, fault or match_end."""


class Turn:
    """It is your turn: what you see, what you may do, and how much time there is."""

    view: View
    """All that your seat may know. Copy what is inside of its lists before you change it."""
    legal: list[str]
    """The actions the rules allow; return one of them."""
    match: int
    """Number of the match, also in its news: it tells several tables apart."""
    move_ms: int
    """Milliseconds you may take at most for this action."""
    bank_ms: int
    """Milliseconds left for all actions of this match."""

    def __init__(self, request: dict[str, Any], view: View) -> None:
        self.view = view
        self.legal = view["legal"]
        self.match = request.get("match", 0)
        self._seed = request["seed"]
        self.move_ms = request["clock"]["move_ms"]
        self.bank_ms = request["clock"]["bank_ms"]

    @cached_property
    def chance(self) -> random.Random:
        """Draw all that you leave to chance from here: then the same match can be played again."""
        return random.Random(self._seed)  # noqa: S311 - games, not secrets


def run(
    choose: Callable[[Turn], str],
    hear: Callable[[News], None] | None = None,
    *,
    tables: int = 1,
) -> None:
    """Play until the host hangs up: whenever it is your turn, `choose` returns an action.

    If you keep something in mind from turn to turn, give `hear` too: it is told of every match,
    deal, action and score. The view of a turn holds all of this round as well, and all scores.
    If you keep nothing in mind, or keep it by `turn.match` and `news["match"]`, let `tables` say
    at how many tables you sit at once: experiments are faster then.
    """
    lines, answers = sys.stdin.buffer, sys.stdout
    sys.stdout = sys.stderr  # a stray print must not end up between the answers
    views: dict[int, View] = {}
    for line in iter(lines.readline, b""):
        message = json.loads(line)
        kind = message["type"]
        if kind == "act":
            action = choose(Turn(message, _view(views, message)))
            answers.write(f'{{"seq":{message["seq"]},"action":{json.dumps(action)}}}\n')
            answers.flush()
        elif kind == "hello":
            answers.write(
                json.dumps({"seq": message["seq"], **_ready(message, hear, tables)}) + "\n"
            )
            answers.flush()
        else:
            if kind == "match_end":
                views.pop(message.get("match", 0), None)
            if hear is not None:
                hear(message)


def _ready(
    hello: dict[str, Any], hear: Callable[[News], None] | None, tables: int
) -> dict[str, Any]:
    """Return the answer to the first request; hosts of protocol 1 know no field `newest`."""
    if hello["protocol"] > PROTOCOL:
        sys.exit(f"the host speaks protocol {hello['protocol']}, this file {PROTOCOL}")
    ready = {"protocol": min(PROTOCOL, hello.get("newest", 1)), "events": hear is not None}
    return ready | ({"changes": True, "tables": tables} if ready["protocol"] > 1 else {})


def _view(views: dict[int, View], request: dict[str, Any]) -> View:
    """Return the view of a request, its lists new; `views` keeps the last one of each match."""
    match, view = request.get("match", 0), request.get("view")
    if view is None:
        view, changes = views[match], request["changes"]
        if "log" in changes:
            changes["log"] = view["log"][: request["kept"]] + changes["log"]
        view = {**view, **changes}
    views[match] = cast("View", view)
    fresh = {name: [*value] if type(value) is list else value for name, value in view.items()}
    return cast("View", fresh)
