"""Worlds that a seat cannot tell apart: the same round, with two cards changed it never sees.

What a seat sees, knows, believes and does must be the same in both; `laws` demand it.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.play.table import Table
from engine.rules.errors import EngineError
from engine.rules.game import Game

from .random_play import choose, table_by_chance

LOOK_ALIKES = 3
"""So often two cards of a random round are changed that a seat does not see."""


def look_alikes(game: Game, *, players: int, seed: int) -> Iterator[tuple[Table, Table, int]]:
    """Yield two tables with a seat that could not tell them apart so far, at every position.

    Both play the same random round, but two cards that the seat never sees lie changed: the deck
    is another, and whoever plays one of these cards unseen here plays the other one there.
    """
    played, chance = table_by_chance(game, players, seed)
    played.deal()
    while not played.round_over:
        played.play(choose(played.legal(), chance))
    for _ in range(LOOK_ALIKES):
        seat = chance.randrange(players)
        last = chance.randrange(len(played.rounds[0].actions) + 1)
        unseen = _never_seen(played, seat, last)
        if len(unseen) > 1:
            yield from _play_both(played, seat, last, chance.sample(unseen, 2))


def _never_seen(played: Table, seat: int, last: int) -> list[int]:
    """Return the cards that a seat has not known for a moment of the first `last` actions."""
    again = _dealt_alike(played, played.rounds[0].deck.tolist())
    seen = again.state.known.copy()
    for action in played.rounds[0].actions[:last]:
        again.play_actions([action])
        seen |= again.state.known
    return [card for card in played.rounds[0].deck.tolist() if not int(seen[card]) >> seat & 1]


def _dealt_alike(played: Table, deck: list[int]) -> Table:
    """Return a table that is dealt a deck like another one's first."""
    done = played.rounds[0]
    table = Table(played.game, played.players, native=played.native)
    order = played.game.pack.format_cards(deck)
    table.deal(deck=order, entropy=done.entropy, dealer=done.dealer)
    return table


def _play_both(
    played: Table, seat: int, last: int, cards: list[int]
) -> Iterator[tuple[Table, Table, int]]:
    """Yield the round, and that with two cards changed, until the seat can tell them apart."""
    stand_in = {cards[0]: cards[1], cards[1]: cards[0]}
    deck = played.rounds[0].deck.tolist()
    table = _dealt_alike(played, deck)
    other = _dealt_alike(played, [stand_in.get(card, card) for card in deck])
    for action in played.rounds[0].actions[:last]:
        if _signs(table, seat) != _signs(other, seat):
            return
        yield table, other, seat
        text = _reworded(table, action, stand_in)
        table.play_actions([action])
        try:
            other.play(text)
        except EngineError:
            return  # not with these cards
    if _signs(table, seat) == _signs(other, seat):
        yield table, other, seat


def _reworded(table: Table, action: int, stand_in: dict[int, int]) -> str:
    """Return the text of an action with cards changed, in canonical order again."""
    pack, text = table.game.pack, table.game.format_action(table.state, action)
    names = {pack.format(card): pack.format(other) for card, other in stand_in.items()}
    words = text.split(" ")
    if not names.keys() & set(words):
        return text
    order = {pack.format(card): card for card in table.rounds[0].deck.tolist()}
    cards = sorted(
        (names.get(word, word) for word in words if word in order), key=order.__getitem__
    )
    return " ".join(cards.pop(0) if word in order else word for word in words)


def _signs(table: Table, seat: int) -> tuple[Any, ...]:
    """Return what a seat has to go by at the least: words, cards it knows, numbers of cards."""
    s = table.state
    knows = (s.known >> np.uint16(seat)) & np.uint16(1)
    return (
        table.turn,
        table.phase,
        table.told(seat),
        table.round_scores,
        s.count.tolist(),
        [(card, int(s.place[card])) for card in np.flatnonzero(knows).tolist()],
        table.legal() if table.turn == seat else None,
    )
