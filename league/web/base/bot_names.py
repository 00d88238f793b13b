"""Names of players in words: of built-in bots, and of people who wanted to be forgotten."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.models import Player
from league.models.people import NAMES_OF_BOTS

ABOUT_BOTS: dict[str, str | Promise] = {
    "random": _("Plays any card that the rules allow."),
    "greedy": _("Follows a simple rule of thumb for each game and never looks ahead."),
    "easy": _("Looks ahead a little: a good first opponent."),
    "medium": _("Looks ahead and plays out many ways in which the hidden cards may lie."),
    "hard": _("Looks far ahead and plays out four times as many ways as Medium."),
    "expert": _("Looks ahead farthest and takes longest to think."),
}

FACES = {
    "random": "dice",
    "greedy": "wink",
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


def choices_of_bots(builtins: Sequence[str]) -> list[tuple[str, str]]:
    """Return built-in bots as choices."""
    return [(builtin, bot_name(builtin)) for builtin in builtins]
