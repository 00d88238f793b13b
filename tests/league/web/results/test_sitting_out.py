"""The form of a table of four at Skat: whoever deals sits out."""

import pytest
from django.urls import reverse

from league.models import Season
from league.web.results.entry import SCORES, SHEETS, EntryForm, stored
from tests.league.factories import MatchFactory, SeasonFactory

GAME = {"contract": "clubs", "matadors": "1", "bid": "18", "won": "yes"}


@pytest.fixture
def skat(club, session, table_of_four):
    season = SeasonFactory(club=club, game="skat", points_rule="seeger-fabian")
    type(session.event).objects.update(season=season)
    session.event.refresh_from_db()
    return MatchFactory(session=session, season=season, table_number=4, players=table_of_four)


@pytest.fixture
def page(skat):
    return reverse("web:enter", args=[skat.code])


def sheets(*declarers, **values):
    """Return a form in which seat after seat deals and these declare and win clubs."""
    found = {"count": "4", "version": "0"}
    for number, declarer in enumerate(declarers):
        path = f"rounds.{number}"
        found |= {f"{path}.dealer": str(number), f"{path}.sheet.declarer": str(declarer)}
        found |= {f"{path}.sheet.{name}": value for name, value in GAME.items()}
    return found | values


def test_the_form_offers_all_four_and_four_rounds(as_bob, page):
    shown = as_bob.get(page).content.decode()
    assert shown.count("Dealer, who sits out") == 4
    assert shown.count('name="rounds.0.sheet.declarer"') == 1
    for name in ("Bob", "Dora", "Emil", "Frida"):
        assert f">{name}</option>" in shown


def test_seats_that_are_sent_are_those_of_the_table(as_bob, page, skat):
    assert as_bob.post(page, sheets(1, 0, 0, 0)).status_code == 302
    skat.refresh_from_db()
    rounds = skat.result_in_force().rounds.all()
    assert [row.scores for row in rounds] == [
        [0, 24, 0, 0],
        [24, 0, 0, 0],
        [24, 0, 0, 0],
        [24, 0, 0, 0],
    ]


def test_another_dealer_may_be_chosen(as_bob, page, skat):
    assert as_bob.post(page, sheets(1, 0, 0, 1, **{"rounds.3.dealer": "0"})).status_code == 302
    skat.refresh_from_db()
    assert skat.result_in_force().rounds.get(number=3).scores == [0, 24, 0, 0]


def test_who_sits_out_does_not_declare(as_bob, page, skat):
    response = as_bob.post(page, sheets(1, 1, 0, 0))
    assert response.status_code == 422
    errors = response.context["form"].errors
    assert errors == {"rounds.1.sheet.declarer": ["Dora deals this round and sits out."]}
    assert not skat.results.exists()


def ramsch(*points):
    """Return a form whose second round, which Dora deals, is a Ramsch."""
    values = sheets(1, 0, 0, 0)
    for name in ("declarer", *GAME):
        del values[f"rounds.1.sheet.{name}"]
    cells = {
        f"rounds.1.sheet.ramsch.points.{seat}": point for seat, point in enumerate(points) if point
    }
    return values | cells


def test_card_points_are_of_those_who_play(as_bob, page, skat):
    response = as_bob.post(page, ramsch("20", "", "70", "30"))
    assert response.status_code == 302
    skat.refresh_from_db()
    row = skat.result_in_force().rounds.get(number=1)
    assert row.sheet["ramsch"]["points"] == [20, 0, 70, 30]
    assert row.scores[0] > 0  # the fewest win
    assert row.scores[1:] == [0, 0, 0]


def test_card_points_of_who_sits_out_are_refused_at_their_place(as_bob, page):
    response = as_bob.post(page, ramsch("20", "70", "", "30"))
    assert response.status_code == 422
    assert "rounds.1.sheet.ramsch.points.1" in response.context["form"].errors


def test_a_stored_result_comes_back_at_the_seats_of_the_table(as_bob, page, skat):
    as_bob.post(page, ramsch("20", "", "70", "30"))
    skat.refresh_from_db()
    form = stored(skat, SHEETS, skat.result_in_force())
    values = {path: given[0] for path, given in form.values.items() if given}
    assert values["rounds.0.sheet.declarer"] == "1"
    assert values["rounds.3.sheet.declarer"] == "0"
    assert values["rounds.1.sheet.ramsch.points.2"] == "70"
    assert "rounds.1.sheet.ramsch.points.1" not in values
    sent, errors = form.submission()
    assert errors == {}
    assert sent.rounds[1]["sheet"]["ramsch"]["points"] == [20, 0, 70, 30]


def test_errors_of_the_rules_are_shown_at_the_seats_of_the_table(skat):
    form = EntryForm(skat, SHEETS, {"count": ["4"]}, {})
    shown = form.refused({"rounds.1.sheet.ramsch.points.2": ["wrong"]})
    assert shown.errors == {"rounds.1.sheet.ramsch.points.2": ["wrong"]}


def test_a_sheet_stored_long_ago_comes_back_at_the_seats_of_the_table(as_bob, page, skat):
    """It counted the seats that play, and named no dealer."""
    as_bob.post(page, ramsch("20", "", "70", "30"))
    skat.refresh_from_db()
    rounds = skat.result_in_force().rounds
    old = {"ramsch": {"points": [20, 70, 30], "without_trick": [], "tie": None}}
    rounds.filter(number=1).update(sheet=old)
    form = stored(skat, SHEETS, skat.result_in_force())
    assert form.values["rounds.1.sheet.ramsch.points.2"] == ["70"]
    assert rounds.get(number=1).sheet_at_table["ramsch"]["points"] == [20, 0, 70, 30]


def test_plain_scores_leave_the_dealer_out(as_bob, page, skat):
    Season.objects.update(points_rule="sum")
    shown = as_bob.get(f"{page}?as={SCORES}").content.decode()
    assert shown.count("sits out") == 4
    assert 'name="rounds.2.2"' not in shown
    scores = {"count": "4", "version": "0"}
    scores |= {
        f"rounds.{n}.{s}": "24" if s == (n + 1) % 4 else "0" for n in range(4) for s in range(4)
    }
    assert as_bob.post(f"{page}?as={SCORES}", scores).status_code == 302
    skat.refresh_from_db()
    assert skat.result_in_force().totals == [24, 24, 24, 24]


def test_plain_scores_are_offered_only_where_they_will_do(as_bob, page, skat):
    for address in (page, f"{page}?as=scores"):
        shown = as_bob.get(address).content.decode()
        assert "Scores only" not in shown
        assert 'name="rounds.0.sheet.declarer"' in shown
    type(skat.season).objects.filter(pk=skat.season.pk).update(points_rule="sum")
    assert "Scores only" in as_bob.get(page).content.decode()
