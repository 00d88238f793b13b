"""Bringing results of a past season: looked at first, then done, and taken back if wrong."""

import re

import pytest
from django.urls import reverse

from league.models import Event, Match
from tests.league.factories import SeasonFactory

LIST = "15.03.2024;1;1;Ada;12\n15.03.2024;1;1;Ben;6\n15.03.2024;1;1;Cleo;0\n"


@pytest.fixture
def season(club):
    return SeasonFactory(club=club, game="skat")


@pytest.fixture
def page(season):
    return reverse("web:import-results", args=[season.code])


@pytest.fixture
def imported(as_alice, page):
    """Return the page of a list that was imported."""
    return as_alice.post(page, {"csv": LIST, "do": "yes"}).url


def test_a_season_leads_to_the_form(as_alice, season, page):
    shown = as_alice.get(reverse("web:season", args=[season.code])).content.decode()
    assert f'href="{page}"' in shown


def test_a_list_is_looked_at_first(as_alice, page):
    shown = as_alice.post(page, {"csv": LIST}).content.decode()
    assert "2024-03-15, session 1, table 1" in shown
    assert "Import 3 lines" in shown
    assert '<option value="score" selected>' in shown
    assert not Event.objects.exists()


def test_a_list_says_which_evenings_it_becomes(as_alice, page):
    shown = as_alice.post(page, {"csv": LIST}).content.decode()
    assert '<th scope="row">2024-03-15</th>' in shown


def test_then_it_is_done(as_alice, imported):
    shown = as_alice.get(imported).content.decode()
    assert "1 evening is imported." in shown
    assert "Undo this import" in shown
    assert Match.objects.get().status == "final"


def test_a_total_per_evening_is_refused_with_its_columns_shown(as_alice, page):
    response = as_alice.post(page, {"csv": "Datum;Name;Punkte\n15.03.2024;Ada;12", "do": "yes"})
    shown = response.content.decode()
    assert response.status_code == 422
    assert "needs columns for the date" in shown
    assert '<option value="date" selected>' in shown


def test_a_line_is_left_out(as_alice, page, season):
    wrong = "15.03.2024;1;1;Dora;many\n"
    as_alice.post(page, {"csv": LIST + wrong, "matched": "yes", "who-4": "skip", "do": "yes"} | HOW)
    assert season.matches.get().seats.count() == 3


HOW = {"column": ["date", "session", "table", "name", "score"]}


def test_a_season_by_declarers_says_what_to_do_at_once(as_alice, club):
    season = SeasonFactory(club=club, game="skat", points_rule="seeger-fabian")
    shown = as_alice.get(reverse("web:import-results", args=[season.code])).content.decode()
    assert "sum of game points" in shown
    assert "<textarea" not in shown


def test_the_page_of_a_match_says_that_its_result_comes_from_a_list(as_alice, imported):
    match = Match.objects.get()
    shown = as_alice.get(reverse("web:match", args=[match.code])).content.decode()
    assert "This result comes from a list." in shown
    assert "Fair deals" not in shown.partition("<main")[2]
    assert "Scores from a list · entered by" in shown
    assert '<td class="num soft">–</td>' not in shown


def test_an_import_is_undone(as_alice, imported):
    shown = as_alice.post(imported, follow=True).content.decode()
    assert "This import was undone." in shown
    assert Match.objects.get().status == "void"


def test_an_import_that_was_undone_says_so(as_alice, imported):
    as_alice.post(imported)
    assert "already taken back" in as_alice.post(imported, follow=True).content.decode()


def test_the_form_leads_to_what_was_imported_before(as_alice, page, imported):
    assert f'href="{imported}"' in as_alice.get(page).content.decode()


def test_a_result_from_a_list_is_corrected_by_its_totals(as_alice, imported):
    match = Match.objects.get()
    page = reverse("web:correct", args=[match.code])
    assert 'name="rounds.0.0" value="12"' in as_alice.get(page).content.decode()
    sent = {"rounds.0.0": "21", "rounds.0.1": "6", "rounds.0.2": "0"}
    sent |= {"count": "1", "version": "1", "reason": "two digits swapped"}
    preview = as_alice.post(f"{page}?as=totals", sent).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', preview)[1]
    as_alice.post(f"{page}?as=totals", sent | {"seen": seen})
    assert list(match.seats.values_list("score", flat=True)) == [21, 6, 0]


def test_a_total_that_is_no_number_is_named_by_its_player(as_alice, imported):
    match = Match.objects.get()
    sent = {"rounds.0.0": "x", "rounds.0.1": "6", "rounds.0.2": "0", "count": "1", "version": "1"}
    response = as_alice.post(reverse("web:correct", args=[match.code]), sent)
    assert response.status_code == 422
    assert '<a href="#rounds.0.0">Ada: ' in response.content.decode()
