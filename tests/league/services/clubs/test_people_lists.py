"""Lists of people make members, all or none."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, Invitation, Mail, Membership, Player
from league.services.base.refusals import Forbidden, Invalid, SameName, Unagreed
from league.services.clubs import mailed_invitations, people_lists, people_taken_back
from league.services.clubs.lists import Wishes
from league.services.corrections import merges
from tests.league.factories import (
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
)


@pytest.fixture
def bring(club, alice, now):
    """Return a function that imports a list of people."""

    def act(text, who=(), **options):
        wishes = Wishes(who=dict(who), **{key: options.pop(key) for key in HOW & {*options}})
        content = text.encode()
        return people_lists.import_people(
            club=club, content=content, wishes=wishes, by=alice, now=now, **options
        ).lines

    return act


HOW = {"columns", "has_header"}


def names(lines):
    return [(line.player.name, line.is_new, line.is_already) for line in lines]


@pytest.fixture
def dirk(event):
    return RegistrationFactory(event=event, player__name="Dirk Ebert").player


def test_a_list_makes_members(bring, club, bob, dirk):
    lines = bring("Nachname;Vorname\nEbert;Dirk\nLang;Ida\nBob;")
    assert names(lines) == [
        ("Dirk Ebert", False, False),
        ("Ida Lang", True, False),
        ("Bob", False, True),
    ]
    assert {dirk, lines[1].player} <= {row.player for row in club.memberships.all()}


def test_each_new_member_is_in_the_trail(bring):
    [line] = bring("Ida Lang")
    found = AuditEntry.objects.filter(subject=f"player:{line.player.code}")
    assert [entry.action for entry in found.order_by("pk")] == ["person.register", "club.admit"]


def test_a_known_name_may_be_a_new_person(bring, dirk):
    [line] = bring("Dirk Ebert", {1: "new"})
    assert line.is_new
    assert Player.objects.filter(name="Dirk Ebert").count() == 2


def test_a_choice_made_before_somebody_came_does_not_count_against_them(bring, dirk):
    choice = {1: f"not {dirk.code}"}
    [first], [again] = (bring("Dirk Ebert", choice) for _ in range(2))
    assert (first.is_new, again.is_already) == (True, True)
    assert again.player == first.player


def test_of_two_of_a_name_one_is_chosen(bring, event, dirk):
    other = RegistrationFactory(event=event, player__name="Dirk Ebert").player
    with pytest.raises(SameName) as refusal:
        bring("Dirk Ebert")
    assert dirk.code in refusal.value.message
    assert other.code in refusal.value.message
    assert bring("Dirk Ebert", {1: other.code})[0].player == other


def test_a_line_is_left_out(bring, club):
    assert names(bring("Ida\nIda", {2: "skip"})) == [("Ida", True, False)]


def test_two_of_one_name_may_come_together(bring):
    assert [line.is_new for line in bring("Ida\nIda", {2: "new"})] == [True, True]


def test_the_same_twice_is_refused(bring):
    with pytest.raises(Invalid) as refusal:
        bring("Ida\nIDA")
    assert list(refusal.value.errors) == ["lines.2.name"]
    assert not Membership.objects.filter(player__name="Ida").exists()


def test_guests_are_left_out_and_other_words_refused(bring):
    assert names(bring("Name;Status\nIda;Gast\nJan;Mitglied")) == [("Jan", True, False)]
    with pytest.raises(Invalid) as refusal:
        bring("Name;Status\nIda;Vorstand")
    assert list(refusal.value.errors) == ["lines.2.role"]
    ignored = {"columns": ["name", ""], "has_header": True}
    assert names(bring("Name;Status\nIda;Vorstand", **ignored)) == [("Ida", True, False)]


@pytest.mark.parametrize("columns", [["name", "name"], ["shoe"]])
def test_columns_that_contradict_are_refused(bring, columns):
    with pytest.raises(Invalid) as refusal:
        bring("Ida;Jan", columns=columns)
    assert all(path.startswith("columns.") for path in refusal.value.errors)


def test_the_code_of_who_turned_out_to_be_another_leads_there(bring, event, dirk, alice, now):
    gone = RegistrationFactory(event=event, player__name="Dirk E.").player
    RegistrationFactory(event__season=event.season, player=gone)
    gone.registrations.filter(event=event).delete()
    merges.merge(gone=gone, stays=dirk, by=alice, now=now)
    [line] = bring(f"name;code\nDirk E.;{gone.code}")
    assert line.player == dirk


def test_who_has_not_agreed_is_asked(bring, club):
    stranger = PersonFactory(name="Carol Miller")
    with pytest.raises(Unagreed):
        bring(f"name;code\nCarol Miller;{stranger.code}\nIda;")
    assert stranger.agreements.filter(club=club).exists()
    assert not Player.objects.filter(name="Ida").exists()


def test_a_preview_stores_nothing(bring):
    assert names(bring("Ida", preview=True)) == [("Ida", True, False)]
    assert not Player.objects.filter(name="Ida").exists()


def test_members_bring_no_list(club, bob, now):
    with pytest.raises(Forbidden):
        people_lists.import_people(club=club, content=b"Ida", by=bob, now=now)


def test_queries_do_not_grow_with_the_lines(bring, club):
    def queries(text):
        with CaptureQueriesContext(connection) as found:
            bring(text)
        return len(found)

    for number in range(20):
        MembershipFactory(club=club, player=PlayerFactory(name=f"Member {number}"))
    few = queries("Member 0\nIda")
    assert queries("\n".join(f"Member {n}" for n in range(40))) == few


WITH_MAIL = (
    "Name;E-Mail\nIda Lang;ida@example.org\nDirk Ebert;Dirk@Example.org\nBob;bob@example.org"
)


def invited():
    rows = Mail.objects.filter(kind=Mail.Kind.INVITATION).order_by("pk")
    return [(mail.player.name, mail.address) for mail in rows.select_related("player")]


def test_a_column_of_addresses_invites_who_has_no_account(bring, dirk, bob):
    lines = bring(WITH_MAIL)
    assert [line.invited for line in lines] == ["ida@example.org", "Dirk@Example.org", ""]
    assert invited() == [("Ida Lang", "ida@example.org"), ("Dirk Ebert", "dirk@example.org")]


def test_a_preview_invites_nobody(bring, bob, dirk, monkeypatch):
    monkeypatch.setattr(mailed_invitations, "MOST_TO_AN_ADDRESS", 1)
    assert [bool(line.invited) for line in bring(WITH_MAIL, preview=True)] == [True, True, False]
    assert not Mail.objects.exists()
    bring(WITH_MAIL)


def test_addresses_are_known_by_what_is_in_a_column(bring):
    bring("Ida Lang;ida@example.org\nJan;")
    assert invited() == [("Ida Lang", "ida@example.org")]


def test_an_address_that_is_none_is_said_at_its_cell(bring):
    with pytest.raises(Invalid) as refusal:
        bring("Name;E-Mail\nIda;ida@example.org\nJan;jan@")
    assert list(refusal.value.errors) == ["lines.3.email"]
    assert not Membership.objects.filter(player__name="Ida").exists()


def test_too_many_invitations_bring_nobody_and_count_for_nothing(bring, monkeypatch):
    monkeypatch.setattr(mailed_invitations, "MOST_OF_AN_ORGANISER", 3)
    bring("Ida;ida@example.org\nJan;jan@example.org")
    with pytest.raises(Invalid) as refusal:
        bring("Uwe;uwe@example.org\nEva;eva@example.org")
    assert list(refusal.value.errors) == ["lines.2.email"]
    assert not Player.objects.filter(name="Uwe").exists()
    bring("Uwe;uwe@example.org\nEva;")
    assert [name for name, _address in invited()] == ["Ida", "Jan", "Uwe"]


def test_a_list_with_more_addresses_than_may_be_invited_says_so_at_once(bring, monkeypatch):
    monkeypatch.setattr(mailed_invitations, "MOST_OF_AN_ORGANISER", 1)
    with pytest.raises(Invalid, match="One list can invite 1 person") as refusal:
        bring("Ida;ida@example.org\nJan;jan@example.org", preview=True)
    assert list(refusal.value.errors) == ["lines.2.email"]


def test_queries_do_not_grow_with_the_invitations(bring, club, event):
    def queries(numbers):
        known = [RegistrationFactory(event=event, player__name=f"Guest {n}") for n in numbers]
        lines = [f"{row.player.name};guest{row.pk}@example.org" for row in known]
        new = [f"New {n};new{n}@example.org" for n in numbers]
        with CaptureQueriesContext(connection) as found:
            bring("\n".join(["Name;E-Mail", *lines, *new]))
        return len(found)

    assert queries(range(2)) == queries(range(2, 17))
    assert Mail.objects.count() == Invitation.objects.count() == 34


def test_a_list_that_is_refused_counts_for_no_address(bring, monkeypatch):
    monkeypatch.setattr(mailed_invitations, "MOST_OF_AN_ORGANISER", 2)
    bring("Ida;ida@example.org")
    monkeypatch.setattr(mailed_invitations, "MOST_TO_AN_ADDRESS", 1)
    for _ in range(2):
        with pytest.raises(Invalid):
            bring("Jan;Jan@Example.org\nEva;IDA@example.org")
    bring("Jan;jan@example.org")
    assert [name for name, _address in invited()] == ["Ida", "Jan"]


def test_an_address_that_too_many_have_is_said_at_its_cell(bring, monkeypatch):
    monkeypatch.setattr(mailed_invitations, "MOST_TO_AN_ADDRESS", 2)
    with pytest.raises(Invalid, match="Lines 1, 2 have this address already") as refusal:
        bring("Ida;x@example.org\nJan;X@example.org\nEva;x@example.org", preview=True)
    assert list(refusal.value.errors) == ["lines.3.email"]


def test_who_organises_elsewhere_is_invited_from_there(bring, dirk):
    MembershipFactory(player=dirk, role="member")
    with pytest.raises(Invalid) as refusal:
        bring("Dirk Ebert;dirk@example.org")
    assert list(refusal.value.errors) == ["lines.1.email"]


def test_where_no_mail_is_sent_addresses_are_ignored(bring, settings):
    settings.HAS_MAIL = False
    [line] = bring("Name;E-Mail\nIda;ida@example.org")
    assert (line.player.name, line.invited) == ("Ida", "")


def test_an_import_with_invitations_can_be_undone(bring, club, alice, now):
    bring("Ida;ida@example.org")
    [entry] = people_taken_back.lists_of(club)
    people_taken_back.undo(club=club, code=entry.data["list"], by=alice, now=now)
    assert not Membership.objects.filter(player__name="Ida").exists()
    assert Invitation.objects.count() == 1
