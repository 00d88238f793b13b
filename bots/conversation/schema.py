"""The JSON Schema of the bots' protocol: `python -m bots.conversation.schema` writes it anew."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

import games
from engine.rules.game import Game

from . import protocol

PATH = Path(__file__).parents[2] / "docs/bot-protocol.schema.json"

FROM_HOST = (
    protocol.Hello,
    protocol.Act,
    protocol.MatchBegins,
    protocol.RoundBegins,
    protocol.Event,
    protocol.RoundEnds,
    protocol.PartEnds,
    protocol.MatchEnds,
)
FROM_BOT = (protocol.Ready, protocol.Answer)


def schema() -> dict[str, Any]:
    """Return the schema of a line in either direction; each message is one of its `$defs`."""
    models: tuple[type[BaseModel], ...] = (*FROM_HOST, *FROM_BOT)
    found: dict[str, Any]
    _, found = models_json_schema(
        [(model, "validation") for model in models],
        title=f"Stammtisch bot protocol, version {protocol.VERSION}",
    )
    found["$defs"]["View"]["allOf"] = [_of_game(game) for game in games.all()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **found,
        "anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in models],
    }


def _of_game(game: Game) -> dict[str, Any]:
    """Return what holds of a view of a game: which facts it has."""
    is_of_game = {"properties": {"game": {"const": game.slug}}}
    return {
        "if": is_of_game,
        "then": {"properties": {"facts": game.fact_model.model_json_schema()}},
    }


def text() -> str:
    """Return the schema as it is committed."""
    return json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    PATH.write_text(text())
