"""Positions of a match that was played: what each seat was asked there, and what was answered."""

from collections.abc import Iterator
from typing import Any

from bots.conversation.process import seed_of_act
from engine.play.table import Table

from .herald import seed_of_match


def again(done: Table) -> Table:
    """Return a table at which the same match can be played, before its first deal."""
    return Table(
        done.game,
        done.players,
        native=done.native,
        cycles=done.cycles,
        options=done.options,
    )


def deal_again(table: Table, done: Table) -> None:
    """Deal the next round of a match as it was dealt."""
    dealt = done.rounds[len(table.rounds)]
    deck = table.game.pack.format_cards(dealt.deck)
    table.deal(deck=deck, entropy=dealt.entropy, dealer=dealt.dealer)


def requests(done: Table, seat: int, *, seed: bytes) -> Iterator[dict[str, Any]]:
    """Yield what a seat was asked in a match, without the clock, and what was played for it.

    `seed` is that of `play_match`. Rounds and actions count from 0, as in a fault.
    """
    table = again(done)
    for number, dealt in enumerate(done.rounds):
        deal_again(table, done)
        texts = done.action_texts()[number]
        for at, (text, action) in enumerate(zip(texts, dealt.actions, strict=True)):
            if table.turn == seat:
                request = request_of(table, seat, seed=seed)
                yield {"round": number, "action": at, "request": request, "answer": text}
            table.play_actions([action])


def request_of(table: Table, seat: int, *, seed: bytes) -> dict[str, Any]:
    """Return the request to the seat that is to act, without number and clock."""
    view = table.view(seat)
    return {"type": "act", "seed": seed_of_act(seed_of_match(seed, seat), view), "view": view}
