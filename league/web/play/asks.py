"""What a player is asked now, in one sentence that stands at the hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from league.web.games.games import find_text, words_of
from league.web.games.phrases import part_of_round

QUESTIONS: Mapping[str, str | Promise] = {
    "auction": gettext_lazy("Your bid?"),
    "trump": gettext_lazy("Which suit is trump?"),
    "declare": gettext_lazy("What do you play?"),
    "discard": gettext_lazy("Which card do you put away?"),
    "exchange": gettext_lazy("Do you exchange cards?"),
}
"""By phase; a game's own `questions` come first."""

COUNTED: Mapping[str, Any] = {
    "discard": ngettext_lazy(
        "Choose %(count)d card to put away.", "Choose %(count)d cards to put away.", "count"
    ),
    "exchange": ngettext_lazy(
        "Choose %(count)d card to exchange.", "Choose %(count)d cards to exchange.", "count"
    ),
    "take": ngettext_lazy(
        "Choose %(count)d card to take.", "Choose %(count)d cards to take.", "count"
    ),
    "": ngettext_lazy("Choose %(count)d card.", "Choose %(count)d cards.", "count"),
}
RANGED: Mapping[str, str | Promise] = {
    "discard": gettext_lazy("Choose %(least)d to %(most)d cards to put away."),
    "exchange": gettext_lazy("Choose %(least)d to %(most)d cards to exchange."),
    "": gettext_lazy("Choose %(least)d to %(most)d cards."),
}
"""By the verb that is done with the cards."""


def asked(view: Mapping[str, Any], legal: Sequence[str]) -> str:
    """Return what the legal actions of a view ask, apart from how many cards are to be chosen."""
    game, phase, bid = view["game"], view["phase"], view["facts"].get("bid")
    if phase == "play":
        leads = not view["table"] and words_of(game).led != ""
        return _("You lead: play a card.") if leads else _("Play a card.")
    if "yes" in legal and bid is not None:
        return _("Bid %(bid)s?") % {"bid": bid}
    asks = find_text(game, [phase], words_of(game).questions, QUESTIONS)
    return asks or part_of_round(game, phase)


def how_many(verb: str, least: int, most: int) -> str:
    """Say how many cards are to be chosen for a verb."""
    if least == most:
        return str(COUNTED.get(verb, COUNTED[""]) % {"count": most})
    return str(RANGED.get(verb, RANGED[""])) % {"least": least, "most": most}
