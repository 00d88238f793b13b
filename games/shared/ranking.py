"""How cards rank where a table of ranks says it, for the order of hands."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.rules.cards import rank_of
from engine.rules.ranking import NO_TRUMP, Facts, Ranking

from .packs import FRENCH


def named_trump(facts: Facts) -> int:
    """Return the trump suit that the facts name by its letter, NO_TRUMP if they name none."""
    letter = facts.get("trump")
    return FRENCH.parse_suit(letter) if letter else NO_TRUMP


def ranked_by(strength: Sequence[int] | Any) -> Callable[[Facts], Ranking]:
    """Return the ranking of a game in which ranks are as strong as a table says."""

    def ranking(facts: Facts) -> Ranking:
        return Ranking(height=lambda card: int(strength[rank_of(card)]), trump=named_trump(facts))

    return ranking
