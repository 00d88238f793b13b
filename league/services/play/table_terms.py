"""How many seats there may be at an online table, and which bots: at all, and of an event."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import games
from bots import builtin
from engine.rules.game import Game
from league.models import Event, Player
from league.services.accounts import people
from league.services.base import formats
from league.services.base.refusals import Conflict, Invalid

DEFAULT_BOT = "medium"


def check_size(event: Event, wanted: int | None) -> int:
    """Return the number of seats of a table of an event, or raise Invalid."""
    return size_for(games.get(event.season.game), wanted, usual=event.table_size)


def size_for(game: Game, wanted: int | None, *, usual: int | None = None) -> int:
    """Return the number of seats of a table, or raise Invalid; nobody sits out online."""
    if wanted is None:
        size = usual or formats.usual_size(game)
        return size if size in game.players else game.players[-1]
    if wanted not in game.players:
        said = _("A table of this game must have one of these numbers of players: %(sizes)s.")
        raise Invalid({"seats": [said % {"sizes": ", ".join(map(str, game.players))}]})
    return wanted


def bots_named(event: Event | None, names: Sequence[str]) -> list[Player]:
    """Return the players of built-in bots of these names, or raise Invalid naming the wrong.

    At tables of an event those that are chosen for it may play, if any are.
    """
    chosen = set() if event is None else set(event.bots.values_list("pk", flat=True))
    errors, found = {}, []
    for number, name in enumerate(names):
        if name not in builtin.names():
            said = _("Only built-in bots play at online tables: %(names)s.")
            said %= {"names": ", ".join(builtin.names())}
            errors[f"bots.{number}"] = [said]
            continue
        player = people.builtin_bot(name=name)
        if chosen and player.pk not in chosen:
            said = _("%(name)s is not among the bots of this event.") % {"name": name}
            errors[f"bots.{number}"] = [said]
        found.append(player)
    if errors:
        raise Invalid(errors)
    return found


def usual_bots(event: Event) -> list[Player]:
    """Return the built-in bots chosen for an event, or the one that looks ahead a little."""
    chosen = list(event.bots.exclude(builtin="").order_by("pk"))
    if not chosen and event.bots.exists():
        said = _("This event has no built-in bots, so only people can take the free seats.")
        raise Conflict(event, said)
    return chosen or [people.builtin_bot(name=DEFAULT_BOT)]
