"""Hints in words: what a bot would do at a practice table, and why."""

from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from league.models import Hint
from league.web.base.bot_names import bot_name
from league.web.games.cards import Pack
from league.web.games.labels import label_of

LITTLE = 0.5
"""A difference below so many points is called none."""


@dataclass(frozen=True)
class Advice:
    """What a bot would do, and why; `what` is empty while it thinks."""

    bot: str
    what: str
    why: str


def in_words(hint: Hint, game: str, pack: Pack) -> Advice:
    """Return a hint as its page prints it."""
    bot = bot_name(hint.bot)
    if hint.found is None:
        return Advice(bot, "", "")
    found = hint.found
    words = {"bot": bot, "action": label_of(game, found["action"], pack)}
    second = label_of(game, found["second"], pack) if found["second"] else ""
    return Advice(bot, _("%(bot)s would choose: %(action)s.") % words, _why(found, second))


def _why(found: dict[str, Any], second: str) -> str:
    """Say how an action compares to the next best."""
    if not found["deals"]:
        return _("The rules allow nothing else.")
    tried = _("It played on from %(deals)d deals that fit what you know.")
    return f"{tried % found} {_compared(found['ahead'], second)}"


def _compared(ahead: float | None, second: str) -> str:
    if not second:
        return _("This clearly came out best.")
    words = {"second": second, "points": number_format(abs(ahead or 0), 1)}
    if ahead is None:
        return _("This came out best. The next best: %(second)s.") % words
    if ahead < LITTLE:
        return _("This came out best, but hardly better than: %(second)s.") % words
    said = _("On average you end %(points)s points better than with the next best: %(second)s.")
    return said % words
