"""Sentences for actions, by the word that an action begins with.

Here are the words that mean the same in every game; a game's own `words` come first. They fill in
`name` (who acts), `cards`, `suit` and `rest` (what else the action says). An action that begins
with a card is `lead` or `play`.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.web.games.cards import Pack
from league.web.games.games import Texts, find_text, words_of

PHRASES: Texts = {
    "lead": _("%(name)s leads %(cards)s."),
    "play": _("%(name)s plays %(cards)s."),
    "bid": _("%(name)s bids %(rest)s."),
    "pass": _("%(name)s passes."),
    "trump": _("%(name)s makes %(suit)s trump."),
    "declare": _("%(name)s declares %(rest)s."),
    "discard": _("%(name)s puts away %(cards)s."),
    "exchange": _("%(name)s exchanges %(cards)s."),
    "stand": _("%(name)s keeps all cards."),
    "stay": _("%(name)s stays in."),
    "run": _("%(name)s runs."),
    "accept": _("%(name)s accepts."),
    "raise": _("%(name)s raises."),
    "surrender": _("%(name)s surrenders."),
    "continue": _("%(name)s goes on."),
}

UNSEEN: Texts = {
    "discard": _("%(name)s puts away %(rest)s cards."),
    "exchange": _("%(name)s exchanges cards: %(rest)s."),
}
"""Sentences for actions as those read them who may not see the cards."""

PHASES: Texts = {
    "auction": _("Auction"),
    "discard": _("Discarding"),
    "exchange": _("Exchange"),
    "trump": _("Trump"),
}
"""What happens in a round before the first trick, by the phase of the game."""


def phrase(game: str, words: Sequence[str], *, leads: bool = False) -> str | None:
    """Return the sentence for an action's words: of the game, else of all games, else None.

    `leads` tells whether who acts leads the next trick.
    """
    keys = keys_of(words)
    of_leader = [f"{key} and lead" for key in keys] if leads else []
    return find_text(game, [*of_leader, *keys], words_of(game).phrases, PHRASES)


def phrase_unseen(game: str, words: Sequence[str]) -> str | None:
    """Return the sentence for an action whose cards the reader may not see, None if it has none."""
    return find_text(game, keys_of(words), words_of(game).unseen, UNSEEN)


def part_of_round(game: str, phase: str) -> str:
    """Return the name of a phase as a heading."""
    return find_text(game, [phase], words_of(game).phases, PHASES) or phase.capitalize()


def keys_of(words: Sequence[str]) -> list[str]:
    """Return by what an action is found: by all its words, else by the first."""
    return [" ".join(words), words[0]]


def terms(game: str, words: Sequence[str], pack: Pack) -> str:
    """Return words of an action or a fact in the visitor's language, together or one by one."""
    own = words_of(game).terms
    said = find_text(game, [" ".join(words)], own, pack.terms)
    return said or " ".join(find_text(game, [word], own, pack.terms) or word for word in words)


def listed(things: Sequence[Any]) -> str:
    """Return things as a list in words: a, b and c."""
    return get_text_list([str(thing) for thing in things], gettext("and"))
