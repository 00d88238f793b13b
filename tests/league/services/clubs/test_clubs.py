import pytest

from league.models import AuditEntry, Club, Membership, Player, Role
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.clubs import clubs
from tests.league.factories import AccountFactory


@pytest.fixture
def unnamed(db):
    """An account that is nobody yet."""
    return AccountFactory(username="login-of-uwe")


def found(account, now, **changes):
    return clubs.found_club(
        **{"slug": "anker", "name": "Zum Anker", "by": account, "now": now} | changes
    )


def role_of(club, player):
    return Membership.objects.get(club=club, player=player).role


def test_the_founder_owns_the_club(mallory, now):
    assert role_of(found(mallory, now), mallory.player) == Role.OWNER


def test_founding_is_noted(mallory, now):
    club = found(mallory, now)
    assert AuditEntry.objects.get(club=club, action="club.found").subject == "club:anker"


def test_a_founder_who_is_nobody_gives_a_name(unnamed, now):
    club = found(unnamed, now, owner_name=" Uwe  Uhl ")
    assert (unnamed.player.name, role_of(club, unnamed.player)) == ("Uwe Uhl", Role.OWNER)


@pytest.mark.parametrize("name", [None, "", "x" * 81])
def test_a_founder_without_a_name_is_asked_for_it(unnamed, now, name):
    with pytest.raises(Invalid) as refused:
        found(unnamed, now, owner_name=name)
    assert list(refused.value.errors) == ["owner_name"]
    assert not Club.objects.exists()


def test_a_founder_who_is_somebody_takes_no_other_name(mallory, now):
    with pytest.raises(Conflict, match="Mallory"):
        found(mallory, now, owner_name="Malte")
    assert not Club.objects.exists()


def test_an_address_is_taken_once(club, mallory, now):
    with pytest.raises(Invalid) as refused:
        found(mallory, now, slug=club.slug)
    assert list(refused.value.errors) == ["slug"]
    assert Club.objects.count() == 1


def test_a_club_that_is_not_founded_leaves_no_person(club, unnamed, now):
    with pytest.raises(Invalid):
        found(unnamed, now, slug=club.slug, owner_name="Uwe")
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("slug", ""),
        ("slug", "zum anker"),
        ("slug", "ä"),
        ("slug", "../x"),
        ("slug", "x" * 61),
        ("name", " "),
        ("name", "x" * 121),
        ("about", "x" * 2001),
    ],
)
def test_a_club_needs_sense(mallory, now, field, value):
    with pytest.raises(Invalid) as refused:
        found(mallory, now, **{field: value})
    assert list(refused.value.errors) == [field]


@pytest.mark.parametrize("who", ["alice", "owner"])
def test_organisers_describe_the_club(club, now, who, request):
    by = request.getfixturevalue(who)
    clubs.describe_club(club=club, name=" Die  Linde", about="Mondays.", by=by, now=now)
    club.refresh_from_db()
    assert (club.name, club.about) == ("Die Linde", "Mondays.")


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_others_do_not_describe_the_club(club, now, who, request):
    with pytest.raises(Forbidden):
        clubs.describe_club(club=club, name="Mine", by=request.getfixturevalue(who), now=now)


def test_what_is_not_given_stays(club, alice, now):
    clubs.describe_club(club=club, about="Mondays.", by=alice, now=now)
    clubs.describe_club(club=club, name="Die Linde", by=alice, now=now)
    club.refresh_from_db()
    assert (club.name, club.about) == ("Die Linde", "Mondays.")


def test_describing_is_noted_with_what_it_was(club, alice, now):
    was = club.name
    clubs.describe_club(club=club, name="Die Linde", about="", by=alice, now=now)
    clubs.describe_club(club=club, name="Die Linde", by=alice, now=now)
    assert AuditEntry.objects.get().data == {"is": {"name": "Die Linde"}, "was": {"name": was}}


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("name", "x" * 121), ("about", "x" * 2001)]
)
def test_a_description_needs_sense(club, alice, now, field, value):
    with pytest.raises(Invalid) as refused:
        clubs.describe_club(club=club, by=alice, now=now, **{field: value})
    assert list(refused.value.errors) == [field]
