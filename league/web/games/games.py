"""Games as pages speak of them: names, numbers of players, and their own words."""

from collections.abc import Iterable, Mapping, Sequence

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import games
from engine.rules.game import Game
from engine.rules.words import Words

Texts = Mapping[str, str | Promise]


def game_name(slug: str) -> str:
    """Return the name of a game, the same in all languages; the slug if nobody knows the game.

    It is not looked up: a word of the game may read the same, such as the hearts of Hearts.
    """
    try:
        return games.get(slug).name
    except games.UnknownGame:
        return slug


def find_game(slug: str) -> Game:
    """Return a game; raises Http404 if nobody knows it."""
    try:
        return games.get(slug)
    except games.UnknownGame:
        raise Http404(_("There is no such game.")) from None


def words_of(slug: str) -> Words:
    """Return the words of a game; none if nobody knows the game."""
    try:
        return games.get(slug).words
    except games.UnknownGame:
        return Words()


def say(slug: str, text: str) -> str:
    """Return a text of a game in the visitor's language, as it is if nobody has translated it."""
    return pgettext(slug, text) if text else ""


def sheet_hint(slug: str) -> str:
    """Return what to write on a game's score sheet, nothing if that is plain."""
    return say(slug, words_of(slug).sheet_hint)


def find_text(slug: str, keys: Iterable[str], own: Mapping[str, str], general: Texts) -> str | None:
    """Return the text of the first key that a game's `own` texts have, else those of all games."""
    keys = list(keys)
    for key in keys:
        if key in own:
            return say(slug, own[key])
    return next((str(general[key]) for key in keys if key in general), None)


def said_players(players: Sequence[int]) -> str:
    """Return numbers of players as people write them: 4, or 2–6, or 2, 4."""
    if len(players) > 1 and players[-1] - players[0] == len(players) - 1:
        return f"{players[0]}–{players[-1]}"
    return ", ".join(map(str, players))
