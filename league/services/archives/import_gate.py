"""What a line of an archive must be to be taken: checked by what checks the same from people.

Each function looks at the row made of a line, before it is stored, and raises Invalid naming the
field. Names are stored as people's are.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from league.logic import prizes
from league.models import (
    Event,
    Handicap,
    Match,
    Payment,
    Penalty,
    Pot,
    Registration,
    Season,
    Session,
    Venue,
)
from league.services.accounts import people
from league.services.base.names import clean_name, clean_reason
from league.services.base.refusals import Invalid
from league.services.books import fees
from league.services.clubs import venues
from league.services.events import events, handicaps
from league.services.registration import plans, registrations
from league.services.seasons import penalties, seasons

MOST_TABLES: Final = 32_767


def check_season(season: Season) -> None:
    """Refuse rules that do not exist, or not for the game."""
    season.name = clean_name(season.name)
    rules: Any = {name: getattr(season, name) for name in seasons.Rules.__optional_keys__}
    seasons.check_rules(season.game, rules)
    fees.check("entry_fee", season.entry_fee)


def check_venue(venue: Venue) -> None:
    """Refuse a venue that no club could describe."""
    told = {"name": venue.name, "address": venue.address, "tables": venue.tables}
    venue.name = venues.check_details(told)["name"]  # type: ignore[arg-type]


def check_player(player: Any) -> None:
    """Refuse a name that nobody could be registered under."""
    player.name = clean_name(player.name, longest=people.LONGEST_NAME)


def check_event(event: Event) -> None:
    """Refuse a plan that no event could have here."""
    event.name = clean_name(event.name)
    plans.check(event)
    fees.check("entry_fee", event.entry_fee)
    if (event.cancelled_at is None) != (not event.cancelled_because):
        raise Invalid({"cancelled_because": ["an event that is cancelled says when and why"]})
    if event.cancelled_because:
        clean_name(
            event.cancelled_because, field="cancelled_because", longest=events.LONGEST_REASON
        )


def check_registration(row: Registration) -> None:
    """Refuse a place or sessions that nobody could be given."""
    clean = registrations.check_details({"fixed_table": row.fixed_table, "group": row.group})
    row.group = clean["group"]
    if not 1 <= row.first_session <= Event.MOST_SESSIONS + 1:
        raise Invalid({"first_session": ["there is no such session"]})
    if row.last_session is not None and row.last_session < row.first_session - 1:
        raise Invalid({"last_session": ["it is before the first"]})


def check_pair(row: Any) -> None:
    """Refuse a pair of one; the row is put in the order in which pairs are stored."""
    if row.one.pk == row.other.pk:
        raise Invalid({"other": ["a pair is two players"]})
    if row.one.pk > row.other.pk:
        row.one, row.other = row.other, row.one


def check_session(session: Session) -> None:
    """Refuse a session that no event has, or whose times contradict its status."""
    if not 1 <= session.number <= Event.MOST_SESSIONS:
        raise Invalid({"number": ["there is no such session"]})
    is_draft = session.status == Session.Status.DRAFT
    if is_draft and session.published_at is not None:
        raise Invalid({"published_at": ["it does not fit the status"]})
    if session.publish_at is not None and not is_draft:
        raise Invalid({"publish_at": ["only a draft is yet to be published"]})


def check_match(match: Match) -> None:
    """Refuse a table of no number, and a status that the session's does not allow."""
    if not 1 <= match.table_number <= MOST_TABLES:
        raise Invalid({"table_number": ["there is no such table"]})
    session = match.session
    is_draft = match.status == Match.Status.DRAFT
    if session is None or is_draft != (session.status == Session.Status.DRAFT):
        raise Invalid({"status": ["it does not fit the status of the session"]})
    has_ended = match.status in {Match.Status.FINAL, Match.Status.VOID}
    if session.status == Session.Status.CLOSED and not has_ended:
        raise Invalid({"status": ["the session is closed, so all its matches have ended"]})


def check_penalty(penalty: Penalty) -> None:
    """Refuse points or reasons that no organiser could give."""
    penalties.check(penalty.season, penalty.event, penalty.points)
    penalty.reason = clean_reason(penalty.reason)
    is_revoked = penalty.status == Penalty.Status.REVOKED
    if is_revoked != (penalty.revoked_at is not None):
        raise Invalid({"revoked_at": ["it does not fit the status"]})
    if is_revoked:
        clean_reason(penalty.revoked_because, field="revoked_because")


def check_handicap(handicap: Handicap) -> None:
    """Refuse points or reasons that no organiser could give."""
    if wrong := penalties.why_not(handicap.points):
        raise Invalid({"points": [wrong]})
    is_in_force = handicap.status == Handicap.Status.IN_FORCE
    is_cancelled = handicap.event.cancelled_at is not None
    if handicap.event.draw in handicaps.NOWHERE or (is_in_force and is_cancelled):
        raise Invalid({"event": ["this event takes no handicaps"]})
    for field in ("reason", "ended_because"):
        if text := getattr(handicap, field):
            clean_reason(text, field=field)
    if is_in_force != (handicap.ended_at is None):
        raise Invalid({"ended_at": ["it does not fit the status"]})


def check_pot(pot: Pot) -> None:
    """Refuse an amount or shares that no pot could have."""
    fees.check("kept", pot.kept)
    if not prizes.are_shares(pot.shares):
        raise Invalid({"shares": ["they are not 100 percent together"]})


def check_payment(payment: Payment) -> None:
    """Refuse an amount that nobody could have paid, and what a bot has paid or was handed."""
    fees.check("amount", payment.amount)
    if payment.player.is_bot:
        raise Invalid({"player": ["a bot neither pays nor wins money"]})


def check_result(result: Any) -> None:
    """Refuse a reason that nobody could have given; the rest is read again with its match."""
    if result.reason:
        clean_reason(result.reason)


CHECKS: Final[Mapping[str, Callable[[Any], None]]] = {
    "season": check_season,
    "venue": check_venue,
    "player": check_player,
    "event": check_event,
    "registration": check_registration,
    "pair": check_pair,
    "session": check_session,
    "match": check_match,
    "result": check_result,
    "penalty": check_penalty,
    "handicap": check_handicap,
    "pot": check_pot,
    "payment": check_payment,
}
"""The check of each kind of line that people could send parts of."""
