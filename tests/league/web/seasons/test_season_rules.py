"""Rules of a season that runs, changed on a page that says first what that does."""

import pytest

from league.models import AuditEntry, Season
from league.services.results import results
from tests.league.factories import NOW


@pytest.fixture
def season(entered, alice):
    """A season in which one match is final: 36, 27 and twice 18 points."""
    results.confirm(match=entered, by=alice, expected_version=entered.version, now=NOW)
    return entered.season


def page(season):
    return f"/seasons/{season.code}/rules/"


def wish(season, **values):
    chain = {f"tie_break_{at}": name for at, name in enumerate(season.tie_breaks)}
    usual = {"drop_worst": season.drop_worst, "min_attendance": season.min_attendance}
    return {**chain, **usual, **values}


def test_the_form_holds_the_rules(as_alice, season):
    Season.objects.update(tie_breaks=["best", "wins", "score", "seconds"], drop_worst=2)
    form = as_alice.get(page(season)).context["form"]
    assert [field.value() for field in form.chain] == ["best", "wins", "score", "seconds"]
    assert form["drop_worst"].value() == 2


def test_what_changes_is_said_before_it_is_done(as_alice, season):
    answer = as_alice.post(page(season), wish(season, min_attendance="2"))
    shifts = answer.context["preview"].shifts
    assert len(shifts) == 4
    assert {shift.rank_after for shift in shifts} == {None}
    assert "No later session" not in answer.content.decode()
    season.refresh_from_db()
    assert season.min_attendance == 0


def test_what_was_looked_at_is_done(as_alice, season):
    wanted = wish(season, drop_worst="1", tie_break_0="best", tie_break_1="", tie_break_2="")
    seen = as_alice.post(page(season), wanted).context["seen"]
    assert as_alice.post(page(season), wanted | {"seen": seen}).status_code == 302
    season.refresh_from_db()
    assert (season.drop_worst, season.tie_breaks) == (1, ["best"])
    assert AuditEntry.objects.filter(action="season.rules").count() == 1


def test_what_is_changed_since_is_looked_at_again(as_alice, season):
    seen = as_alice.post(page(season), wish(season, drop_worst="1")).context["seen"]
    answer = as_alice.post(page(season), wish(season, drop_worst="2", seen=seen))
    assert answer.context["preview"] is not None
    season.refresh_from_db()
    assert season.drop_worst == 0


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"drop_worst": "101"}, "drop_worst"),
        ({"min_attendance": ""}, "min_attendance"),
        ({"tie_break_0": "lot", "tie_break_1": "best"}, "tie_break_1"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(as_alice, season, values, field):
    answer = as_alice.post(page(season), wish(season, **values))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])


def test_a_closed_season_keeps_its_rules(as_alice, season):
    Season.objects.update(status=Season.Status.CLOSED)
    answer = as_alice.post(page(season), wish(season, drop_worst="1"))
    assert answer.status_code == 422
    assert page(season) not in as_alice.get(f"/seasons/{season.code}/").content.decode()


def test_a_ladder_has_no_such_rules(as_alice, season):
    Season.objects.update(kind=Season.Kind.LADDER, table_size=4)
    assert as_alice.get(page(season)).status_code == 404


def test_the_page_of_the_season_leads_organisers_there(as_alice, as_bob, season):
    address = f"/seasons/{season.code}/"
    assert page(season) in as_alice.get(address).content.decode()
    assert page(season) not in as_bob.get(address).content.decode()
