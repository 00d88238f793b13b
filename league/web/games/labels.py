"""Short words for what can be done, as they stand on buttons; `phrases` says what was done.

Labels are found like phrases: by the words of an action, of the game or else of all games. `PICKS`
are those that name no card, for whoever ticks the cards first.
"""

from collections.abc import Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.logic import whys
from league.logic.whys import Why
from league.web.games.cards import TRUMP, Pack
from league.web.games.games import Texts, find_text, words_of
from league.web.games.phrases import keys_of, listed, terms

LABELS: Texts = {
    "play": _("Play %(cards)s"),
    "bid": _("Bid %(rest)s"),
    "pass": pgettext_lazy("auction", "Pass"),
    "trump": _("Trump: %(suit)s"),
    "declare": "%(rest)s",
    "discard": _("Put away %(cards)s"),
    "exchange": _("Exchange %(cards)s"),
    "stand": _("Keep all cards"),
    "stay": _("Stay in"),
    "run": _("Run"),
    "accept": _("Accept"),
    "raise": _("Raise"),
    "surrender": _("Surrender"),
    "continue": _("Resume"),
    "take": _("Take %(cards)s"),
}

PICKS: Texts = {
    "discard": _("Put these away"),
    "exchange": _("Exchange these"),
    "take": _("Take these"),
}

WHYS: Texts = {
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
    label = find_text(game, keys_of(words), words_of(game).labels, LABELS)
    return str(capfirst(label % _details(game, words[1:], pack))) if label else action


def label_beside(game: str, action: str, pack: Pack) -> str:
    """Return the label of an action beside the cards that it names."""
    beside = find_text(game, keys_of(action.split()), words_of(game).beside, {})
    return beside or label_of(game, action, pack)


def label_of_pick(game: str, verb: str) -> str:
    """Return the label of a verb whose cards are ticked."""
    return find_text(game, [verb], words_of(game).picks, PICKS) or str(capfirst(verb))


def say_why(why: Why, pack: Pack) -> str:
    """Say why a card cannot be played."""
    suit = pack.suits[why.suit].name if why.suit else ""
    if why.is_trumps and why.key != whys.MUST_TRUMP:
        suit = TRUMP.name
    named = listed([card.name for card in pack.cards(why.cards)])
    return str(WHYS[why.key]) % {"suit": suit, "cards": named}


def _details(game: str, words: Sequence[str], pack: Pack) -> Mapping[str, str]:
    return {
        "cards": listed([card.told for card in pack.cards(filter(pack.is_card, words))]),
        "suit": listed([pack.suits[word].name for word in words if word in pack.suits]),
        "rest": terms(game, words, pack),
    }
