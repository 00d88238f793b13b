"""What the verifier of deals needs: the packs in their canonical order, and its sentences.

The verifier itself is `static/js/fair_deals.js`; it computes in the browser and asks no server.
"""

from functools import cache
from typing import Any

from django.utils.translation import gettext as _

import games


def verifier() -> dict[str, Any]:
    """Return all that the script is told by its page."""
    return {"packs": packs(), "texts": texts()}


@cache
def packs() -> dict[str, dict[int, str]]:
    """Return the pack of every game and number of players, as texts in canonical order."""
    return {
        game.slug: {
            players: game.pack.format_cards(game.deck_of(players, game.options()))
            for players in game.players
        }
        for game in games.all()
    }


def texts() -> dict[str, str]:
    """Return what the verifier says, in the visitor's language."""
    return {
        "unreadable": _(
            "This is not a record of a match. Download the record from the page of the match."
        ),
        "unsafe": _("This browser can compute fingerprints only on https pages."),
        "unreachable": _("We could not load the record. Download it, then choose the file here."),
        "handmade": _(
            "This record has no secret, because people dealt these cards. There is nothing to "
            "check."
        ),
        "sealed": _("The secret has the fingerprint that the record names."),
        "unsealed": _("The secret does not have the fingerprint that the record names."),
        "published": _("The secret has the fingerprint that was published with the draw."),
        "unpublished": _("The secret does not have the fingerprint published with the draw."),
        "numbers": _(
            "Browsers of these seats have added numbers, and the deals are computed with them: "
            "%(seats)s."
        ),
        "seen": _("This browser saw the same fingerprint before it added its number."),
        "unseen": _("This browser saw another fingerprint before it added its number."),
        "own": _("The number that this browser added is used."),
        "ownLeftOut": _(
            "The number of this browser is not used: it came too late, another of your browsers "
            "was first, or this site left it out."
        ),
        "dealer": _("By the secret, seat %(seat)s deals first. The record agrees."),
        "otherDealer": _(
            "By the secret, seat %(seat)s deals first, but the record says seat %(told)s."
        ),
        "deck": _("Round %(round)s: all %(cards)s cards lie where the secret puts them."),
        "otherDeck": _(
            "Round %(round)s: card %(place)s is %(card)s by the secret, but %(told)s in the record."
        ),
        "otherCount": _(
            "Round %(round)s: the record has %(told)s cards, but the pack has %(cards)s."
        ),
        "chance": _("Round %(round)s: all other random events follow from the secret, too."),
        "otherChance": _(
            "Round %(round)s: some other random events do not follow from the secret."
        ),
        "good": _("Nobody chose these cards: every deal follows from the secret."),
        "leftOut": _(
            "Every deal follows from the secret, but not from the number that this browser added."
        ),
        "bad": _("This record does not agree with its secret."),
    }
