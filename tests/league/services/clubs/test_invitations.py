"""A guest opens an account by a link and goes on as who they were, with all that is there."""

import json
from datetime import timedelta

import pytest

from league.models import (
    Account,
    AuditEntry,
    Invitation,
    Membership,
    Notice,
    Player,
    Result,
    Role,
    Seat,
    Standing,
)
from league.services.base.refusals import Conflict, Forbidden, Invalid, NotFound
from league.services.clubs import invitations
from league.services.corrections import merges
from league.services.jobs import leftovers
from league.services.overviews import careers
from league.services.privacy import erasures, personal_data
from tests.league.factories import (
    AccountFactory,
    ClubFactory,
    MatchFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
)
from tests.league.services import acts

WISH = {"username": "dirk", "password": "tricky cards"}


@pytest.fixture
def dirk(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk")).player


@pytest.fixture
def played(session, dirk, alice, scorer, now):
    """A final match of Dirk's."""
    match = MatchFactory(session=session, players=[dirk, *PlayerFactory.create_batch(3)])
    acts.enter(match, alice, now)
    acts.confirm(match, scorer, now)
    return match


@pytest.fixture
def made(dirk, alice, now):
    """An invitation and its secret."""
    return invitations.invite(player=dirk, by=alice, now=now)


@pytest.fixture
def invitation(made):
    return made[0]


@pytest.fixture
def nobody(db):
    """An account that has no player."""
    return AccountFactory(username="nobody")


def opened(invitation, now, **wish):
    return invitations.open_account(invitation=invitation, now=now, **(WISH | wish))


def told(model):
    return list(model.objects.order_by("pk").values())


def actions():
    rows = AuditEntry.objects.filter(action__startswith="invitation.").order_by("pk")
    return list(rows.values_list("action", "account__username", "club__slug"))


def test_the_account_plays_as_who_was_there(dirk, invitation, event, now):
    account = opened(invitation, now)
    assert account.player == dirk
    assert Player.objects.filter(name="Dirk").count() == 1
    assert event.registrations.get().player == dirk


def test_seats_results_and_standings_stay_as_they_are(played, dirk, alice, now):
    before = told(Seat), told(Result), told(Standing)
    opened(invitations.invite(player=dirk, by=alice, now=now)[0], now)
    assert (told(Seat), told(Result), told(Standing)) == before


def test_what_was_played_counts_for_the_account(played, dirk, invitation, now):
    account = opened(invitation, now)
    assert [seat.match for seat in careers.results_of(account.player, account)] == [played]


def test_who_opens_it_has_agreed_to_play_where_the_guest_does(dirk, invitation, club, now):
    opened(invitation, now)
    agreement = dirk.agreements.get()
    assert (agreement.club, agreement.status) == (club, "agreed")


def test_who_declined_in_former_times_agrees_by_it(club, dirk, invitation, now):
    dirk.agreements.create(club=club, status="declined", answered_at=now)
    account = opened(invitation, now)
    assert dirk.agreements.get().status == "agreed"
    assert AuditEntry.objects.filter(action="agreement.agree", account=account, club=club).exists()


def test_an_account_without_a_player_takes_over(dirk, invitation, nobody, now):
    assert invitations.take_over(invitation=invitation, by=nobody, now=now) == dirk
    assert Player.objects.get(account=nobody) == dirk
    assert dirk.agreements.exists()


def test_an_account_with_a_player_keeps_it_and_nothing_is_used(dirk, invitation, bob, now):
    with pytest.raises(Conflict, match="already plays as Bob"):
        invitations.take_over(invitation=invitation, by=bob, now=now)
    assert invitations.of_player(dirk, now=now) == invitation
    assert not dirk.agreements.exists()


def test_a_link_or_its_secret_opens_it(made, now):
    invitation, secret = made
    for link in (f"https://example.org/invitation/#{secret}", f" {secret}\n"):
        assert invitations.of_link(link, now=now) == invitation


@pytest.mark.parametrize("link", ["", "#", "sti_x", "https://example.org/invitation/", "\ud800"])
def test_any_other_text_opens_nothing(invitation, now, link):
    assert invitations.of_link(link, now=now) is None


def test_the_secret_is_stored_nowhere(made):
    _invitation, secret = made
    rows = [*Invitation.objects.values(), *AuditEntry.objects.values(), *Notice.objects.values()]
    assert secret not in json.dumps(rows, default=str)


def test_it_opens_once(invitation, nobody, now):
    opened(invitation, now)
    with pytest.raises(NotFound, match="Ask an organiser for a new one"):
        invitations.take_over(invitation=invitation, by=nobody, now=now)
    assert not Player.objects.filter(account=nobody).exists()


def test_a_used_link_leaves_no_account_behind(invitation, now):
    opened(invitation, now)
    with pytest.raises(NotFound):
        opened(invitation, now, username="second")
    assert not Account.objects.filter(username="second").exists()


def test_it_opens_for_14_days(made, now):
    _invitation, secret = made
    late = now + timedelta(days=14)
    assert invitations.of_link(secret, now=late - timedelta(seconds=1))
    assert invitations.of_link(secret, now=late) is None


def test_a_new_one_replaces_the_old(dirk, made, alice, now):
    _old, secret = made
    new, _secret = invitations.invite(player=dirk, by=alice, now=now)
    assert invitations.of_link(secret, now=now) is None
    assert invitations.of_player(dirk, now=now) == new


def test_it_is_taken_back(dirk, made, alice, now):
    invitations.take_back(player=dirk, by=alice, now=now)
    assert invitations.of_link(made[1], now=now) is None
    with pytest.raises(NotFound, match="No invitation is open for Dirk"):
        invitations.take_back(player=dirk, by=alice, now=now)


def test_the_trail_of_the_club_says_made_taken_back_and_used(dirk, alice, now):
    invitations.invite(player=dirk, by=alice, now=now)
    invitations.take_back(player=dirk, by=alice, now=now)
    opened(invitations.invite(player=dirk, by=alice, now=now)[0], now)
    assert actions() == [
        ("invitation.make", alice.username, "linde"),
        ("invitation.take_back", alice.username, "linde"),
        ("invitation.make", alice.username, "linde"),
        ("invitation.use", "dirk", "linde"),
    ]


def test_who_invited_is_told(invitation, alice, now):
    opened(invitation, now)
    told = Notice.objects.get(account=alice)
    assert told.text == "Dirk has used your invitation and has an account now."


@pytest.mark.parametrize("who", ["bob", "scorer", "mallory"])
def test_only_organisers_invite_and_take_back(request, dirk, invitation, now, who):
    account = request.getfixturevalue(who)
    for act in (invitations.invite, invitations.take_back):
        with pytest.raises(Forbidden):
            act(player=dirk, by=account, now=now)
    assert invitations.of_player(dirk, now=now) == invitation


def test_an_organiser_of_one_of_two_clubs_does_not_invite(dirk, alice, now):
    MembershipFactory(club=ClubFactory(slug="other"), player=dirk)
    with pytest.raises(Forbidden):
        invitations.invite(player=dirk, by=alice, now=now)


def test_an_organiser_gives_no_role_that_only_owners_give(club, alice, owner, now):
    guest = MembershipFactory(club=club, player=PlayerFactory(), role=Role.OWNER).player
    with pytest.raises(Forbidden):
        invitations.invite(player=guest, by=alice, now=now)
    assert invitations.invite(player=guest, by=owner, now=now)


def test_who_has_an_account_needs_none(bob, alice, mallory, now):
    with pytest.raises(Conflict, match="has an account already"):
        invitations.invite(player=bob.player, by=alice, now=now)
    with pytest.raises(Forbidden):
        invitations.invite(player=bob.player, by=mallory, now=now)


def test_it_ends_when_who_made_it_organises_no_more(dirk, made, alice, now):
    Membership.objects.filter(player=alice.player).update(role=Role.MEMBER)
    assert invitations.of_link(made[1], now=now) is None


def test_it_ends_when_the_guest_gets_a_high_role(club, dirk, made, now):
    MembershipFactory(club=club, player=dirk, role=Role.ORGANISER)
    assert invitations.of_link(made[1], now=now) is None


def test_it_ends_when_the_guest_gets_an_account_otherwise(dirk, invitation, nobody, now):
    Player.objects.filter(pk=dirk.pk).update(account=AccountFactory())
    with pytest.raises(NotFound):
        invitations.take_over(invitation=invitation, by=nobody, now=now)


def test_it_ends_when_the_guest_becomes_another_one(club, dirk, made, alice, now):
    stays = MembershipFactory(club=club, player=PlayerFactory(name="Dirk E.")).player
    merges.merge(gone=dirk, stays=stays, by=alice, now=now)
    assert invitations.of_link(made[1], now=now) is None
    with pytest.raises(Conflict, match="is now Dirk E"):
        invitations.invite(player=dirk, by=alice, now=now)


def test_it_goes_with_an_erasure(dirk, made, alice, now):
    erasures.erase_guest(player=dirk, name="Dirk", by=alice, now=now)
    assert not Invitation.objects.exists()


def test_it_ends_when_who_made_it_is_erased(made, alice, now):
    erasures.erase(player=alice.player, account=alice, by=None, now=now)
    assert invitations.of_link(made[1], now=now) is None


def test_it_goes_when_it_has_expired(invitation, now):
    assert leftovers.forget(now=now + timedelta(days=14)) == 0
    assert leftovers.forget(now=now + timedelta(days=14, seconds=1)) == 1


def test_it_is_in_the_personal_data_of_both(dirk, invitation, alice, now):
    account = opened(invitation, now)
    own = json.loads("".join(personal_data.lines(player=dirk, account=account, now=now)))
    assert [row["status"] for row in own["invitations"]] == ["used"]
    hers = json.loads("".join(personal_data.lines(player=alice.player, account=alice, now=now)))
    assert [row["player_code"] for row in hers["invitations_made"]] == [dirk.code]


def test_a_username_that_is_taken_is_refused_and_uses_nothing(dirk, invitation, now):
    AccountFactory(username="bob")
    with pytest.raises(Invalid, match="Choose another one"):
        opened(invitation, now, username="BOB")
    assert invitations.of_player(dirk, now=now) == invitation


def test_a_password_that_is_too_short_is_refused(invitation, now):
    with pytest.raises(Invalid, match="password"):
        opened(invitation, now, password="short")
    assert not Account.objects.filter(username="dirk").exists()


def test_it_says_what_is_taken_over(club, played, dirk):
    found = invitations.history_of(dirk)
    assert (found.clubs, found.evenings, found.matches) == ([club], 1, 1)
