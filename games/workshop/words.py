"""Whether a game has words for what can be done: a label, a sentence, a meaning for each action.

What all games say alike a game need not say; the sets here name it. What stands there is the
site's, and a test holds that it has the same names.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.rules.game import Game

LABELLED = {
    *("play", "bid", "pass", "trump", "declare", "discard", "exchange", "stand", "stay", "run"),
    *("accept", "raise", "surrender", "continue", "take"),
}
SAID = {
    *("lead", "play", "bid", "pass", "trump", "declare", "discard", "exchange", "stand", "stay"),
    *("run", "accept", "raise", "surrender", "continue"),
}
SAID_UNSEEN = {"discard", "exchange"}
MEANT = {"play", "pass", "stand"}
"""Actions that have words in every game: labels, sentences, those for who sees no cards, meanings.
"""

FILLED = {"name": "", "next": "", "cards": "", "suit": "", "rest": ""}
"""What sentences and labels can fill in."""


def keys_of(game: Game, text: str) -> list[str]:
    """Return by what an action is found: by all its words, else by the first.

    A card is `play`, or its second word if it has one.
    """
    first, *others = text.split()
    is_card = first in game.pack.by_number
    found = [*(others[:1] or ["play"]), first] if is_card else [first, *others]
    return [" ".join(found), found[0]]


def fault_of_action(game: Game, text: str) -> str | None:
    """Say which words an action lacks, or what is wrong with them."""
    own = game.words
    return _fault_in(
        keys_of(game, text),
        labels=(own.labels, LABELLED),
        phrases=(own.phrases, SAID),
        meanings=(own.meanings, MEANT),
    )


def fault_of_unseen(game: Game, text: str) -> str | None:
    """Say whether words lack for an action as those read it who may not see its cards."""
    own = {**game.words.phrases, **game.words.unseen}
    return _fault_in(keys_of(game, text), unseen=(own, SAID_UNSEEN | SAID))


def fault_of(text: str, fills: Mapping[str, Any]) -> str | None:
    """Say why a text cannot be filled in, if it cannot."""
    try:
        text % fills
    except (KeyError, TypeError, ValueError) as error:
        return f"{text!r} wants {error}"
    return None


def _fault_in(keys: Sequence[str], **words: tuple[Mapping[str, str], set[str]]) -> str | None:
    """Say which words have no text for the keys, where all games have none either."""
    missing = []
    for name, (own, general) in words.items():
        text = next((own[key] for key in keys if key in own), None)
        if text is not None and (fault := fault_of(text, FILLED)):
            return fault
        if text is None and not set(keys) & general:
            missing.append(f"`{name}`")
    return f"write {keys[-1]!r} under {', '.join(missing)} in words.py" if missing else None
