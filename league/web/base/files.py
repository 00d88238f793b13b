"""What a page offers to take along: tables, paper, calendars, an archive."""

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.models import Club, Event, Match, Player, Season, Session

Files = list[tuple[str, str]]
"""Addresses and what they are called."""


def of_club(club: Club, *, organises: bool) -> Files:
    """Return what there is to take along of a club."""
    found = [
        (_calendar("club", club.slug), _("Calendar")),
        (news_of(club, "atom"), _("News (Atom)")),
        (reverse("web:club-table", args=[club.slug, "members"]), _("Members (CSV)")),
    ]
    if organises:
        audit = reverse("web:club-table", args=[club.slug, "audit"])
        found.append((audit, _("Event log (CSV)")))
    return found


def of_player(player: Player) -> Files:
    """Return what there is to take along of a player."""
    return [(_calendar("player", player.code), _("Calendar of tables"))]


def of_season(season: Season, *, organises: bool) -> Files:
    """Return what there is to take along of a season; of a ladder, tables alone."""
    if season.kind == Season.Kind.LADDER:
        tables = [("ratings", _("Ratings (CSV)")), ("matches", _("Matches (CSV)"))]
        return [
            (reverse("web:season-table", args=[season.code, name]), said) for name, said in tables
        ]
    tables = [
        ("standings", _("Standings (CSV)")),
        ("matches", _("Matches (CSV)")),
        ("results", _("Results (CSV)")),
    ]
    found = [
        (_calendar("season", season.code), _("Calendar")),
        (news_of(season, "atom"), _("News (Atom)")),
        (reverse("web:print-standings", args=[season.code]), _("Standings (PDF)")),
        (reverse("web:print-report", args=[season.code]), _("Report (PDF)")),
        *((reverse("web:season-table", args=[season.code, name]), said) for name, said in tables),
    ]
    if organises:
        found.append((reverse("web:season-archive", args=[season.code]), _("Archive")))
    return found


def of_event(event: Event, *, organises: bool) -> Files:
    """Return what there is to take along of an event."""
    found = []
    if event.draw == Event.Draw.KNOCKOUT:
        found = [
            (reverse("web:print-bracket", args=[event.code]), _("Bracket (PDF)")),
            (reverse("web:draw-bracket", args=[event.code]), _("Bracket (SVG)")),
        ]
    if organises:
        address = reverse("web:event-table", args=[event.code, "registrations"])
        found.append((address, _("Registrations (CSV)")))
    return found


def of_session(session: Session) -> Files:
    """Return what there is to take along of a session."""
    named = [
        ("web:print-draw", _("Draw (PDF)")),
        ("web:score-sheets", _("Score sheets (PDF)")),
        ("web:table-cards", _("Table cards (PDF)")),
    ]
    table = reverse("web:session-table", args=[session.code, "draw"])
    printed = [(reverse(name, args=[session.code]), said) for name, said in named]
    return [*printed, (table, _("Draw (CSV)"))]


def of_ranking(event: Event, session: Session | None) -> Files:
    """Return what there is to take along of the ranking of an event, or of one of its sessions."""
    address = reverse("web:print-ranking", args=[event.code])
    named = f"{address}?session={session.number}" if session else address
    return [(named, _("Ranking (PDF)"))]


def of_books(event: Event) -> Files:
    """Return what there is to take along of the books of an event."""
    table = reverse("web:event-table", args=[event.code, "books"])
    return [
        (reverse("web:print-books", args=[event.code]), _("Books (PDF)")),
        (table, _("Books (CSV)")),
    ]


def of_match(match: Match) -> Files:
    """Return what there is to take along of a match."""
    return [(reverse("web:score-sheet", args=[match.code]), _("Score sheet (PDF)"))]


def feeds_of(about: Club | Season) -> list[tuple[str, str, str]]:
    """Return the feeds of news that a page names for programs: media types, addresses, titles."""
    title = _("News of %(name)s") % {"name": about}
    forms = [("application/atom+xml", "atom"), ("application/feed+json", "json")]
    return [(kind, news_of(about, form), title) for kind, form in forms]


def news_of(about: Club | Season, form: str) -> str:
    """Return the address of news, as `atom` or `json`, in the visitor's language."""
    if isinstance(about, Club):
        address = reverse("web:club-news", args=[about.slug, form])
    else:
        address = reverse("web:season-news", args=[about.code, form])
    return f"{address}?language={get_language()}"


def _calendar(kind: str, name: str) -> str:
    """Return the address of a calendar in the visitor's language."""
    return f"{reverse(f'web:{kind}-calendar', args=[name])}?language={get_language()}"
