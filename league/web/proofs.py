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
        "unreadable": _("This is no record of a match, as its page offers it for download."),
        "unsafe": _("This browser computes fingerprints on pages with https only."),
        "unreachable": _("The record could not be loaded. Download it and choose its file."),
        "handmade": _("This record has no secret: people dealt these cards, nothing to check."),
        "sealed": _("The secret has the fingerprint that the record names."),
        "unsealed": _("The secret does not have the fingerprint that the record names."),
        "published": _("The secret has the fingerprint that was published with the draw."),
        "unpublished": _("The secret does not have the fingerprint published with the draw."),
        "dealer": _("The secret lets seat %(seat)s deal first, and so it was."),
        "otherDealer": _("The secret lets seat %(seat)s deal first, the record seat %(told)s."),
        "deck": _("Round %(round)s: all %(cards)s cards lie where the secret puts them."),
        "otherDeck": _(
            "Round %(round)s: as card %(place)s the secret puts %(card)s, the record has %(told)s."
        ),
        "otherCount": _("Round %(round)s: the record has %(told)s cards, the pack %(cards)s."),
        "chance": _("Round %(round)s: all other chance in it follows from the secret, too."),
        "otherChance": _("Round %(round)s: other chance in it does not follow from the secret."),
        "good": _("Nobody has chosen these cards: every deal follows from the secret."),
        "bad": _("This record does not agree with its secret."),
    }
