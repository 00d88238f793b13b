"""Whether the sheet of a deal gives its scores, and the pad leads to it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from pydantic import ValidationError

from engine.rules.game import Game
from engine.rules.pad import Ask, Deal, hold, recall
from engine.rules.sheet import ScoreSheet

Written = Callable[[Mapping[str, Any]], dict[str, Any]]
"""From the view of a round that is over: the sheet that players would write."""


def written_of(game: Game) -> Written | None:
    """Return `written` of a game's `sheet.py`, None where it has none."""
    package = game.rules.setup.__module__.rpartition(".")[0]
    module = import_module(f"{package}.sheet") if package else None
    return getattr(module, "written", None)


def deal_of(game: Game, dealer: int, totals: Sequence[int], before: ScoreSheet | None) -> Deal:
    """Return what is known of a deal before anybody writes."""
    options = game.parse_options({})
    return Deal(
        players=len(totals), dealer=dealer, totals=list(totals), before=before, options=options
    )


def fault_of(game: Game, deal: Deal, sheet: Mapping[str, Any], scores: Sequence[int]) -> str | None:
    """Say what is wrong with the sheet of a deal with these scores, or with what the pad asks."""
    try:
        written = game.sheet.model_validate(sheet)
    except ValidationError as error:
        return f"the sheet {sheet} of a round that was played is refused: {error}"
    if written.scores() != list(scores):
        return f"the sheet {sheet} scores {written.scores()}, the round {list(scores)}"
    told = recall(game.pad, deal, sheet)
    for ask in (found.ask for found in told.asked):
        if not _is_told_alike(ask, game.sheet):
            kind = ask.means.capitalize()
            return f"the pad asks `{ask.path}` for a {ask.means}, so let the sheet have a `{kind}`"
    answers = {found.ask.path: found.texts for found in told.asked}
    talk = hold(game.pad, deal, answers)
    if talk.missing or talk.unread:
        return f"the pad does not find {[*talk.missing, *talk.unread]} in the sheet {sheet}"
    if _normal(game.sheet.model_validate(talk.sheet).model_dump()) != _normal(written.model_dump()):
        return f"the pad makes {talk.sheet} of the answers of the sheet {sheet}"
    return None


def _is_told_alike(ask: Ask, sheet: type[ScoreSheet]) -> bool:
    """Tell whether the sheet's form offers seats or sides by name, too, where a pad asks for one.

    `of` says that the answer lies elsewhere in the sheet.
    """
    if not ask.means or ask.of is not None:
        return True
    name = next(step for step in reversed(ask.path.split(".")) if not step.isdigit())
    schema = sheet.model_json_schema()
    parts = [schema, *schema.get("$defs", {}).values()]
    fields = [part["properties"][name] for part in parts if name in part.get("properties", {})]
    return not fields or any(ask.means in _meanings(field) for field in fields)


def _meanings(schema: Any) -> Iterator[str]:
    """Yield what a field of a schema, or each of its parts, means."""
    if isinstance(schema, dict):
        if isinstance(means := schema.get("means"), str):
            yield means
        for part in schema.values():
            yield from _meanings(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _meanings(part)


def _normal(value: Any) -> Any:
    """Return what a sheet says with lists of cards and seats in one order."""
    if isinstance(value, dict):
        return {key: _normal(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        is_plain = all(isinstance(item, str) for item in value)
        return sorted(value) if is_plain else [_normal(item) for item in value]
    return value
