"""Mails about an event: the draw, a place from the waiting list, how it ended."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Bye, Event, Mail, Match, Player, Registration, Seat, Session
from league.services.events import rankings
from league.services.mail import evenings, links
from league.services.overviews import feeds

from .letter import Letter, points, when

BEST: Final = 10
"""So many places of a ranking are told."""


def draw(mail: Mail) -> Letter | None:
    """Tell where somebody sits in a draw, with whom, where and when; None once it is another."""
    player = _player(mail)
    rows = Session.objects.filter(code=_code(mail), status=Session.Status.PUBLISHED)
    session = rows.select_related("event__venue", "event__season").first()
    if player is None or session is None or not _is_same(mail, session.published_at):
        return None
    seat = _seat(session, player)
    if seat is None and not Bye.objects.filter(session=session, player=player).exists():
        return None
    event, number = session.event, {"number": session.number}
    place = _place(seat) if seat is not None else ((_("Table"), _("free (bye)")),)
    leads_to = ("web:match", seat.match.code) if seat is not None else ("web:session", session.code)
    return Letter(
        subject=_("%(event)s: your table in session %(number)d") % {"event": event.name, **number},
        lines=(_("The draw of session %(number)d is published.") % number,),
        facts=(
            (_("Event"), event.name),
            *place,
            *_where(event),
            *_time(session.starts_at or event.starts_at),
        ),
        links=((_("Show the table"), links.address(*leads_to)),),
        why=_("You get this mail because you are registered for this event."),
        calendar=_calendar(
            feeds.of_player(player, session=session, site=settings.SITE_URL, now=timezone.now())
        ),
    )


def place(mail: Mail) -> Letter | None:
    """Tell who has moved up from the waiting list; None once they have left or it is cancelled."""
    player = _player(mail)
    row = _registration(mail, player)
    if player is None or row is None:
        return None
    event = row.event
    return Letter(
        subject=_("You have a place: %(event)s") % {"event": event.name},
        lines=(
            _("A place was freed, so you have moved up from the waiting list."),
            _("If you cannot come, withdraw on the event's page, so that the next one can."),
        ),
        facts=((_("Event"), event.name), *_where(event), *_time(event.starts_at)),
        links=((_("Show the event"), links.address("web:event", event.code)),),
        why=_("You get this mail because you are registered for this event."),
        calendar=_calendar(feeds.of_event(event, site=settings.SITE_URL, now=timezone.now())),
    )


def evening(mail: Mail) -> Letter | None:
    """Remind somebody of an evening; None once it is another day, cancelled, or without them."""
    player = _player(mail)
    row = _registration(mail, player)
    if player is None or row is None or row.event.starts_at is None:
        return None
    event = row.event
    if f"{timezone.localtime(event.starts_at):%Y-%m-%d}" != mail.about.split(":")[-1]:
        return None
    return Letter(
        subject=_("Tomorrow: %(event)s") % {"event": event.name},
        lines=(
            _("You are registered for an evening tomorrow."),
            _("If you cannot come, withdraw on the event's page, so that nobody waits for you."),
        ),
        facts=((_("Event"), event.name), *_where(event), *_time(event.starts_at)),
        links=((_("Show the event"), links.address("web:event", event.code)),),
        why=_("You get this mail because you are registered for this event."),
        calendar=_calendar(feeds.of_event(event, site=settings.SITE_URL, now=timezone.now())),
    )


def report(mail: Mail) -> Letter | None:
    """Tell who has played how an evening ended; None while it goes on again, or without them.

    Costs what the players of the event cost.
    """
    player = _player(mail)
    event = (
        Event.objects.filter(code=_code(mail), cancelled_at=None).select_related("season").first()
    )
    if player is None or event is None or not evenings.is_over(event):
        return None
    rows = rankings.ranking(event)
    own = next((row for row in rows if row.player.pk == player.pk), None)
    if own is None:
        return None
    return Letter(
        subject=_("%(event)s: how it ended") % {"event": event.name},
        lines=(_("The evening is over. This is how it ended:"),),
        facts=(
            (_("Place"), f"{own.rank} / {len(rows)}"),
            (_("Points"), points(own.points)),
            *([(_("Handicap"), f"+{points(own.handicap)}")] if own.handicap else []),
            (_("Matches"), str(own.matches)),
            *(
                (str(row.rank), f"{row.player.shown_name} · {points(row.points)}")
                for row in rows[:BEST]
            ),
        ),
        links=((_("Show the ranking"), links.address("web:ranking", event.code)),),
        why=_("You get this mail because you have played in this event."),
    )


def _registration(mail: Mail, player: Player | None) -> Registration | None:
    """Return by which a player takes a place in an event that is held."""
    rows = Registration.objects.filter(
        event__code=_code(mail),
        event__cancelled_at=None,
        player=player,
        status=Registration.Status.REGISTERED,
        last_session=None,
    )
    return rows.select_related("event__venue").first()


def _code(mail: Mail) -> str:
    return mail.about.split(":")[1]


def _player(mail: Mail) -> Player | None:
    return Player.objects.filter(account=mail.account_id).first()


def _is_same(mail: Mail, at: datetime | None) -> bool:
    """Tell whether a draw is the one that a mail was posted for, not one made after it."""
    return at is not None and f"{at:%Y%m%d%H%M%S}" == mail.about.split(":")[-1]


def _seat(session: Session, player: Player) -> Seat | None:
    seats = Seat.objects.filter(match__session=session, player=player)
    return seats.exclude(match__status=Match.Status.VOID).select_related("match").first()


def _place(seat: Seat) -> tuple[tuple[str, str], ...]:
    """Return the table and the seat of somebody, and with whom they sit there; one query."""
    rows = seat.match.seats.exclude(pk=seat.pk).select_related("player").order_by("number")
    others = ", ".join(other.player.shown_name for other in rows)
    return (
        (_("Table"), str(seat.match.table_number)),
        (_("Seat"), str(seat.number + 1)),
        (_("With"), others),
    )


def _where(event: Event) -> tuple[tuple[str, str], ...]:
    if event.venue is None:
        return ()
    lines = [event.venue.name, *event.venue.address.splitlines()]
    return ((_("Where"), ", ".join(filter(None, lines))),)


def _time(at: datetime | None) -> tuple[tuple[str, str], ...]:
    return ((_("When"), when(at)),) if at is not None else ()


def _calendar(file: bytes) -> bytes:
    """Return a calendar if it has an entry: of what has no time yet there is none."""
    return file if b"BEGIN:VEVENT" in file else b""
