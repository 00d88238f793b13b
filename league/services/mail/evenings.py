"""That an evening is over: whoever has played is told how it ended."""

from datetime import datetime

from league.models import Event, Mail, Match, Player, Seat, Session

from . import post


def is_over(event: Event) -> bool:
    """Return whether all sessions that are planned were held and are closed; one query."""
    statuses = list(event.sessions.values_list("status", flat=True))
    are_closed = bool(statuses) and all(status == Session.Status.CLOSED for status in statuses)
    return are_closed and len(statuses) >= (event.planned_sessions or 1)


def tell_if_over(event: Event, *, now: datetime) -> None:
    """Post the report of an evening to who has played in it; one query while it goes on."""
    if not is_over(event):
        return
    seats = Seat.objects.filter(match__session__event=event, match__status=Match.Status.FINAL)
    played = Player.objects.filter(seats__in=seats, account__isnull=False).distinct()
    ids = list(played.order_by("pk").values_list("account", flat=True))
    about = f"event:{event.code}:{now:%Y%m%d%H%M%S}"  # one that is reopened ends once more
    post.post(kind=Mail.Kind.REPORT, about=about, account_ids=ids, now=now)
