"""What each game tells in `view["facts"]`: `python -m bots.conversation.facts` writes the page."""

from collections.abc import Iterator
from pathlib import Path

import games
from engine.rules.facts import Told
from engine.rules.game import Game

PATH = Path(__file__).parents[2] / "docs/facts.md"
HEAD = """# What games tell in `view["facts"]`

`view["facts"]` holds what everybody at the table may see and what is neither a card nor a score:
trump, bids, the stake. Every game has fields of its own, and all of them are in every view. A field
that has phases tells something in these only; in others it is null, or where it cannot be null,
false, 0 or empty. The names of phases are those of `view["phase"]`.

The same is on the site's page of each game, as JSON Schema in `GET /api/v1/games/{slug}` (`facts`)
and in [`bot-protocol.schema.json`](bot-protocol.schema.json). This page is made from the games:
`python -m bots.conversation.facts` writes it anew.
"""


def text() -> str:
    """Return the page as it is committed."""
    return HEAD + "".join(_of_game(game) for game in games.all())


def _of_game(game: Game) -> str:
    rows = "".join(_rows(game.fact_model.told()))
    return f"\n## {game.name}\n\n| | type | meaning | phases |\n|---|---|---|---|\n{rows}"


def _rows(facts: list[Told]) -> Iterator[str]:
    for fact in facts:
        phases = ", ".join(f"`{phase}`" for phase in fact.phases) or "all"
        yield f"| `{fact.name}` | {fact.kind} | {fact.means} | {phases} |\n"


if __name__ == "__main__":
    PATH.write_text(text())
