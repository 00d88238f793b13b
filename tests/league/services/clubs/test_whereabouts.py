"""Where a club is, how to get there, how to reach it."""

import pytest

from league.models import AuditEntry
from league.services.base.refusals import Forbidden, Invalid
from league.services.clubs import clubs, whereabouts

TOLD = {
    "town": "Dorf",
    "country": "Germany",
    "address": "Am Anger 1\nSide door",
    "email": "club@linde.example",
    "telephone": "+49 30 1234",
    "website": "https://linde.example/cards",
    "directions": "Bus 3.\n\nRing twice.",
}


def test_organisers_say_where_the_club_is(club, alice, now):
    clubs.describe_club(club=club, by=alice, now=now, **TOLD)
    club.refresh_from_db()
    assert {field: getattr(club, field) for field in TOLD} == TOLD
    assert club.has_whereabouts


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_others_do_not(club, now, who, request):
    with pytest.raises(Forbidden):
        clubs.describe_club(club=club, town="Mine", by=request.getfixturevalue(who), now=now)


def test_what_is_not_given_stays_and_what_is_empty_goes(club, alice, now):
    clubs.describe_club(club=club, by=alice, now=now, **TOLD)
    clubs.describe_club(club=club, by=alice, now=now, email="", name="Die Linde")
    club.refresh_from_db()
    assert (club.name, club.town, club.email) == ("Die Linde", "Dorf", "")


def test_log_says_that_it_was_changed_and_never_what_it_says(club, alice, now):
    clubs.describe_club(club=club, by=alice, now=now, telephone=" +49 30 1234 ", town="Dorf")
    clubs.describe_club(club=club, by=alice, now=now, telephone="+49  30 1234")
    assert AuditEntry.objects.get().data == {"where": ["telephone", "town"]}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((field, "x" * (longest + 1)) for field, longest in whereabouts.LONGEST.items()),
        ("email", "linde"),
        ("email", "a@b.example, c@d.example"),
        ("website", "linde.example"),
        ("website", "javascript:alert(1)"),
        ("website", "https://"),
    ],
)
def test_what_is_told_needs_sense(club, alice, now, field, value):
    with pytest.raises(Invalid) as refused:
        clubs.describe_club(club=club, by=alice, now=now, **{field: value})
    assert list(refused.value.errors) == [field]


def test_all_that_is_wrong_is_said_at_once(club, alice, now):
    with pytest.raises(Invalid) as refused:
        clubs.describe_club(club=club, by=alice, now=now, email="x", website="y", town="Dorf")
    assert set(refused.value.errors) == {"email", "website"}
    club.refresh_from_db()
    assert not club.has_whereabouts


def test_every_text_of_a_club_has_a_length():
    assert whereabouts.LONGEST.keys() == whereabouts.Whereabouts.__annotations__.keys()
