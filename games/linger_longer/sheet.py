"""The score sheet of Linger Longer, and which scores a round can have."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from engine.rules.sheet import Fault, ScoreSheet


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    if sum(score != 0 for score in scores) != 1:
        return "exactly one player scores, the last one with cards"
    if not 1 <= sum(scores) <= players:
        return f"the last one has 1 to {players} cards left"
    return None


class Sheet(ScoreSheet):
    """The sheet of one round: how many cards each player has left, in the order of the seats."""

    cards: tuple[Annotated[int, Field(ge=0, le=6)], ...] = Field(
        min_length=3, max_length=6, description="cards left, the one just drawn included"
    )

    def scores(self) -> list[int]:
        return list(self.cards)

    def faults(self) -> Iterator[Fault]:
        holders = [seat for seat, cards in enumerate(self.cards) if cards]
        if not holders:
            yield ("cards",), "the winner of the last trick has drawn a card and still holds it"
        for seat in holders[1:]:
            yield ("cards", seat), "the round ends when only one player has cards"
        for seat in holders:
            if self.cards[seat] > len(self.cards):
                yield ("cards", seat), "nobody ends with more cards than were dealt to him"
