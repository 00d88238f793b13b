"""An organiser invites a guest, who opens an account elsewhere and finds all old results there."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from league.models import Account, Player
from league.services.results import results
from league.services.results.results import Scores
from tests.league.factories import NOW, AccountFactory, RegistrationFactory

from .test_accessibility import BY_DAY, found_by_axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

ROUNDS = [[30, 20, 10, 0]] * 4


@pytest.fixture
def dora(match):
    """A guest who has come to an evening and has a final result."""
    dora = Player.objects.get(name="Dora")
    RegistrationFactory(event=match.session.event, player=dora)
    members = match.season.club.memberships
    alice, bob = (members.get(player__name=name).player.account for name in ("Alice", "Bob"))
    act = {"match": match, "now": NOW}
    results.enter(submission=Scores(rounds=ROUNDS), expected_version=None, by=bob, **act)
    results.confirm(expected_version=1, by=alice, **act)
    return dora


@pytest.fixture
def address(match, dora):
    return f"/clubs/{match.season.club.slug}/members/{dora.code}/"


@pytest.fixture
def link(as_alice, address):
    """The link that Alice is shown, and copies."""
    page = as_alice(permissions=["clipboard-read", "clipboard-write"])
    page.goto(address)
    page.get_by_role("button", name="Invite to open an account").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    return page.evaluate("navigator.clipboard.readText()")


def test_a_guest_opens_an_account_and_finds_old_results(open_page, link, dora, match):
    page = open_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url + str(request.headers)))
    page.goto(link)
    expect(page.get_by_role("heading", name="Are you Dora?")).to_be_visible()
    assert "#" not in page.url
    assert not any(link.partition("#")[2] in said for said in asked)
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill("tricky cards")
    page.get_by_role("button", name="Open the account").click()
    expect(page.get_by_role("heading", name="Dora", exact=True)).to_be_visible()
    shown = page.get_by_role("region", name="Results")
    expect(shown.get_by_role("link", name=match.session.event.name)).to_be_visible()
    assert Account.objects.get(username="dora").player == dora


def test_a_used_link_opens_nothing_also_where_it_was_opened(open_page, link, dora):
    page = open_page(but=("status of 404",))
    page.goto(link)
    expect(page.get_by_role("heading", name="Are you Dora?")).to_be_visible()
    Player.objects.filter(pk=dora.pk).update(account=AccountFactory())
    page.goto(link)
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()


def test_without_scripts_the_link_is_pasted(open_page, link):
    page = open_page(java_script_enabled=False)
    page.goto(link)
    page.get_by_label("Link of the invitation").fill(link)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Are you Dora?")).to_be_visible()


@pytest.fixture
def looked_at(on_screens):
    """Return a function that pictures a page, and holds that axe finds nothing on it."""

    def look(page, name):
        page.evaluate(AXE_SCRIPT)
        assert on_screens(page, f"invitation-{name}") == []
        assert found_by_axe(page, BY_DAY) == []

    return look


PLAIN = {"bypass_csp": True, "reduced_motion": "reduce"}


def test_pages_of_the_organiser_fit_every_screen(as_alice, address, looked_at):
    page = as_alice(**PLAIN)
    page.goto(address)
    looked_at(page, "none")
    page.get_by_role("button", name="Invite to open an account").click()
    looked_at(page, "made")
    page.get_by_role("link", name="Done").click()
    looked_at(page, "open")


def test_pages_of_a_visitor_fit_every_screen(open_page, link, looked_at):
    page = open_page(**PLAIN, but=("status of 404", "status of 422"))
    page.goto("/invitation/")
    page.get_by_label("Link of the invitation").fill(link)
    page.get_by_role("button", name="Continue").click()
    looked_at(page, "visitor")
    page.get_by_role("button", name="Open the account").click()
    looked_at(page, "refused")
    page.goto("/invitation/#sti_x")
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    looked_at(page, "gone")


@pytest.mark.parametrize(
    ("who", "said"), [("alice", "You already play as Alice"), ("nobody", "Use the account nobody")]
)
def test_pages_of_accounts_fit_every_screen(open_page, log_in, link, looked_at, who, said):  # noqa: PLR0917
    AccountFactory(username="nobody")
    page = log_in(open_page(**PLAIN), who)
    page.goto(link)
    expect(page.get_by_role("heading", name=said)).to_be_visible()
    looked_at(page, who)
