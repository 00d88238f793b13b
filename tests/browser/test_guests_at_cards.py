"""Two guests scan the card of their table: one enters the result, the other confirms it."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from league.models import Match, Result
from league.services.results import card_guests, pads
from league.web.events.paper import Paper
from tests.league.factories import EventFactory, MatchFactory, PlayerFactory, SessionFactory
from tests.league.sheets import SHEETS

from .test_accessibility import BY_DAY, found_by_axe
from .test_pads import ORDINARY, fill, store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("chromium"),
    pytest.mark.django_db(transaction=True),
]

EMIL, FRIDA, GERD = 0, 1, 2


@pytest.fixture
def table(season):
    """A table of guests, in an event in which they enter results."""
    event = EventFactory(season=season, name="November", guests_enter=True)
    players = [PlayerFactory(name=name) for name in ("Emil", "Frida", "Gerd", "Hanna")]
    return MatchFactory(
        session=SessionFactory(event=event, number=1), table_number=1, players=players
    )


@pytest.fixture
def card(table, as_alice, monkeypatch):
    """What the code says on the card that an organiser prints."""
    printed, draw = [], Paper.code

    def note(paper, x, y, size, content):
        printed.append(content)
        draw(paper, x, y, size, content)

    monkeypatch.setattr(Paper, "code", note)
    answer = as_alice().request.get(f"/sessions/{table.session.code}/table-cards.pdf")
    assert answer.body().startswith(b"%PDF")
    [content] = printed
    return content


def write_three_deals(match, now):
    gerd = card_guests.Guest(match.code, GERD, match.seats.get(number=GERD).player.code)
    for number in range(3):
        deal = {"dealer": number, "sheet": SHEETS["mit-list-und-tuecke"][0]}
        act = {"by": gerd, "expected_version": number, "now": now}
        pads.write(match=Match.objects.get(pk=match.pk), number=number, deal=deal, **act)


def scan(page, card, name):
    """Open what the code says, and press a name."""
    page.goto(card)
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.get_by_text(f"{name}, without an account")).to_be_visible()


def test_one_guest_enters_and_another_confirms(open_page, card, table, on_screens):
    write_three_deals(table, table.created_at)
    emil, frida = open_page(), open_page()
    asked = []
    emil.on("request", lambda request: asked.append(request.url + str(request.headers)))

    emil.goto(card)
    assert "#" not in emil.url
    expect(emil.get_by_label("Code of the card")).to_be_hidden()
    assert on_screens(emil, "seat-of-guest") == []
    emil.evaluate(AXE_SCRIPT)
    assert found_by_axe(emil, BY_DAY) == []
    scan(emil, card, "Emil")
    assert not any(card.partition("#")[2] in said for said in asked)
    scan(frida, card, "Frida")

    _players, _taps, typed, _scores = ORDINARY["mit-list-und-tuecke"]
    for path, value in typed:
        fill(emil, path, value)
    assert on_screens(emil, "pad-of-guest") == []
    store(emil)
    emil.get_by_role("button", name="Hand in").click()
    expect(emil.get_by_text("entered by seat 1, Emil")).to_be_visible()
    expect(emil.get_by_role("link", name="Review and confirm")).to_be_hidden()

    waits = frida.locator("#waits").get_by_role("link", name="Review and confirm")
    expect(waits).to_be_visible(timeout=15_000)
    assert on_screens(frida, "pad-of-guest-waits") == []
    waits.click()
    frida.get_by_role("button", name="Yes, confirm it").click()
    expect(frida.get_by_text("confirmed by seat 2, Frida")).to_be_visible()
    assert on_screens(frida, "match-of-guests") == []

    assert Match.objects.get(pk=table.pk).status == Match.Status.FINAL
    found = Result.objects.get(match=table)
    assert (found.entered_seat, found.confirmed_seat) == (EMIL, FRIDA)


def test_a_guest_who_pressed_the_wrong_name_says_so(open_page, card, table):
    page = open_page()
    scan(page, card, "Hanna")
    page.get_by_role("link", name="This is not me").click()
    page.get_by_role("button", name="I am Emil").click()
    expect(page.get_by_text("seat 1, Emil, without an account")).to_be_visible()
