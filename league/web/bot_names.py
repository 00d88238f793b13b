"""Names of players in words: of built-in bots, and of people who wanted to be forgotten."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from league.models import Player

NAMES: dict[str, str | Promise] = {
    "random": pgettext_lazy("bot", "Random"),
    "greedy": pgettext_lazy("bot", "Rule of thumb"),
    "easy": pgettext_lazy("bot", "Easy"),
    "medium": pgettext_lazy("bot", "Medium"),
    "hard": pgettext_lazy("bot", "Hard"),
}


def bot_name(builtin: str) -> str:
    """Return the name of a built-in bot in words, as it is where there are none."""
    return str(NAMES.get(builtin, builtin))


def player_name(player: Player) -> str:
    """Return the name of a player as pages print it."""
    if player.erased_at is not None:
        return _("Former player %(mark)s") % {"mark": player.code[:4]}
    return str(NAMES.get(player.builtin, player.name))


def choices_of_bots(builtins: Sequence[str]) -> list[tuple[str, str]]:
    """Return built-in bots as choices."""
    return [(builtin, bot_name(builtin)) for builtin in builtins]
