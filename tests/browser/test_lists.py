"""Lists on a phone: pasted or chosen as a file, matched, and imported."""

import io

import openpyxl
import pytest
from playwright.sync_api import expect

from tests.league.factories import EventFactory, RegistrationFactory, SeasonFactory

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

PASTED = "Spieler;Bemerkung;Stammlokal\nEbert, Dirk;Kassenwart;Linde\nIda Lang;;Anker\n\nBen;;Linde"

RESULTS = """Datum;Serie;Tisch;Spieler;Punkte
15.03.2024;1;1;Ebert, Dirk;830
15.03.2024;1;1;Ida Lang;1102
15.03.2024;1;1;Annemarie von der Linde;-45
22.03.2024;1;1;Ida Lang;730
22.03.2024;1;1;Ebert, Dirk;612
22.03.2024;1;1;Annemarie von der Linde;many"""


@pytest.fixture
def dirk(season):
    return RegistrationFactory(event__season=season, player__name="Dirk Ebert").player


def test_a_pasted_list_is_matched_and_registered(as_alice, season, dirk, on_screens):
    page, event = as_alice(), EventFactory(season=season)
    page.goto(f"/events/{event.code}/import/")
    page.get_by_label("Paste the list here").fill(PASTED)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_label("Spieler")).to_have_value("name")
    page.get_by_label("Stammlokal").select_option(label="Group")
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_text("Dirk Ebert (guest")).to_be_visible()
    assert on_screens(page, "list-pasted") == []
    page.get_by_role("button", name="Import 3 people").click()
    expect(page.get_by_text("3 players are registered.")).to_be_visible()
    rows = event.registrations.order_by("player__name").values_list("player__name", "group")
    assert list(rows) == [("Ben", "Linde"), ("Dirk Ebert", "Linde"), ("Ida Lang", "Anker")]
    assert event.registrations.filter(player=dirk).exists()


def test_a_workbook_makes_members(as_alice, season, dirk, on_screens):
    book = openpyxl.Workbook()
    for row in (["Vorname", "Nachname"], ["Dirk", "Ebert"], ["Ida", "Lang"], ["Ida", "Lang"]):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    page = as_alice()
    page.goto(f"/clubs/{season.club.slug}/members/")
    page.get_by_role("link", name="Import a list").click()
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    sent = {"name": "list.xlsx", "mimeType": kind, "buffer": file.getvalue()}
    page.get_by_label("Or choose a file").set_input_files(sent)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Line 3 already names this player.")).to_be_visible()
    assert on_screens(page, "list-doubled") == []
    page.get_by_label("Who is this?").select_option(label="leave this line out")
    page.get_by_label("No, a new person").check()
    page.get_by_role("button", name="Check again").click()
    page.get_by_role("button", name="Import 2 people").click()
    expect(page.get_by_text("2 people are now members.")).to_be_visible()
    members = season.club.memberships.filter(player__name__in=["Dirk Ebert", "Ida Lang"])
    assert members.count() == 2
    assert not members.filter(player=dirk).exists()
    assert on_screens(page, "list-brought") == []


def test_results_of_a_past_season_are_brought_and_taken_back(as_alice, season, dirk, on_screens):
    past, page = SeasonFactory(club=season.club, name="2024", game="skat"), as_alice()
    page.goto(f"/seasons/{past.code}/")
    page.get_by_role("link", name="Import results").click()
    page.get_by_label("Paste the list here").fill(RESULTS)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Write the score of the match as a whole number")).to_be_visible()
    assert on_screens(page, "results-wrong") == []
    page.get_by_label("Paste the list here").fill(RESULTS.replace("many", "0"))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Events from your list")).to_be_visible()
    assert on_screens(page, "results-pasted") == []
    page.get_by_role("button", name="Import 6 lines").click()
    expect(page.get_by_text("2 evenings are imported.")).to_be_visible()
    assert on_screens(page, "results-brought") == []
    assert past.matches.filter(seats__player=dirk, status="final").count() == 2
    page.get_by_role("button", name="Undo this import").click()
    expect(page.get_by_text("This import was undone.")).to_be_visible()
    assert on_screens(page, "results-undone") == []
    page.get_by_role("link", name="2024-03-15").click()
    expect(page.get_by_text("The list it came from was taken back.")).to_be_visible()


def test_the_page_of_a_match_from_a_list_fits_every_screen(as_alice, season, on_screens):
    past, page = SeasonFactory(club=season.club, name="2024", game="skat"), as_alice()
    page.goto(f"/seasons/{past.code}/results/")
    page.get_by_label("Paste the list here").fill(RESULTS.replace("many", "0"))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import 6 lines").click()
    page.goto(f"/matches/{past.matches.order_by('pk')[0].code}/")
    expect(page.get_by_text("This result comes from a list.")).to_be_visible()
    assert on_screens(page, "results-match") == []
    page.goto(f"/matches/{past.matches.order_by('pk')[0].code}/correct/")
    expect(page.get_by_label("Score of Dirk Ebert")).to_have_value("830")
    assert on_screens(page, "results-correct") == []
    page.goto(f"/seasons/{past.code}/")
    assert on_screens(page, "results-season") == []
    page.goto(f"/events/{past.events.order_by('pk')[0].code}/")
    assert on_screens(page, "results-event") == []
