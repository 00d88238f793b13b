"""What actions mean that mean the same in most games; a game's own words come first.

In English, as `engine.rules.words` has the meanings of a game, so that pages and API share them.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from django.utils.translation import gettext_noop as _

from engine.rules.game import Game

MEANINGS: Mapping[str, str] = {
    "play": _("Follow suit if you can. If you cannot, you may play any card."),
    "pass": _("You leave the auction, and cannot bid again in this round."),
    "stand": _("You keep all your cards as they are."),
}


def keys_of(words: Sequence[str]) -> list[str]:
    """Return by what the meaning of an action is found: by all its words, else by the first.

    All cards are `play`, which is what `words` begin with then.
    """
    return [" ".join(words), words[0]]


@cache
def meanings_of(game: Game) -> Mapping[str, str]:
    """Return all meanings that actions of a game have, by what they are found."""
    verbs = {"play", *(form.form.split()[0] for form in game.notation)}
    common = {key: text for key, text in MEANINGS.items() if key in verbs}
    return {**common, **game.words.meanings}
