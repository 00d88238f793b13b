"""The records of a season in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Player, Session
from league.services.events.season_reports import Best, Kind
from league.templatetags.scores import points
from league.web.base.match_names import session_name

from .report_paper import day_of

MOST_NAMED = 3
"""So many who share a record are named."""

NAMES: Final[Mapping[Kind, str | Promise]] = {
    Kind.HIGHEST: gettext_lazy("Highest score in a match"),
    Kind.LOWEST: gettext_lazy("Lowest score in a match"),
    Kind.CLEAREST: gettext_lazy("Clearest win"),
    Kind.NARROWEST: gettext_lazy("Narrowest win"),
    Kind.SESSION: gettext_lazy("Most points in a session"),
    Kind.STREAK: gettext_lazy("Most wins in a row"),
    Kind.WINS: gettext_lazy("Most wins"),
    Kind.MATCHES: gettext_lazy("Most matches"),
    Kind.FAITHFUL: gettext_lazy("Most faithful player"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A record in words: what it is, how much, and who holds it with when that was."""

    name: str
    value: str
    holders: Sequence[tuple[str, str]]


def names_of(players: Sequence[Player]) -> str:
    """Return the names of players, of the first MOST_NAMED if they are more."""
    names = [player.shown_name for player in players[:MOST_NAMED]]
    return " · ".join([*names, *more(len(players))])


def said_of(best: Best) -> Said:
    """Return a record in words."""
    value = points(best.value)
    if best.kind in {Kind.CLEAREST, Kind.NARROWEST}:
        value = _("by %(points)s") % {"points": value}
    if best.of is not None:
        value = _("%(there)s of %(all)s sessions") % {"there": value, "all": best.of}
    named = [(names_of(held.players), _when(held.session)) for held in best.held[:MOST_NAMED]]
    named += [(others, "") for others in more(len(best.held))]
    return Said(str(NAMES[best.kind]), value, named)


def more(count: int, most: int = MOST_NAMED) -> list[str]:
    """Say how many of so many are not named where `most` are, nothing if all are."""
    others = count - most
    return [_("and %(others)d more") % {"others": others}] if others > 0 else []


def _when(session: Session | None) -> str:
    if session is None:
        return ""
    event = session.event
    at = session.starts_at or event.starts_at or session.published_at
    return ", ".join(filter(None, [event.name, session_name(session), day_of(at)]))
