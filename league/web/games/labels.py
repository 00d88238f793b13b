"""Short words for what can be done, as they stand on buttons; `phrases` says what was done.

Labels are found like phrases: by the word that an action begins with, of the game or of all
games. `PICK` are those that name no card, for whoever ticks the cards first.
"""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.logic import whys
from league.logic.whys import Why
from league.web.games.cards import Pack
from league.web.games.phrases import listed, terms

Labels = dict[str, str | Promise]

GENERAL: Labels = {
    "play": _("Play %(cards)s"),
    "down": _("Put down %(cards)s, face down"),
    "bid": _("Bid %(rest)s"),
    "yes": pgettext_lazy("auction", "Yes"),
    "pass": pgettext_lazy("auction", "Pass"),
    "trump": _("Trump: %(suit)s"),
    "declare": "%(rest)s",
    "discard": _("Put away %(cards)s"),
    "exchange": _("Exchange %(cards)s"),
    "stand": _("Keep all cards"),
    "expose": _("Expose %(cards)s"),
    "reveal": _("Show the flush"),
    "hide": _("Show no flush"),
    "stay": _("Stay in"),
    "run": _("Run"),
    "accept": _("Accept"),
    "raise": _("Raise"),
    "surrender": _("Surrender"),
    "continue": _("Resume"),
    "keep": _("Keep %(suit)s"),
    "take": _("Take %(cards)s"),
}

OF_GAME: dict[str, Labels] = {
    "cinch": {"discard": _("Give up %(cards)s")},
    "fipsen": {"kieker": _("Kieker"), "stop": _("Stop"), "play on": _("Play on")},
    "gong-zhu": {"pass": _("Expose nothing")},
    "loo": {"pass": _("Throw the hand in"), "civil": _("%(cards)s: “Pam, be civil!”")},
    "mulatschag": {
        "keep": _("Keep the Weli"),
        "return": _("Put the Weli back"),
        "my game": _("My game!"),
        "mulatschag": _("Mulatschag!"),
        "fold": _("Let the deal fold"),
        "show": _("Put away %(cards)s and see another card"),
        "five": _("Fünf auf die Sau"),
        "drop": _("Drop out"),
        "accept": _("Take the card shown"),
        "refuse": _("Refuse the card shown"),
    },
    "rolling-stone": {"pick up": _("Pick up the trick")},
    "skat": {"pick up": _("Pick up the skat"), "hand": _("Play from the hand")},
    "truco": {
        "keep": _("Keep the packet"),
        "give": _("Give it to the partner"),
        "reject": _("Reject it"),
        "stay": _("Play the hand"),
        "truco": _("Truco!"),
    },
}

PICK: Labels = {
    "discard": _("Put these away"),
    "exchange": _("Exchange these"),
    "expose": _("Expose these"),
    "show": _("Put this away and see another card"),
    "take": _("Take these"),
}

WHYS: dict[str, str | Promise] = {
    whys.NOT_NOW: _("You cannot choose this card now."),
    whys.MUST_FOLLOW: _("You must follow suit: %(suit)s."),
    whys.MUST_TRUMP: _("You must play a trump: %(suit)s."),
    whys.MUST_HEAD: _("You must play a higher card: %(suit)s."),
    whys.ONLY: _("The rules allow only: %(cards)s."),
}
"""Why a card cannot be played."""


def label_of(game: str, action: str, pack: Pack) -> str:
    """Return the label of an action, in the notation of records if there is none for it."""
    words = action.split()
    verb = words[0]
    if pack.is_card(verb):
        verb = words[1] if words[1:] else "play"
        words = [verb, words[0]]
    for key in (" ".join(words), verb):
        for labels in (OF_GAME.get(game, {}), GENERAL):
            if key in labels:
                return str(capfirst(str(labels[key]) % _details(words[1:], pack)))
    return action


def label_of_pick(verb: str) -> str:
    """Return the label of a verb whose cards are ticked."""
    return str(PICK.get(verb) or capfirst(verb))


def say_why(why: Why, pack: Pack) -> str:
    """Say why a card cannot be played."""
    suit = pack.suits[why.suit].name if why.suit else ""
    named = listed([card.name for card in pack.cards(why.cards)])
    return str(WHYS[why.key]) % {"suit": suit, "cards": named}


def _details(words: Sequence[str], pack: Pack) -> Mapping[str, str]:
    return {
        "cards": listed([card.name for card in pack.cards(filter(pack.is_card, words))]),
        "suit": listed([pack.suits[word].name for word in words if word in pack.suits]),
        "rest": terms(words),
    }
