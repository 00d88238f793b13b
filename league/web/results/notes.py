"""Notes for the viewer: at each step of a round, what the bot would have done that was asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from league.models import Analysis
from league.services.results.analyses import Decision, decisions_of
from league.web.base.bot_names import bot_name
from league.web.games.cards import Pack
from league.web.games.labels import label_of


@dataclass(frozen=True)
class Note:
    """What the bot would have done, in words; `loss` is what it cost, where that is clear."""

    words: str
    loss: str = ""


def notes_of(
    found: Iterable[Analysis], *, round_number: int, game: str, pack: Pack
) -> Mapping[int, Note]:
    """Return what analyses say of a round (from 0), by the step that shows the decision."""
    return {
        one.action + 1: _note(one, bot_name(analysis.bot), game, pack)
        for analysis in found
        for one in decisions_of(analysis)
        if one.round == round_number
    }


def points(value: float) -> str:
    """Return points as an estimate is printed."""
    return number_format(value, 1)


def _note(one: Decision, bot: str, game: str, pack: Pack) -> Note:
    if one.is_same:
        return Note(_("%(bot)s would have done the same.") % {"bot": bot})
    best = label_of(game, one.best, pack)
    said = _("%(bot)s would have chosen: %(best)s.") % {"bot": bot, "best": best}
    if one.loss:
        loss = points(one.loss)
        cost = _("This cost about %(points)s points.") % {"points": loss}
        return Note(f"{said} {cost}", loss)
    other = _("This was better.") if one.is_gain else _("That makes no clear difference.")
    return Note(f"{said} {other}")
