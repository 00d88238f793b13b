"""Two players of the site who are one person: merged, and parted while nothing else has happened.

Who has an account stays; two accounts are never merged, for nobody takes over what somebody else
answers for. `moves` says what moves. Who met oneself is two people.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Bye,
    Club,
    Entrant,
    Event,
    Handicap,
    LineUp,
    Match,
    Membership,
    Merge,
    PairRule,
    Penalty,
    Player,
    Registration,
    Role,
    Season,
    Seat,
    Session,
    Standing,
    TableSeat,
)
from league.services.accounts import agreements, guests
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Forbidden, Invalid, change_status
from league.services.clubs import clubs
from league.services.registration import places, plans
from league.services.seasons import standings

from . import moves, rebuilds
from .moves import Moved


@dataclass(frozen=True, slots=True)
class Sum:
    """Points and matches in a season: of either before, and of the one person afterwards."""

    season: Season
    gone: Standing
    stays: Standing
    both: Standing


@dataclass(frozen=True, slots=True)
class Preview:
    """What a merge would come to; nothing is stored."""

    events: Sequence[Event]
    matches: int
    sums: Sequence[Sum]


def direction(one: Player, other: Player) -> tuple[Player, Player]:
    """Return who would go and who would stay: somebody with an account stays, or else `one`."""
    if one.account_id is None and other.account_id is not None:
        return one, other
    return other, one


@agreements.asking
def merge(*, gone: Player, stays: Player, by: Account, now: datetime) -> Merge:
    """Let all that `gone` has be what `stays` has, as an organiser of all clubs of both.

    Where `stays` has an account they have agreed to play in all clubs of `gone`; staff may merge
    guests of any clubs. Raises Conflict where both have accounts, met each other or were at the
    same time in two places, Unagreed as `agreements`. Ratings follow.
    """
    with transaction.atomic():
        return _merge(gone, stays, by=by, asks=True, now=now)


def preview(*, gone: Player, stays: Player, by: Account, now: datetime) -> Preview:
    """Return what `merge` would do, or raise what it would raise; nobody is asked."""
    with transaction.atomic():
        before = _standings(gone), _standings(stays)
        made = _merge(gone, stays, by=by, asks=False, now=now)
        after = _standings(stays)
        sums = [
            Sum(row.season, row, before[1].get(pk) or Standing(), after.get(pk) or Standing())
            for pk, row in before[0].items()
        ]
        events = Event.objects.filter(pk__in=made.moved["events"]).select_related("season__club")
        matches = len(made.moved["rows"].get("Seat.player", ()))
        found = Preview(list(events.order_by("starts_at", "pk")), matches, sums)
        transaction.set_rollback(True)
    return found


def part(*, merge: Merge, by: Account, now: datetime) -> Merge:
    """Make two players of one again, as they were.

    For those who may merge them. Raises Conflict once anything has come to or gone from the one
    who stayed since then, or a place that was freed is taken.
    """
    with transaction.atomic():
        gone, stays = _hold(merge.gone, merge.stays, merge.moved["events"])
        _require_right_to_part(merge, by)
        said = _("These two are parted already.")
        change_status(merge, Merge.Status.PARTED, refusal=said, parted_by=by, parted_at=now)
        moved = Moved(**merge.moved)
        if moves.changed_since(moved, stays) or stays.erased_at is not None:
            said = _("Something has changed for %(name)s since then, so they cannot be parted.")
            raise Conflict(stays, said % {"name": stays.shown_name})
        seats = Seat.objects.filter(pk__in=moved.seats)
        with standings.handing_over(
            matches=_lock(seats.values_list("match", flat=True)),
            penalties=moved.rows.get("Penalty.player", ()),
            handicaps=moved.rows.get("Handicap.player", ()),
        ):
            moves.back(moved, gone, stays)
        _require_places(moved)
        _note_parted(merge, moved, by, now)
    return merge


def _merge(gone: Player, stays: Player, *, by: Account, asks: bool, now: datetime) -> Merge:
    _check_two(gone, stays)
    events = _events_of(gone)
    gone, stays = _hold(gone, stays, events)
    _check_two(gone, stays)
    _require_right(gone, stays, by)
    moved = Moved(events=events, clubs=sorted(agreements.clubs_of(gone)))
    for club in Club.objects.filter(pk__in=moved.clubs).order_by("pk"):
        agreements.require(club=club, players=[stays], by=by, asks=asks, now=now)
    _check_roles(gone, stays, by)
    _check_met(gone, stays)
    _check_places(gone, stays, events)
    seats = Seat.objects.filter(Q(player=gone) | Q(counts_for=gone))
    penalties = Penalty.objects.filter(player=gone).values_list("pk", flat=True)
    handicaps = Handicap.objects.filter(player=gone).values_list("pk", flat=True)
    with standings.handing_over(
        matches=_lock(seats.values_list("match", flat=True)),
        penalties=list(penalties),
        handicaps=list(handicaps),
    ):
        moves.move_rows(gone, stays, moved)
        moves.join_rows(gone, stays, moved)
    moves.rename_in_draws(gone, stays, events, moved)
    moved.seen = moves.seen(stays)
    made = Merge.objects.create(
        gone=gone,
        stays=stays,
        moved=moved.as_json(),
        merged_by=by,
        merged_at=now,
    )
    _note_merged(made, moved, by, now)
    _fill_places(moved, by, now)
    return made


def _check_two(gone: Player, stays: Player) -> None:
    """Refuse what is no pair of people of whom one has an account at most."""
    if gone.pk == stays.pk:
        raise Invalid({"player": [_("Choose two different players.")]})
    for player in (gone, stays):
        guests.require_present(player)
        if player.is_bot or player.erased_at is not None:
            said = _("%(name)s cannot be merged with another player.")
            raise Conflict(player, said % {"name": player.shown_name})
    if gone.account_id is not None and stays.account_id is not None:
        said = _(
            "%(gone)s and %(stays)s both have accounts. Players with accounts cannot be merged."
        )
        raise Conflict(stays, said % _names(gone, stays))
    if gone.account_id is not None:
        said = _("%(gone)s has an account, so it is %(stays)s who becomes %(gone)s.")
        raise Conflict(gone, said % _names(gone, stays))


def _require_right(gone: Player, stays: Player, by: Account) -> None:
    """Refuse whoever does not organise all clubs of the guests, except for staff."""
    guests_here = [one for one in (gone, stays) if one.account_id is None]
    if _is_staff(by) or all(guests.may_look_after(player, by) for player in guests_here):
        return
    raise Forbidden(
        _("Only somebody who organises all clubs of a person without an account can merge them.")
    )


def _require_right_to_part(merge: Merge, by: Account) -> None:
    """Refuse all but staff, the person who got it all, and organisers of the clubs it is from."""
    own = set(merge.moved["clubs"])
    organised = set(rights.organised_clubs(by).values_list("pk", flat=True))
    if _is_staff(by) or merge.stays.account_id == by.pk or (own and own <= organised):
        return
    raise Forbidden(
        _("Only the person themselves or an organiser of all their clubs can part them again.")
    )


def _is_staff(account: Account) -> bool:
    return account.is_staff and account.has_perm("league.change_player")


def _check_roles(gone: Player, stays: Player, by: Account) -> None:
    """Refuse to give somebody a role in a club by it that `by` may not give."""
    had = {row.club_id: row.role for row in Membership.objects.filter(player=stays)}
    for row in Membership.objects.filter(player=gone).select_related("club"):
        roles = {Role(row.role), Role(had.get(row.club_id, Role.MEMBER))}
        if len(roles) > 1 and not _is_staff(by):
            clubs.require_right_over(row.club, roles, by)


def _check_met(gone: Player, stays: Player) -> None:
    """Refuse two who sat at one table, or at two in one session; names a match."""
    own = Match.objects.filter(_at_table(stays)).values("pk")
    rows = Match.objects.select_related("session__event", "season")
    met = rows.filter(_at_table(gone), pk__in=own).order_by("pk").first()
    said = _(
        "%(gone)s and %(stays)s were both at table %(table)d of %(where)s (match %(match)s), so "
        "they are two people."
    )
    if met is None:
        sessions = Session.objects.exclude(event__draw__in=Event.TABLE_BY_TABLE)
        sessions = sessions.filter(matches__seats__player=stays)
        both = rows.filter(session__in=sessions.values("pk"), seats__player=gone)
        met = both.order_by("pk").first()
        said = _(
            "%(gone)s and %(stays)s are both seated in %(where)s, one of them at table %(table)d "
            "(match %(match)s). Draw that session again, or they are two people."
        )
    if met is not None:
        words = {"table": met.table_number, "where": _where(met), "match": met.code}
        raise Conflict(met, said % (_names(gone, stays) | words))


def _check_places(gone: Player, stays: Player, events: Sequence[int]) -> None:
    """Refuse two of whom one played for the other, or who had two places where one is no pair."""
    swapped = Registration.objects.filter(
        Q(player=gone, replaces__player=stays) | Q(player=stays, replaces__player=gone)
    )
    for row in swapped.select_related("event")[:1]:
        said = _("%(gone)s and %(stays)s substituted for each other in “%(where)s”.")
        raise Conflict(row.event, said % (_names(gone, stays) | {"where": row.event.name}))
    lined_up = LineUp.objects.filter(player=stays).values("event")
    for line_up in LineUp.objects.filter(player=gone, event__in=lined_up).select_related("event"):
        said = _("%(gone)s and %(stays)s both play in “%(where)s”.")
        words = {"where": line_up.event.name}
        raise Conflict(line_up.event, said % (_names(gone, stays) | words))
    entered = Entrant.objects.filter(player=stays).values("division")
    for entrant in Entrant.objects.filter(player=gone, division__in=entered).select_related(
        "division"
    ):
        said = _("%(gone)s and %(stays)s both play in “%(where)s”.")
        words = {"where": entrant.division.name}
        raise Conflict(entrant.division, said % (_names(gone, stays) | words))
    tables = TableSeat.objects.filter(player=stays).values("table")
    for seat in TableSeat.objects.filter(player=gone, table__in=tables).select_related("table"):
        said = _("%(gone)s and %(stays)s sit at one online table.")
        raise Conflict(seat.table, said % _names(gone, stays))
    _check_handicaps(gone, stays)
    _check_cups(gone, stays, events)


def _check_handicaps(gone: Player, stays: Player) -> None:
    """Refuse two who both have a handicap in one event, where nobody knows which one counts."""
    rows = Handicap.objects.in_force()
    own = rows.filter(player=stays).values("event")
    both = rows.filter(player=gone, event__in=own).select_related("event").order_by("pk").first()
    if both is not None:
        said = _(
            "%(gone)s and %(stays)s both have a handicap in “%(where)s”. Remove one of them first."
        )
        raise Conflict(both.event, said % (_names(gone, stays) | {"where": both.event.name}))


def _check_cups(gone: Player, stays: Player, events: Sequence[int]) -> None:
    """Refuse two who both have a place in the bracket of a cup."""
    cups = Session.objects.filter(event__in=events, event__draw=Event.Draw.KNOCKOUT)
    for session in cups.select_related("event").order_by("pk"):
        seeding = (session.explanation or {}).get("seeding", ())
        if gone.code in seeding and stays.code in seeding:
            said = _("%(gone)s and %(stays)s both have a place in the bracket of “%(where)s”.")
            words = {"where": session.event.name}
            raise Conflict(session.event, said % (_names(gone, stays) | words))


def _hold(gone: Player, stays: Player, events: Sequence[int]) -> tuple[Player, Player]:
    """Return both as stored, held with their events: clubs, events, then players, as others do."""
    held = Membership.objects.filter(player__in=[gone, stays]).values("club")
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=held).order_by("pk"))
    rows = Event.objects.select_for_update(no_key=True).filter(pk__in=events)
    list(rows.order_by("pk").values_list("pk"))
    people = Player.objects.select_for_update().filter(pk__in=[gone.pk, stays.pk])
    found = {player.pk: player for player in people.order_by("pk")}
    return found[gone.pk], found[stays.pk]


def _lock(matches: Any) -> list[int]:
    """Return the keys of the matches among these that are final, held, so that none changes."""
    rows = Match.objects.select_for_update(no_key=True).filter(pk__in=list(matches))
    held = rows.order_by("pk").values_list("pk", "status")
    return [pk for pk, status in held if status == Match.Status.FINAL]


def _events_of(player: Player) -> list[int]:
    """Return the keys of the events in which a player is anything; a query for each way."""
    ways = (
        Registration.objects.filter(player=player).values_list("event", flat=True),
        Seat.objects.filter(_owned_by(player), match__session__isnull=False).values_list(
            "match__session__event", flat=True
        ),
        Bye.objects.filter(player=player).values_list("session__event", flat=True),
        Penalty.objects.filter(player=player, event__isnull=False).values_list("event", flat=True),
        Handicap.objects.filter(player=player).values_list("event", flat=True),
        LineUp.objects.filter(player=player).values_list("event", flat=True),
        PairRule.objects.filter(Q(one=player) | Q(other=player)).values_list("event", flat=True),
    )
    return sorted({pk for rows in ways for pk in rows.order_by().distinct()})


def _owned_by(player: Player) -> Q:
    return Q(player=player) | Q(counts_for=player)


def _at_table(player: Player) -> Q:
    """Return the condition that a player has a seat of a match, or the points of one."""
    return Q(pk__in=Seat.objects.filter(_owned_by(player)).values("match"))


def _standings(player: Player) -> dict[int, Standing]:
    rows = Standing.objects.filter(player=player).exclude(matches=0, penalty=0, handicap=0)
    return {row.season_id: row for row in rows.select_related("season").order_by("season_id")}


def _fill_places(moved: Moved, by: Account, now: datetime) -> None:
    """Give places that two registrations of one person took to those who wait."""
    events = [row["event_id"] for kind, row in moved.dropped if kind == "Registration"]
    for event in Event.objects.filter(pk__in=events).order_by("pk"):
        places.promote(plans.hold(event), by=by, now=now)


def _require_places(moved: Moved) -> None:
    """Refuse to part two where the place that was freed is taken by now."""
    events = [row["event_id"] for kind, row in moved.dropped if kind == "Registration"]
    for event in Event.objects.filter(pk__in=events, capacity__isnull=False).order_by("pk"):
        if places.active(event).count() > (event.capacity or 0):
            said = _("“%(where)s” has no place left for two. Add places first.")
            raise Conflict(event, said % {"where": event.name})


def _note_merged(made: Merge, moved: Moved, by: Account, now: datetime) -> None:
    """Note it with the player, and with each event, which can be rebuilt from that."""
    gone, stays = made.gone, made.stays
    data = {"player": gone.code, "into": stays.code, "merge": made.code}
    subject = f"player:{stays.code}"
    audit.note(by=by, club=None, action="person.merge", subject=subject, data=data, now=now)
    joined = dict(_joined(moved))
    for event in _in_order(moved.events):
        said: dict[str, Any] = {"player": gone.code, "into": stays.code}
        if event.pk in joined:
            dropped, kept = joined[event.pk]
            own = {"dropped": dropped["code"], "kept": kept.code}
            said |= {"joined": own | {"fields": rebuilds.fields_of_registration(kept)}}
        audit.note_event(event, "player.merge", said, by=by, now=now)


def _note_parted(merge: Merge, moved: Moved, by: Account, now: datetime) -> None:
    gone, stays = merge.gone, merge.stays
    data = {"player": gone.code, "from": stays.code, "merge": merge.code}
    subject = f"player:{stays.code}"
    audit.note(by=by, club=None, action="person.part", subject=subject, data=data, now=now)
    for event in _in_order(moved.events):
        said = {"player": gone.code, "from": stays.code} | _gone_back(event, moved)
        audit.note_event(event, "player.part", said, by=by, now=now)


def _gone_back(event: Event, moved: Moved) -> dict[str, Any]:
    """Return what of an event leads to who was gone again, by codes."""
    keys = moved.rows
    seats = Seat.objects.filter(match__session__event=event).order_by("pk")
    named = {
        name: [
            f"{code}/{number}"
            for code, number in seats.filter(pk__in=keys.get(reference, ())).values_list(
                "match__code", "number"
            )
        ]
        for name, reference in (("seats", "Seat.player"), ("owned", "Seat.counts_for"))
    }
    penalties = Penalty.objects.filter(event=event, pk__in=keys.get("Penalty.player", ()))
    handicaps = event.handicaps.filter(pk__in=keys.get("Handicap.player", ()))
    moved_rows = event.registrations.filter(pk__in=keys.get("Registration.player", ()))
    found: dict[str, Any] = {
        **named,
        "penalties": list(penalties.order_by("pk").values_list("code", flat=True)),
        "handicaps": list(handicaps.order_by("pk").values_list("code", flat=True)),
        "registrations": list(moved_rows.order_by("pk").values_list("code", flat=True)),
    }
    joined = dict(_joined(moved))
    if event.pk in joined:
        found["joined"] = _parted(event, *joined[event.pk])
    return found


def _parted(event: Event, dropped: dict[str, Any], kept: Registration) -> dict[str, Any]:
    """Return two registrations that were one, and where among the others the first one is."""
    rows = event.registrations.select_related("player", "replaces")
    before = event.registrations.filter(pk__lt=dropped["id"]).order_by("-pk").first()
    restored = rows.get(pk=dropped["id"])
    return {
        "dropped": restored.code,
        "kept": kept.code,
        "restored": rebuilds.fields_of_registration(restored),
        "was": rebuilds.fields_of_registration(kept),
        "after": before.code if before else None,
        "substitutes": [row.code for row in rows.filter(replaces=restored).order_by("pk")],
    }


def _joined(moved: Moved) -> Iterator[tuple[int, tuple[dict[str, Any], Registration]]]:
    """Yield by event the registration that was dropped, and the one it went into as it is now."""
    dropped = {row["event_id"]: row for kind, row in moved.dropped if kind == "Registration"}
    kept = [now_is["id"] for kind, now_is, _was in moved.changed if kind == "Registration"]
    for row in Registration.objects.filter(pk__in=kept).select_related("player", "replaces"):
        yield row.event_id, (dropped[row.event_id], row)


def _in_order(events: Sequence[int]) -> list[Event]:
    return list(Event.objects.filter(pk__in=events).select_related("season__club").order_by("pk"))


def _where(match: Match) -> str:
    if match.session is None:
        return match.season.name
    said = _("“%(event)s”, session %(number)d")
    return said % {"event": match.session.event.name, "number": match.session.number}


def _names(gone: Player, stays: Player) -> dict[str, Any]:
    return {"gone": gone.shown_name, "stays": stays.shown_name}
