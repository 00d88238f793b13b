"""A federation asks a club, the club answers, and either of them ends it."""

from datetime import timedelta

import pytest
from django.db import IntegrityError

from league.models import Affiliation, AuditEntry, Club, Notice, Role
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.clubs import affiliations, clubs
from tests.league.factories import NOW, ClubFactory, PersonFactory, make_member
from tests.league.federations import AffiliationFactory

LATER = NOW + affiliations.RESTS


@pytest.fixture
def federation(db):
    return ClubFactory(kind=Club.Kind.FEDERATION, name="Federation North")


@pytest.fixture
def olga(federation):
    return make_member(federation, "Olga", Role.ORGANISER)


@pytest.fixture
def asked(federation, club):
    return AffiliationFactory(federation=federation, club=club, status="asked")


@pytest.fixture
def member(federation, club):
    return AffiliationFactory(federation=federation, club=club)


def ask(federation, club, by, now=NOW):
    return affiliations.ask(federation=federation, club=club, by=by, now=now)


def act(name, row, by):
    return getattr(affiliations, name)(affiliation=row, by=by, now=NOW)


def test_whoever_founds_a_federation_owns_it(db):
    carol = PersonFactory().account
    made = clubs.found_club(
        slug="north", name="North", kind=Club.Kind.FEDERATION, by=carol, now=NOW
    )
    assert made.is_federation
    assert rights.role_in(made, carol) == Role.OWNER


def test_a_kind_that_there_is_not_is_refused(db):
    with pytest.raises(Invalid, match="club, federation"):
        clubs.found_club(
            slug="north", name="North", kind="empire", by=PersonFactory().account, now=NOW
        )


def test_a_club_is_asked_and_its_organisers_are_told(federation, club, olga, alice):
    row = ask(federation, club, olga)
    assert (row.status, row.asked_by) == ("asked", olga)
    assert Notice.objects.get(account=alice).text == (
        f"Federation North asks whether {club.name} wants to be a member."
    )


def test_a_club_that_accepts_is_a_member(asked, federation, club, olga, alice):
    act("accept", asked, alice)
    assert [row.club for row in affiliations.clubs_of(federation)] == [club]
    assert [row.federation for row in affiliations.federations_of(club)] == [federation]
    assert asked.answered_by == alice
    assert "is now a member" in Notice.objects.get(account=olga).text


@pytest.mark.parametrize("name", ["accept", "decline"])
def test_a_federation_does_not_answer_for_a_club(name, asked, olga):
    with pytest.raises(Forbidden):
        act(name, asked, olga)
    asked.refresh_from_db()
    assert asked.status == "asked"


def test_organisers_of_a_club_ask_for_no_federation(federation, club, alice):
    with pytest.raises(Forbidden):
        ask(federation, club, alice)


def test_scorers_of_a_federation_ask_nobody(federation, club):
    with pytest.raises(Forbidden):
        ask(federation, club, make_member(federation, "Sven", Role.SCORER))


def test_a_federation_does_not_belong_to_another(federation, olga):
    with pytest.raises(Invalid, match="cannot belong to a federation"):
        ask(federation, ClubFactory(kind=Club.Kind.FEDERATION), olga)


def test_a_club_has_no_clubs(club, alice):
    with pytest.raises(Conflict, match="Only a federation"):
        ask(club, ClubFactory(), alice)


@pytest.mark.parametrize(("status", "said"), [("asked", "not answered"), ("member", "already is")])
def test_nobody_is_asked_twice(status, said, federation, club, olga):
    row = AffiliationFactory(federation=federation, club=club, status=status)
    with pytest.raises(Conflict, match=said) as refused:
        ask(federation, club, olga)
    assert refused.value.current == row


def test_a_club_that_has_declined_is_left_alone_for_a_while(asked, federation, club, olga, alice):
    act("decline", asked, alice)
    with pytest.raises(Conflict, match="30 days"):
        ask(federation, club, olga, LATER - timedelta(seconds=1))
    assert ask(federation, club, olga, LATER).status == "asked"


@pytest.mark.parametrize("who", ["alice", "olga"])
def test_either_side_ends_it(who, member, federation, request):
    act("end", member, request.getfixturevalue(who))
    assert not affiliations.clubs_of(federation).exists()
    assert member.ended_at == NOW


def test_whoever_is_on_the_other_side_is_told(member, alice, olga):
    act("end", member, olga)
    assert "no longer a member" in Notice.objects.get(account=alice).text
    assert not Notice.objects.filter(account=olga).exists()


def test_strangers_end_nothing(member):
    with pytest.raises(Forbidden):
        act("end", member, PersonFactory().account)


def test_a_federation_takes_back_what_it_has_asked(asked, olga, alice):
    act("end", asked, olga)
    with pytest.raises(Conflict, match="taken back"):
        act("accept", asked, alice)


@pytest.mark.parametrize(("later", "told"), [(timedelta(days=29), 1), (affiliations.RESTS, 2)])
def test_a_club_is_not_told_of_a_request_over_and_over(later, told, federation, club, olga, alice):  # noqa: PLR0917
    act("end", ask(federation, club, olga), olga)
    assert ask(federation, club, olga, NOW + later).status == "asked"
    assert Notice.objects.filter(account=alice).count() == told


def test_a_request_that_was_answered_meanwhile_is_not_taken_back(asked, olga, alice):
    seen = Affiliation.objects.get(pk=asked.pk)
    act("accept", asked, alice)
    with pytest.raises(Conflict, match="is answered"):
        act("end", seen, olga)
    asked.refresh_from_db()
    assert asked.status == "member"


def test_a_club_answers_instead_of_ending_what_was_asked(asked, alice):
    with pytest.raises(Conflict, match="Accept or decline"):
        act("end", asked, alice)


def test_what_has_ended_does_not_end_again(member, alice):
    act("end", member, alice)
    with pytest.raises(Conflict, match="does not belong"):
        act("end", member, alice)


def test_a_club_that_has_left_can_be_asked_again(member, federation, club, olga, alice):
    act("end", member, alice)
    assert ask(federation, club, olga).pk != member.pk


def test_both_logs_say_it(federation, club, olga):
    row = ask(federation, club, olga)
    found = AuditEntry.objects.filter(subject=f"affiliation:{row.code}")
    assert {entry.club for entry in found} == {federation, club}
    assert {entry.action for entry in found} == {"affiliation.ask"}


def test_too_many_open_requests_are_refused(federation, club, olga, monkeypatch):
    monkeypatch.setattr(affiliations, "MOST_OPEN", 1)
    AffiliationFactory(federation=federation, status="asked")
    with pytest.raises(Conflict, match="Too many clubs"):
        ask(federation, club, olga)


def test_a_club_is_not_asked_by_too_many(federation, club, olga, monkeypatch):
    monkeypatch.setattr(affiliations, "MOST_WAITING", 1)
    AffiliationFactory(club=club, status="asked")
    with pytest.raises(Conflict, match="too many requests"):
        ask(federation, club, olga)


def test_open_requests_are_known_to_both_sides_alone(asked, alice, olga):
    def known(account):
        return asked in rights.readable_affiliations(account)

    assert (known(alice), known(olga)) == (True, True)
    assert (known(PersonFactory().account), known(None)) == (False, False)


def test_members_are_known_to_everybody(member):
    assert member in rights.readable_affiliations(None)


def test_organisers_of_a_federation_have_no_rights_in_its_clubs(member, federation, club, olga):
    assert rights.has_role(federation, olga, Role.ORGANISER)
    assert rights.role_in(club, olga) is None


def test_organisers_of_a_club_have_no_rights_in_the_federation(member, federation, alice):
    assert rights.role_in(federation, alice) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"status": "left", "ended_at": None},
        {"status": "member", "answered_at": None},
        {"status": "guest"},
    ],
)
def test_the_database_keeps_a_status_and_its_times_together(wrong, member):
    with pytest.raises(IntegrityError):
        Affiliation.objects.filter(pk=member.pk).update(**wrong)


def test_the_database_has_one_open_row_for_two(member, federation, club):
    with pytest.raises(IntegrityError):
        AffiliationFactory(federation=federation, club=club, status="asked")
