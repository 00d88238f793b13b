"""What happens at a table, told to a bot as far as the views of its seat show it.

A site tells nobody's cards unasked, so news are what differs between two views. What was played
between them in a round that is over by the second one is not told, but for its scores.
"""

from typing import Any

import games
from bots.conversation.process import ProcessPlayer
from bots.conversation.protocol import Event, MatchBegins, MatchEnds, RoundBegins, RoundEnds
from bots.conversation.protocol import View as ViewModel

View = dict[str, Any]


class Retelling:
    """Tells a player of one match, by what its seat sees from time to time."""

    def __init__(self, player: ProcessPlayer) -> None:
        self._player = player
        self._round = -1
        self._rounds_told = 0
        self._log: list[str] = []

    @property
    def has_begun(self) -> bool:
        """Whether the player knows of the match."""
        return self._round >= 0

    def begin(self, view: View, seed: int) -> None:
        """Tell that the match begins, or that the player sits down in the middle of it."""
        self._round, self._rounds_told = view["round"], _over_before(view)
        fields = ("game", "options", "players", "seat", "sides", "format", "rounds")
        told = {name: view[name] for name in fields}
        self._player.tell(MatchBegins.model_validate({"type": "match", **told, "seed": seed}))
        self._tell_round(view)

    def go_on(self, view: View) -> None:
        """Tell what has happened since the view before."""
        if not self._player.hears_events:
            return
        if view["round"] != self._round:
            self._tell_scores(view, _over_before(view))
            self._round = view["round"]
            self._tell_round(view)
        self._tell_actions(view)
        if view["round_over"]:
            self._tell_scores(view, len(view["history"]))

    def end(self, view: View) -> None:
        """Tell the rest, and that the match is over."""
        self.go_on(view)
        totals = view["totals"]
        ranking = games.get(view["game"]).place(totals)
        self._player.tell(MatchEnds(type="match_end", totals=totals, ranking=ranking))

    def _tell_round(self, view: View) -> None:
        self._log = []
        if self._player.hears_events:
            seen = ViewModel.model_construct(**view)
            self._player.tell(RoundBegins.model_construct(type="round", view=seen))

    def _tell_actions(self, view: View) -> None:
        for number, done in enumerate(view["log"]):
            if number >= len(self._log) or self._log[number] != done["action"]:
                event = Event(type="event", round=self._round, number=number, **done)
                self._player.tell(event)
        self._log = [done["action"] for done in view["log"]]

    def _tell_scores(self, view: View, last: int) -> None:
        """Tell the scores of the rounds that are over before the one of this number."""
        totals = [0] * view["players"]
        for number, past in enumerate(view["history"][:last]):
            scores = past["scores"] or []
            if not past["redeal"]:
                totals = [sum(pair) for pair in zip(totals, scores, strict=True)]
            if number >= self._rounds_told:
                self._player.tell(
                    RoundEnds(
                        type="round_end",
                        round=number,
                        redeal=past["redeal"],
                        scores=scores,
                        totals=totals,
                    )
                )
        self._rounds_told = max(self._rounds_told, last)


def _over_before(view: View) -> int:
    """Return how many rounds were over when the one of a view began."""
    return len(view["history"]) - bool(view["round_over"])
