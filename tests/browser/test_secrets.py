"""What browsers are sent of an online table: live news, and no card of another hand."""

import json

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.services.play import positions
from league.web.games.cards import pack_of
from tests.league.news import subscriptions, there, wait_until
from tests.league.served import served
from tests.league.services.play.test_table_laws import unknown_to
from tests.league.web.online import fresh, online_event, seat_people
from tests.league.web.play.test_tables import cards_in

from .test_tables import act

__all__ = ["served", "subscriptions", "there"]

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow, pytest.mark.xdist_group("programs")]

MOST_ACTS = 80


@pytest.fixture
def live_server(served):
    """Have all pages come from a server that streams."""
    return served


class Reader:
    """A page of the table, at a seat or of an onlooker, and all that its browser is sent."""

    def __init__(self, page, table, seat=None):
        self.page, self.seat = page, seat
        self.heard, self._answers = [], []
        page.on("response", self._note)
        tools = page.context.new_cdp_session(page)
        tools.on("Network.eventSourceMessageReceived", lambda told: self.heard.append(told["data"]))
        tools.send("Network.enable")
        page.goto(reverse("web:table", args=[table.code]))

    def _note(self, answer):
        self._answers.append(answer)

    def read(self):
        """Return what came since it was asked last, and what the page shows, as one text."""
        sent = [
            answer.text()
            for answer in self._answers
            if answer.status == 200 and "html" in answer.headers.get("content-type", "")
        ]
        self._answers.clear()
        return "\n".join([*sent, self.page.content()])

    def wait_for(self, version):
        self.page.wait_for_function(
            "version => Number(document.getElementById('table').dataset.version) >= version",
            arg=version,
        )

    def listens(self):
        """Tell whether the page hears the news, and does not ask for them."""
        return self.page.evaluate("source.readyState === EventSource.OPEN && isHeard")


@pytest.fixture
def table(season):
    """A table of Skat at which three people sit, with their accounts."""
    return seat_people(online_event(season.club, "skat"), 3)


@pytest.fixture
def readers(table, open_page, log_in, subscriptions):
    """The pages of the three seats and of a visitor, who listens too."""
    found, accounts = table
    seated = [
        Reader(log_in(open_page(), account.username), found, seat)
        for seat, account in enumerate(accounts)
    ]
    everybody = [*seated, Reader(open_page(), found)]
    for reader in everybody:
        reader.page.wait_for_function("() => source.readyState === EventSource.OPEN")
    wait_until(subscriptions, 1)
    return everybody


def check(readers, stored):
    """Hold all that was sent against what each may know; return how many cards are hidden."""
    position = positions.reach(stored)
    pack, hidden = pack_of("skat"), 0
    for reader in readers:
        unknown = unknown_to(position.table, reader.seat)
        assert cards_in(reader.read(), pack, unknown) == set(), reader.seat
        hidden += len(unknown)
    return hidden


def test_nobody_is_sent_a_card_of_another_hand_in_a_whole_round(table, readers):
    found, _accounts = table
    own = set(positions.reach(found).table.view(0)["hand"])
    assert cards_in(readers[0].page.content(), pack_of("skat"), own) == own
    assert check(readers, found) == 3 * 22 + 32
    for number in range(MOST_ACTS):
        stored = fresh(found)
        if stored.turn is None:
            break
        act(readers[stored.turn].page, bids=number == 0)
        stored = fresh(found)
        for reader in readers:
            reader.wait_for(stored.version)
        if stored.turn is not None:
            check(readers, stored)
    assert stored.turn is None
    for reader in readers:
        assert reader.listens()
        assert {frozenset(json.loads(data)) for data in reader.heard} == {frozenset({"version"})}
        versions = [json.loads(data)["version"] for data in reader.heard]
        assert set(versions) == {None, *range(found.version + 1, stored.version + 1)}


def test_a_browser_that_is_closed_listens_no_more(table, open_page, subscriptions):
    reader = Reader(open_page(), table[0])
    expect(reader.page.locator("#table")).to_be_visible()
    wait_until(subscriptions, 1)
    reader.page.context.close()
    wait_until(subscriptions, 0)
