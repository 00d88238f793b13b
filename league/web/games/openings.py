"""How rounds of a game began: what was called, and which card was led."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from engine.play.texts import texts_of
from engine.records.openings import Openings
from engine.rules.game import Game
from league.services.results import openings as services
from league.web.games.cards import pack_of
from league.web.games.games import find_game, game_name
from league.web.games.labels import label_of

MOST = 40
"""Rows of a table, at most: the most frequent."""


@dataclass(frozen=True)
class OpeningRow:
    """What was done, how many times, and how often."""

    label: str
    count: int
    often: float
    """Of calls times in a round, of leads percent."""


@dataclass(frozen=True)
class OpeningTables:
    """How rounds with so many players began."""

    players: int
    rounds: int
    calls: Sequence[OpeningRow]
    leads: Sequence[OpeningRow]

    @classmethod
    def of(cls, game: Game, players: int, counted: Openings) -> "OpeningTables":
        """Return what is shown of counts."""
        return cls(
            players,
            counted.rounds,
            calls=_rows(game, counted.calls, 1 / max(1, counted.rounds)),
            leads=_rows(game, counted.leads, 100 / max(1, counted.leads.total())),
        )


@require_safe
def openings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how rounds of a game began, for each number of players."""
    game = find_game(slug)
    found = services.of_game(slug)
    context = {
        "game": game,
        "game_name": game_name(slug),
        "tables": [OpeningTables.of(game, players, one) for players, one in found.items()],
    }
    return render(request, "web/games/openings.html", context)


def _rows(game: Game, counts: Counter[int], scale: float) -> list[OpeningRow]:
    """Return the most frequent actions, the same order for the same counts."""
    most = sorted(counts.items(), key=lambda row: (-row[1], row[0]))[:MOST]
    return [OpeningRow(_label(game, action), count, count * scale) for action, count in most]


def _label(game: Game, action: int) -> str:
    """Return what a call, or the card led, is called; its number if that hangs on a position."""
    text, pack = texts_of(game).anywhere(action), pack_of(game.slug)
    if text is None:
        return str(action)
    if pack.is_card(text):
        return capfirst(str(pack.card(text).name)) or text
    return label_of(game.slug, text, pack)
