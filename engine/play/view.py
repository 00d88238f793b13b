"""A state in words, as JSON-able values: what people see of a table and bots are asked with.

A state is shown as it is: `concealment` has removed what its reader may not know.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.rules.cards import Pack
from engine.rules.game import Game
from engine.rules.state import (
    ASIDE,
    DISCARD,
    FACE_DOWN,
    HAND,
    NO_CARD,
    SKAT,
    STOCK,
    UNKNOWN,
    UPCARD,
    WON,
    Reading,
    State,
)

from .rounds import PlayedRound

_OF_SEATS = {"hands": HAND, "won": WON, "aside": ASIDE}
_OF_ALL = {"stock": STOCK, "skat": SKAT, "upcard": UPCARD, "discard": DISCARD}


def describe(game: Game, state: State, rounds: Sequence[PlayedRound]) -> dict[str, Any]:
    """Return what a state, concealed or open, shows of a match that had these rounds so far."""
    s = Reading(state)
    seats = range(s.seats)
    cards = _cards_by_place(game.pack, s.piles)
    view: dict[str, Any] = {
        "round": int(s.round_index),
        "rounds": int(s.rounds),
        "dealer": int(s.dealer),
        "phase": game.phases[s.phase],
        "turn": None if s.turn < 0 else int(s.turn),
        "trick": int(s.trick),
        "leader": int(s.leader),
        "table": _trick(game.pack, s),
        "facts": game.facts(s),
        "round_over": bool(s.phase == s.over_phase),
        "over": bool(s.over),
        "round_scores": _scores(rounds[-1]) if rounds else None,
        "totals": s.totals[: s.seats].tolist(),
        "history": [
            {"dealer": done.dealer, "scores": _scores(done), "redeal": done.redeal}
            for done in rounds
            if done.scores is not None
        ],
    }
    counts = s.count.tolist()
    for name, place in _OF_SEATS.items():
        view[name] = [_pile(counts, cards, place + seat) for seat in seats]
    for name, place in _OF_ALL.items():
        if counts[place]:
            view[name] = _pile(counts, cards, place)
    return view


def _scores(done: PlayedRound) -> list[int] | None:
    """Return the scores of a round, not those that the table keeps."""
    return None if done.scores is None else list(done.scores)


def _cards_by_place(pack: Pack, piles: Mapping[int, Sequence[int]]) -> dict[int, list[str]]:
    return {
        place: [pack.format(card) for card in cards]
        for place, cards in piles.items()
        if place < UNKNOWN
    }


def _pile(counts: list[int], cards: dict[int, list[str]], place: int) -> dict[str, Any]:
    return {"count": counts[place], "cards": cards.get(place, [])}


def _trick(pack: Pack, s: State) -> list[dict[str, Any]]:
    """Return the cards on the table in the order played; a card face down is None."""
    table = s.table.tolist()
    seats = [(s.leader + step) % s.seats for step in range(s.seats)]
    return [
        {"seat": seat, "card": None if table[seat] == FACE_DOWN else pack.format(table[seat])}
        for seat in seats
        if table[seat] != NO_CARD
    ]
