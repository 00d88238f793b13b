"""Names of players in words: of built-in bots, and of people who wanted to be forgotten."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Player, Rating
from league.models.people import NAMES_OF_BOTS

ABOUT_BOTS: dict[str, str | Promise] = {
    "random": gettext_lazy("Plays any card that the rules allow."),
    "greedy": gettext_lazy("Follows a simple rule of thumb for each game and never looks ahead."),
    "learned": gettext_lazy("Has taught itself each game by playing it, and answers at once."),
    "easy": gettext_lazy("Looks ahead a little: a good first opponent."),
    "medium": gettext_lazy(
        "Looks ahead and plays out many ways in which the hidden cards may lie."
    ),
    "hard": gettext_lazy("Looks far ahead and plays out four times as many ways as Club player."),
    "expert": gettext_lazy("Looks ahead farthest and takes longest to think."),
}

FACES = {
    "random": "dice",
    "greedy": "wink",
    "learned": "spark",
    "easy": "smile",
    "medium": "glasses",
    "hard": "brows",
    "expert": "crown",
}
"""The faces of built-in bots in `static/img/faces.svg`."""


def bot_name(builtin: str) -> str:
    """Return the name of a built-in bot in words, as it is where there are none."""
    return str(NAMES_OF_BOTS.get(builtin, builtin))


def about_bot(builtin: str) -> str:
    """Return how a built-in bot plays, in a sentence; nothing for another one."""
    return str(ABOUT_BOTS.get(builtin, ""))


def face_of(builtin: str) -> str:
    """Return the face of a built-in bot; a new one looks like the one that looks ahead."""
    return FACES.get(builtin, "glasses")


def player_name(player: Player) -> str:
    """Return the name of a player as pages print it."""
    return player.shown_name


def rated_name(builtin: str, ratings: Mapping[str, Rating]) -> str:
    """Return the name of a built-in bot with its rating, where there is one."""
    name = bot_name(builtin)
    if builtin not in ratings:
        return name
    rating = number_format(ratings[builtin].mu, 1)
    return _("%(name)s (rating %(rating)s)") % {"name": name, "rating": rating}


def choices_of_bots(
    builtins: Sequence[str], ratings: Mapping[str, Rating] = MappingProxyType({})
) -> list[tuple[str, str]]:
    """Return built-in bots as choices, with their ratings where these are given."""
    return [(builtin, rated_name(builtin, ratings)) for builtin in builtins]
