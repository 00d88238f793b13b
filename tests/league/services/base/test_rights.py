import pytest
from django.contrib.auth.models import AnonymousUser

from league.models import Match, Role, Season, Session
from league.services.accounts import people
from league.services.base import rights
from league.services.base.refusals import Forbidden
from tests.league.factories import (
    AuthorsBotFactory,
    ClubFactory,
    EventFactory,
    JobFactory,
    MatchFactory,
    OnlineTableFactory,
    RegistrationFactory,
    ResultFactory,
    SeasonFactory,
    SessionFactory,
    VersionFactory,
)


def test_role_of_a_member(club, alice):
    assert rights.role_in(club, alice) == Role.ORGANISER


@pytest.mark.parametrize("nobody", [None, AnonymousUser()])
def test_role_of_nobody(club, nobody):
    assert rights.role_in(club, nobody) is None


def test_role_of_a_stranger(club, mallory):
    assert rights.role_in(club, mallory) is None


def test_role_of_an_account_that_was_closed(club, alice):
    alice.is_active = False
    assert rights.role_in(club, alice) is None


def test_a_higher_role_has_the_rights_of_the_lower(club, owner):
    rights.require_role(club=club, account=owner, role=Role.SCORER)


def test_a_lower_role_is_refused_and_told_which_is_needed(club, scorer):
    with pytest.raises(Forbidden, match="organiser"):
        rights.require_role(club=club, account=scorer, role=Role.ORGANISER)


def test_who_sits_in_the_match_may_enter(match, bob):
    assert rights.may_enter(match, bob)


def test_a_scorer_may_enter(match, scorer):
    assert rights.may_enter(match, scorer)


def test_a_member_of_another_table_may_not_enter(match, carol):
    assert not rights.may_enter(match, carol)


def test_strangers_may_not_enter(match, mallory):
    assert not rights.may_enter(match, mallory)
    assert not rights.may_enter(match, AnonymousUser())
    assert not rights.may_enter(match, None)


def test_who_entered_may_not_confirm(match, bob, dora):
    result = ResultFactory(match=match, entered_by=bob)
    assert not rights.may_confirm(match, result, bob)
    assert rights.may_confirm(match, result, dora)


def test_a_scorer_may_not_confirm_an_own_entry(match, scorer, alice):
    result = ResultFactory(match=match, entered_by=scorer)
    assert not rights.may_confirm(match, result, scorer)
    assert rights.may_confirm(match, result, alice)


def test_before_the_first_result_who_enters_may_confirm(match, bob, mallory):
    assert rights.may_confirm(match, None, bob)
    assert not rights.may_confirm(match, None, mallory)


def test_strangers_may_not_confirm(match, bob, mallory):
    result = ResultFactory(match=match, entered_by=bob)
    assert not rights.may_confirm(match, result, mallory)
    assert not rights.may_confirm(match, result, None)


def test_nobody_may_confirm_what_the_deleted_account_of_nobody_entered(match):
    result = ResultFactory(match=match, entered_by=None)
    assert not rights.may_confirm(match, result, AnonymousUser())


@pytest.mark.parametrize("status", Match.Status)
def test_deals_are_open_once_the_match_is_final(status):
    assert rights.may_read_deals(Match(status=status)) == (status == Match.Status.FINAL)


def test_organisers_see_drafts(draft, session, alice):
    assert set(rights.readable_sessions(alice)) == {draft, session}


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_others_see_no_drafts(draft, session, who, request):
    account = request.getfixturevalue(who)
    assert set(rights.readable_sessions(account)) == {session}


def test_nobody_sees_published_sessions_only(draft, session):
    assert set(rights.readable_sessions(None)) == {session}
    assert set(rights.readable_sessions(AnonymousUser())) == {session}


def test_matches_of_a_draft_are_for_organisers(draft, match, alice, bob):
    hidden = MatchFactory(session=draft, status=Match.Status.DRAFT, players=[bob.player])
    assert set(rights.readable_matches(alice)) == {match, hidden}
    assert set(rights.readable_matches(bob)) == {match}


def test_an_organiser_elsewhere_sees_no_drafts_here(draft, alice):
    alice.player.memberships.update(role=Role.MEMBER)
    assert not rights.readable_sessions(alice).filter(status=Session.Status.DRAFT).exists()


@pytest.fixture
def planned(club):
    """A match, with all that is around it, that looks public, in a season that is a draft."""
    season = SeasonFactory(club=club, status=Season.Status.DRAFT)
    event = EventFactory(season=season)
    OnlineTableFactory(event=event)
    RegistrationFactory(event=event)
    return MatchFactory(session=SessionFactory(event=event))


def readable_with(match, account):
    """Return what the account may know of the match and of all that holds it."""
    session = match.session
    return [
        rights.readable_seasons(account).filter(pk=match.season.pk).exists(),
        rights.readable_events(account).filter(pk=session.event.pk).exists(),
        rights.readable_sessions(account).filter(pk=session.pk).exists(),
        rights.readable_matches(account).filter(pk=match.pk).exists(),
        rights.readable_tables(account).filter(event=session.event).exists(),
        rights.readable_registrations(account).filter(event=session.event).exists(),
    ]


@pytest.mark.parametrize("who", ["owner", "alice"])
def test_organisers_know_all_of_a_draft_season(planned, who, request):
    assert readable_with(planned, request.getfixturevalue(who)) == [True] * 6


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_others_know_nothing_of_a_draft_season(planned, who, request):
    assert readable_with(planned, request.getfixturevalue(who)) == [False] * 6


@pytest.mark.parametrize("nobody", [None, AnonymousUser()])
def test_nobody_knows_of_a_draft_season(planned, nobody):
    assert readable_with(planned, nobody) == [False] * 6


def test_an_organiser_elsewhere_knows_nothing_of_a_draft_season(planned, alice):
    alice.player.memberships.update(club=ClubFactory())
    assert readable_with(planned, alice) == [False] * 6


@pytest.mark.parametrize("status", [Season.Status.RUNNING, Season.Status.CLOSED])
def test_a_season_that_has_started_is_for_everybody(planned, status):
    Season.objects.update(status=status)
    assert readable_with(planned, None) == [True] * 6


@pytest.mark.parametrize(("who", "seen"), [("alice", 1), ("scorer", 0), ("mallory", 0)])
def test_jobs_are_for_organisers(match, who, seen, request):
    JobFactory(match=match)
    assert rights.readable_jobs(request.getfixturevalue(who)).count() == seen


def test_tokens_are_for_their_account(bob, alice, now):
    token, _ = people.issue_token(account=bob, name="phone", scopes=["read"], now=now)
    assert list(rights.readable_tokens(bob)) == [token]
    assert not rights.readable_tokens(alice).exists()
    assert not rights.readable_tokens(AnonymousUser()).exists()


def test_own_versions_are_those_of_the_account(carol, mallory):
    version = VersionFactory(bot__owner=carol)
    assert list(rights.own_versions(carol)) == [version]
    assert not rights.own_versions(mallory).exists()


@pytest.mark.parametrize("nobody", [None, AnonymousUser()])
def test_nobody_has_own_versions(carol, nobody):
    VersionFactory(bot__owner=carol)
    assert not rights.own_versions(nobody).exists()


def test_bots_without_an_accepted_version_are_for_their_author_and_the_staff(carol, mallory):
    bot = AuthorsBotFactory(owner=carol)
    assert list(rights.readable_bots(carol)) == [bot]
    assert not rights.readable_bots(mallory).exists()
    mallory.is_staff = True
    assert list(rights.readable_bots(mallory)) == [bot]


@pytest.mark.parametrize(("who", "seen"), [("alice", True), ("bob", False), ("mallory", False)])
def test_tables_of_a_ladder_in_draft_are_for_organisers(duplicate, who, seen, request):
    Season.objects.update(status=Season.Status.DRAFT)
    account = request.getfixturevalue(who)
    assert rights.readable_duplicates(account).filter(pk=duplicate.pk).exists() is seen


@pytest.mark.parametrize("nobody", [None, AnonymousUser()])
def test_tables_of_a_running_ladder_are_for_everybody(duplicate, nobody):
    assert rights.readable_duplicates(nobody).filter(pk=duplicate.pk).exists()
