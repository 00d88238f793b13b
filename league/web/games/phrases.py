"""Sentences for actions, by the word that an action begins with.

`GENERAL` holds the words that mean the same in every game, `OF_GAME` those of one game. They
fill in `name` (who acts), `cards`, `suit` and `rest` (what else the action says). An action that
begins with a card is `lead` or `play`.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

Phrases = dict[str, str | Promise]

GENERAL: Phrases = {
    "lead": _("%(name)s leads %(cards)s."),
    "play": _("%(name)s plays %(cards)s."),
    "down": _("%(name)s puts down %(cards)s, face down."),
    "bid": _("%(name)s bids %(rest)s."),
    "yes": _("%(name)s holds."),
    "pass": _("%(name)s passes."),
    "trump": _("%(name)s makes %(suit)s trump."),
    "declare": _("%(name)s declares %(rest)s."),
    "discard": _("%(name)s puts away %(cards)s."),
    "exchange": _("%(name)s exchanges %(cards)s."),
    "stand": _("%(name)s keeps all cards."),
    "expose": _("%(name)s exposes %(cards)s."),
    "reveal": _("%(name)s shows a flush."),
    "hide": _("%(name)s shows no flush."),
    "stay": _("%(name)s stays in."),
    "run": _("%(name)s runs."),
    "accept": _("%(name)s accepts."),
    "raise": _("%(name)s raises."),
    "surrender": _("%(name)s surrenders."),
    "continue": _("%(name)s goes on."),
}

OF_GAME: dict[str, Phrases] = {
    "cinch": {
        "discard": _("%(name)s gives up %(cards)s."),
        "take": _("%(name)s takes %(cards)s from the pack."),
    },
    "democracy": {
        "lead": _("%(name)s plays %(cards)s."),
        "a card face down": _("%(name)s has chosen a card."),
    },
    "fipsen": {
        "kieker": _("%(name)s bids the Kieker."),
        "stop": _("%(name)s stops."),
        "play on": _("%(name)s plays on."),
    },
    "gong-zhu": {"pass": _("%(name)s exposes nothing.")},
    "loo": {
        "pass": _("%(name)s throws the hand in."),
        "civil": _("%(name)s leads %(cards)s: “Pam, be civil!”"),
    },
    "mulatschag": {
        "keep": _("%(name)s keeps the Weli."),
        "return": _("%(name)s puts the Weli back."),
        "my game": _("%(name)s says: my game!"),
        "mulatschag": _("%(name)s announces a Mulatschag!"),
        "fold": _("%(name)s lets the deal fold."),
        "show": _("%(name)s puts away %(cards)s and asks to see another card."),
        "five": _("Fünf auf die Sau: %(name)s keeps the Sau of trumps and draws five cards."),
        "drop": _("%(name)s drops out."),
        "accept": _("%(name)s takes the card that was shown."),
        "refuse": _("%(name)s refuses the card that was shown."),
    },
    "rolling-stone": {"pick up": _("%(name)s cannot follow and picks up the trick.")},
    "skat": {
        "pick up": _("%(name)s picks up the skat."),
        "hand": _("%(name)s plays from the hand."),
    },
    "truco": {
        "keep": _("%(name)s keeps the packet."),
        "give": _("%(name)s gives the packet to the partner."),
        "reject": _("%(name)s rejects the packet."),
        "stay": _("%(name)s plays the hand of eleven."),
        "truco": _("%(name)s calls truco!"),
    },
}

UNSEEN: Phrases = {
    "discard": _("%(name)s puts away %(rest)s cards."),
    "down": _("%(name)s puts down a card, face down."),
    "exchange": _("%(name)s exchanges cards: %(rest)s."),
    "no reveal": _("%(name)s shows no flush."),
    "show": _("%(name)s puts away a card and asks to see another one."),
    "take": _("%(name)s takes a card from the pack."),
}
"""Sentences for actions as those read them who may not see the cards."""

UNSEEN_OF_GAME: dict[str, Phrases] = {
    "mulatschag": {"discard": _("%(name)s puts away a card.")},
}

TERMS: dict[str, str | Promise] = {
    "clubs": pgettext_lazy("suit", "clubs"),
    "spades": pgettext_lazy("suit", "spades"),
    "hearts": pgettext_lazy("suit", "hearts"),
    "diamonds": pgettext_lazy("suit", "diamonds"),
}
"""Words of actions that are not said alike in every language."""

SIMULTANEOUS = {"democracy"}
"""Games in which nobody leads: all choose at once."""

PARTS: dict[str, str | Promise] = {
    "accept": _("Exchange"),
    "auction": _("Auction"),
    "declare": _("Game"),
    "discard": _("Discarding"),
    "eleven": _("Hand of eleven"),
    "exchange": _("Exchange"),
    "expose": _("Exposing"),
    "flush": _("Flush"),
    "fold": _("Going on"),
    "kieker": _("Kieker"),
    "lift": _("Lifting"),
    "packet": _("Packets"),
    "rob": _("Robbing the pack"),
    "skat": _("Skat"),
    "stay": _("Staying"),
    "trump": _("Trump"),
}
"""What happens in a round before the first trick, by the phase of the game."""


def phrase(game: str, words: list[str]) -> str | Promise | None:
    """Return the sentence for an action's words: of the game, else of all games, else None."""
    keys = [" ".join(words), words[0]]
    for phrases in (OF_GAME.get(game, {}), GENERAL):
        for key in keys:
            if key in phrases:
                return phrases[key]
    return None


def phrase_unseen(game: str, words: list[str]) -> str | Promise | None:
    """Return the sentence for an action whose cards the reader may not see, None if it has none."""
    keys = [" ".join(words), words[0]]
    for phrases in (UNSEEN_OF_GAME.get(game, {}), UNSEEN):
        for key in keys:
            if key in phrases:
                return phrases[key]
    return None


def terms(words: Sequence[str]) -> str:
    """Return words of an action in the visitor's language."""
    return " ".join(str(TERMS.get(word, word)) for word in words)


def listed(things: Sequence[Any]) -> str:
    """Return things as a list in words: a, b and c."""
    return get_text_list([str(thing) for thing in things], gettext("and"))


def part_of_round(phase: str) -> str | Promise:
    """Return the name of a phase as a heading."""
    return PARTS.get(phase) or phase.capitalize()
