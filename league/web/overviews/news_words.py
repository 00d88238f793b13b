"""What news of clubs and seasons say."""

from django.utils.translation import gettext as _

from league.models import Event
from league.services.overviews.news import Kind, News
from league.templatetags.players import player_names
from league.web.base.match_names import match_name, session_name
from league.web.events.paper import moment_of
from league.web.games.games import game_name


def title_of(news: News) -> str:
    """Return what has happened, in a line."""
    about = news.about
    match news.kind:
        case Kind.EVENT:
            return str(about.name)
        case Kind.CANCELLED:
            return _("Cancelled: %(event)s") % {"event": about.name}
        case Kind.DRAW:
            return _("Draw: %(session)s") % {"session": _session(news)}
        case Kind.RESULTS:
            return _("Results: %(session)s") % {"session": _session(news)}
        case Kind.END:
            return _("The season has ended: %(season)s") % {"season": about.name}


def text_of(news: News) -> str:
    """Return more about it, line by line."""
    about = news.about
    match news.kind:
        case Kind.EVENT:
            return _when_and_where(about)
        case Kind.CANCELLED:
            return "\n".join(filter(None, [_when_and_where(about), about.cancelled_because]))
        case Kind.DRAW:
            return _("Tables: %(number)d") % {"number": news.drawn}
        case Kind.RESULTS:
            return "\n".join([_progress(news), *_firsts(news)])
        case Kind.END:
            return f"{about.club} · {game_name(about.game)}"


def _session(news: News) -> str:
    return f"{news.about.event}, {session_name(news.about)}"


def _when_and_where(event: Event) -> str:
    said = [str(event.season), moment_of(event.starts_at), str(event.venue or "")]
    return " · ".join(filter(None, said))


def _progress(news: News) -> str:
    numbers = {"played": news.played, "tables": news.drawn}
    return _("%(played)s of %(tables)s tables final") % numbers


def _firsts(news: News) -> list[str]:
    """Return who came first at each table."""
    rows = [(match, [seat.player for seat in match.firsts]) for match in news.tables]  # type: ignore[attr-defined]
    return [
        f"{match_name(match)}: {_('won by %(names)s') % {'names': player_names(players)}}"
        for match, players in rows
        if players
    ]
