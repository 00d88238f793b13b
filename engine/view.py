"""What one seat, or somebody without a seat, may know: the only place where secrets are removed.

`conceal` turns a state into what a seat knows of it; views for people, requests to bots and
the positions that built-in bots think about are all made from its result.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from .cards import Pack
from .kernel import lowest, rule
from .state import (
    ABSENT,
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
    State,
    reading,
)

if TYPE_CHECKING:
    from .match import Table

_OF_SEATS = {"hands": HAND, "won": WON, "aside": ASIDE}
_OF_ALL = {"stock": STOCK, "skat": SKAT, "upcard": UPCARD, "discard": DISCARD}


@rule
def conceal(s: State, seat: int) -> None:
    """Remove from a state every card that `seat` (or ONLOOKER) does not know, and all chance.

    Numbers of cards stay, and the game's own fields, all of which are public.
    """
    for card in range(s.place.shape[0]):  # without a branch: eight cards at a time
        seen = (s.known[card] >> np.uint16(seat)) & np.uint16(1)
        is_hidden = (seen == 0) & (s.place[card] != ABSENT)
        s.place[card] = np.uint8(UNKNOWN) if is_hidden else s.place[card]
        s.known[card] = np.uint16(0) if is_hidden else s.known[card]
    for other in range(s.seats):
        for suit in range(s.hand.shape[1]):
            held = int(s.hand[other, suit])
            while held:
                rank = lowest(held)
                held &= held - 1
                if s.place[suit * 32 + rank] == UNKNOWN:
                    s.hand[other, suit] &= ~(np.uint32(1) << np.uint32(rank))
        if s.table[other] < FACE_DOWN and s.place[s.table[other]] == UNKNOWN:
            s.table[other] = FACE_DOWN
    for i in range(s.stock.shape[0]):
        if s.stock[i] < FACE_DOWN and (i < s.drawn or s.place[s.stock[i]] == UNKNOWN):
            s.stock[i] = FACE_DOWN
    s.entropy = 0
    s.rng = 0


def view_of(table: "Table", seat: int | None) -> dict[str, Any]:
    """Return all that a seat (None: an onlooker) may know, as JSON-able values."""
    mind = table.mind(seat)
    view = _describe(table, mind)
    view["seat"] = seat
    view["hand"] = [] if seat is None else view["hands"][seat]["cards"]
    view["log"] = table.told(seat)
    view["legal"] = table.legal() if seat is not None and seat == table.turn else []
    return view


def open_view(table: "Table") -> dict[str, Any]:
    """Return the position with every card open: for records of finished matches only."""
    view = _describe(table, table.state)
    view["log"] = table.told_openly()
    return view


def _describe(table: "Table", s: State) -> dict[str, Any]:
    """Return what a state, concealed or open, shows."""
    s = reading(s)
    game, seats = table.game, range(table.players)
    cards = _cards_by_place(game.pack, s)
    view: dict[str, Any] = {
        "game": game.slug,
        "options": table.options.model_dump(),
        "players": table.players,
        "format": table.format,
        "sides": list(game.sides(table.players)),
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
        "round_scores": table.round_scores,
        "totals": s.totals[: table.players].tolist(),
        "history": [
            {"dealer": done.dealer, "scores": done.scores, "redeal": done.redeal}
            for done in table.rounds
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


def _cards_by_place(pack: Pack, s: State) -> dict[int, list[str]]:
    cards: dict[int, list[str]] = {}
    for card, place in enumerate(s.place.tolist()):
        if place < UNKNOWN:
            cards.setdefault(place, []).append(pack.format(card))
    return cards


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
