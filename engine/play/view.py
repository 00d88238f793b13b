"""A state in words, as JSON-able values: what people see of a table and bots are asked with.

A state is shown as it is: `concealment` has removed what its reader may not know.
"""

from collections.abc import Sequence
from typing import Any

from engine.rules.cards import Pack
from engine.rules.game import Game
from engine.rules.state import (
    ASIDE,
    DISCARD,
    FACE_DOWN,
    HAND,
    NO_CARD,
    PLACES,
    SKAT,
    STOCK,
    UPCARD,
    WON,
    Header,
    Reading,
)

from .rounds import PlayedRound

_OF_SEATS = {"hands": HAND, "won": WON, "aside": ASIDE}
_OF_ALL = {"stock": STOCK, "skat": SKAT, "upcard": UPCARD, "discard": DISCARD}


def describe(game: Game, s: Reading, rounds: Sequence[PlayedRound]) -> dict[str, Any]:
    """Return what a state, concealed or open, shows of a match that had these rounds so far."""
    head = s.header
    seats = head.seats
    cards = _cards_by_place(game.pack, s)
    view: dict[str, Any] = {
        "round": head.round_index,
        "rounds": head.rounds,
        "dealer": head.dealer,
        "phase": game.phases[head.phase],
        "turn": None if head.turn < 0 else head.turn,
        "trick": head.trick,
        "leader": head.leader,
        "table": _trick(game.pack, s.table.tolist(), head),
        "facts": game.facts(s),
        "round_over": head.phase == head.over_phase,
        "over": bool(head.over),
        "round_scores": _scores(rounds[-1]) if rounds else None,
        "totals": s.totals[:seats].tolist(),
        "history": [
            {"dealer": done.dealer, "scores": _scores(done), "redeal": done.redeal}
            for done in rounds
            if done.scores is not None
        ],
    }
    counts = s.count.tolist()
    for name, place in _OF_SEATS.items():
        view[name] = [
            {"count": counts[at], "cards": cards[at]} for at in range(place, place + seats)
        ]
    for name, place in _OF_ALL.items():
        if counts[place]:
            view[name] = {"count": counts[place], "cards": cards[place]}
    return view


def _scores(done: PlayedRound) -> list[int] | None:
    """Return the scores of a round, not those that the table keeps."""
    return None if done.scores is None else list(done.scores)


def _cards_by_place(pack: Pack, s: Reading) -> list[list[str]]:
    """Return the texts of the cards at each place, in canonical order."""
    cards: list[list[str]] = [[] for _ in range(PLACES)]
    for text, place in zip(pack.by_number, s.place.tolist(), strict=False):
        if place < PLACES:
            cards[place].append(text)
    return cards


def _trick(pack: Pack, table: list[int], head: Header) -> list[dict[str, Any]]:
    """Return the cards on the table in the order played; a card face down is None."""
    seats = [(head.leader + step) % head.seats for step in range(head.seats)]
    return [
        {"seat": seat, "card": None if table[seat] == FACE_DOWN else pack.format(table[seat])}
        for seat in seats
        if table[seat] != NO_CARD
    ]
