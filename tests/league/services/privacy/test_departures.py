"""Leaving a club: nothing new counts there, and what was played stays."""

from datetime import timedelta

import pytest

from league.models import Agreement, AuditEntry, Entrant, Registration, Role, Season, Seat
from league.services.base.refusals import Conflict, Forbidden, Unagreed
from league.services.privacy import departures
from league.services.registration import registrations
from tests.league.factories import (
    DivisionFactory,
    EntrantFactory,
    EventFactory,
    MatchFactory,
    RegistrationFactory,
    SeasonFactory,
    TeamFactory,
)


def agreement_of(account):
    return Agreement.objects.select_related("club", "player").get(player__account=account)


def leave(account, now):
    return departures.leave(agreement=agreement_of(account), by=account, now=now)


def test_who_leaves_is_no_member_any_more(bob, now):
    row = leave(bob, now)
    assert (row.status, row.answered_at) == ("left", now)
    assert not bob.player.memberships.exists()


def test_who_leaves_withdraws_from_what_is_to_come(event, bob, now):
    RegistrationFactory(event=event, player=bob.player)
    leave(bob, now)
    assert bob.player.registrations.get().status == Registration.Status.WITHDRAWN


def test_places_in_what_is_over_stay(season, bob, now):
    over = EventFactory(season=season, starts_at=now - timedelta(days=2))
    closed = EventFactory(season=SeasonFactory(club=season.club, status=Season.Status.CLOSED))
    for event in (over, closed):
        RegistrationFactory(event=event, player=bob.player)
    leave(bob, now)
    statuses = set(bob.player.registrations.values_list("status", flat=True))
    assert statuses == {Registration.Status.REGISTERED}


def test_places_in_other_clubs_stay(bob, club, now):
    row = RegistrationFactory(player=bob.player)
    own = bob.player.agreements.get(club=club)
    departures.leave(agreement=own, by=bob, now=now)
    row.refresh_from_db()
    assert row.status == Registration.Status.REGISTERED


def test_who_leaves_is_in_no_team_and_no_division_any_more(club, season, bob, now):
    team = TeamFactory(club=club, players=[bob.player], captain=bob.player)
    EntrantFactory(division=DivisionFactory(season=season), player=bob.player)
    leave(bob, now)
    team.refresh_from_db()
    assert (team.captain, team.members.count()) == (None, 0)
    assert Entrant.objects.get(player=bob.player).withdrawn_at == now


def test_what_was_played_stays(session, bob, now):
    match = MatchFactory(session=session, players=[bob.player])
    leave(bob, now)
    assert Seat.objects.get(match=match).player == bob.player


def test_the_last_owner_cannot_leave(owner, now):
    with pytest.raises(Conflict, match="Make somebody else an owner first"):
        leave(owner, now)
    assert agreement_of(owner).status == "agreed"
    assert owner.player.memberships.get().role == Role.OWNER


@pytest.mark.parametrize("who", ["alice", "owner", "mallory"])
def test_nobody_leaves_for_another(bob, now, who, request):
    with pytest.raises(Forbidden):
        departures.leave(agreement=agreement_of(bob), by=request.getfixturevalue(who), now=now)
    assert agreement_of(bob).status == "agreed"


def test_who_has_left_is_told_so(bob, now):
    row = leave(bob, now)
    with pytest.raises(Conflict, match="so you cannot leave it"):
        departures.leave(agreement=row, by=bob, now=now)


def test_who_has_left_is_not_registered_by_others(event, bob, alice, now):
    leave(bob, now)
    with pytest.raises(Unagreed, match="Bob does not want to play"):
        registrations.register(event=event, player=bob.player, by=alice, now=now)


def test_who_has_left_comes_back_by_registering(event, bob, now):
    leave(bob, now)
    registrations.register(event=event, player=bob.player, by=bob, now=now)
    assert agreement_of(bob).status == "agreed"


def test_leaving_is_noted(club, bob, now):
    leave(bob, now)
    told = AuditEntry.objects.filter(subject=f"player:{bob.player.code}").order_by("pk")
    assert [entry.action for entry in told] == ["club.leave", "agreement.leave"]
