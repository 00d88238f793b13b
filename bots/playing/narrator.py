"""A match in words, as one of its players sees it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from bots.conversation.protocol import (
    Event,
    MatchBegins,
    MatchEnds,
    News,
    PartEnds,
    RoundBegins,
    RoundEnds,
)
from engine.rules.errors import InvalidNotation
from engine.rules.game import Game

from .herald import Listener
from .runner import Player

_VERBS = {
    "accept": "accepts",
    "bid": "bids",
    "declare": "declares",
    "discard": "lays away",
    "down": "plays face down",
    "exchange": "exchanges",
    "expose": "exposes",
    "fold": "folds",
    "give": "gives the packet to the partner",
    "hide": "hides the flush",
    "keep": "keeps",
    "pass": "passes",
    "pick": "picks",
    "raise": "raises",
    "refuse": "refuses",
    "reject": "rejects",
    "return": "returns the card",
    "reveal": "reveals the flush",
    "run": "runs",
    "show": "shows",
    "stand": "stands",
    "stay": "stays",
    "stop": "stops",
    "surrender": "surrenders",
    "take": "takes",
    "trump": "makes trump",
}


class Narrator:
    """Sits before a player, hears what it may hear, and says it line by line."""

    def __init__(
        self, player: Player, game: Game, names: Sequence[str], *, say: Callable[[str], object]
    ) -> None:
        self._player = player
        self._game = game
        self._names = names
        self._say = say

    @property
    def hears_events(self) -> bool:
        """Whatever the player wants, its narrator tells of everything."""
        return True

    def act(self, view: dict[str, Any]) -> str:
        """Return the player's own action."""
        return self._player.act(view)

    def tell(self, news: News) -> None:
        """Say what happened, and pass it on to the player if that listens."""
        self._say(self.words(news))
        if isinstance(self._player, Listener):
            self._player.tell(news)

    def words(self, news: News) -> str:
        """Return news as a sentence."""
        names = self._names
        match news:
            case MatchBegins():
                return f"{self._game.name}. At the table: {', '.join(names)}."
            case RoundBegins(view=view):
                return (
                    f"\nRound {view.round + 1}. {names[view.dealer]} deals.\n"
                    f"{names[view.seat or 0]} holds {' '.join(view.hand)}"
                )
            case Event():
                return f"  {names[news.seat]} {self._verb(news.action)}"
            case RoundEnds():
                redeal = "Thrown in, the same dealer deals again. " if news.redeal else ""
                scores = self._by_name(news.scores)
                return f"{redeal}Scores: {scores}. Totals: {self._by_name(news.totals)}."
            case PartEnds():
                return f"  {names[news.seat]} made a fault: {news.reason}"
            case MatchEnds():
                return f"\nThe match is over. Places: {self._by_name(news.ranking)}."

    def _verb(self, action: str) -> str:
        """Return an action as what somebody does."""
        first, _, rest = action.partition(" ")
        if rest.isdigit() and first in {"discard", "exchange"}:
            rest = f"{rest} cards"  # which ones is not told to this seat
        if first in _VERBS:
            return f"{_VERBS[first]} {rest}".rstrip()
        with suppress(InvalidNotation):
            return f"plays {self._game.pack.format(self._game.pack.parse(action))}"
        return f"plays {action}" if action.startswith("a card") else f'says "{action}"'

    def _by_name(self, numbers: Sequence[int]) -> str:
        pairs = zip(self._names, numbers, strict=True)
        return ", ".join(f"{name} {number}" for name, number in pairs)
