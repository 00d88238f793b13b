"""An author and a bot, from the upload to the leaderboard: a real worker checks and plays."""

import pytest
from playwright.sync_api import expect

from bots import sdk
from bots.submission import archive
from league.models import Role, Season, Version
from tests.league.factories import MembershipFactory
from tests.league.jobs import authors

from .conftest import DESK, PHONE
from .house import live_server, log_in, surroundings

__all__ = ["live_server", "log_in", "surroundings"]

pytestmark = [
    pytest.mark.needs("chromium", "bubblewrap"),
    pytest.mark.slow,
    pytest.mark.xdist_group("programs"),
]

MINUTES_MS = 240_000
"""So long a check, or some matches, may take on a busy machine."""


@pytest.fixture
def packed(tmp_path):
    """Return the template, renamed and restricted to a game, as a file."""
    authors.open_sandbox()
    sdk.create(tmp_path / "fox", name="Quick Fox", language="python")
    manifest = tmp_path / "fox" / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"all"', '["briscola"]'))
    file = tmp_path / "fox.tar.gz"
    file.write_bytes(archive.pack(tmp_path / "fox"))
    return file


def make_ladder(page):
    """Make a ladder of two-handed Briscola with the quick bots, and start it."""
    page.goto("/clubs/linde/")
    page.get_by_role("link", name="New ladder").click()
    page.get_by_role("button", name="Create the ladder").click()
    expect(page.get_by_text("This field is required.")).to_be_visible()
    page.get_by_label("Name").fill("Briscola bots")
    page.get_by_label("Game and table").select_option("briscola:2")
    page.get_by_label("Beginner").uncheck()
    page.get_by_role("button", name="Create the ladder").click()
    page.get_by_role("button", name="Start the ladder").click()
    expect(page.get_by_text("The ladder has started")).to_be_visible()


def upload(page, packed, picture):
    """Upload a bot, and see on its page that it is checked and accepted."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("link", name="Bots", exact=True).click()
    page.get_by_role("link", name="My bots").click()
    page.get_by_label("Archive").set_input_files(packed)
    page.get_by_role("button", name="Upload and check").click()
    expect(page.get_by_role("heading", name="Quick Fox 1")).to_be_visible()
    picture(page, "bot-checking-390")
    expect(page.locator("#check .status")).to_have_text("accepted", timeout=MINUTES_MS)
    expect(page.locator(".finding--good")).to_have_count(3)
    page.reload()
    picture(page, "bot-accepted-390")


def read_notices(page, picture):
    page.get_by_role("link", name="Notices").click()
    expect(page.get_by_text("Quick Fox 1 passed its check and may play.")).to_be_visible()
    picture(page, "notices-390")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_role("link", name="Notices")).to_have_count(0)


def enter(page, ladder):
    """Enter the bot, and see on the leaderboard that a table of it was played and rated."""
    page.goto(ladder)
    page.get_by_label("Version").select_option(label="Quick Fox 1")
    page.get_by_role("button", name="Enter this version").click()
    row = page.locator(".leaders tbody tr").filter(has_text="Quick Fox 1")
    expect(row).to_be_visible()
    expect(row.locator("td.num")).not_to_have_text("0", timeout=MINUTES_MS)


def test_a_bot_goes_from_its_upload_to_the_leaderboard(  # noqa: PLR0917
    open_page, log_in, season, carol, packed, picture
):
    MembershipFactory(club=season.club, player=carol.player, role=Role.MEMBER)
    alice = log_in(open_page(viewport=DESK), "alice")
    make_ladder(alice)
    author = log_in(open_page(viewport=PHONE), "carol")
    upload(author, packed, picture)
    read_notices(author, picture)
    enter(author, alice.url)
    alice.reload()
    alice.get_by_role("button", name="Close the ladder").click()
    expect(alice.get_by_text("The ladder is closed. Matches")).to_be_visible()
    assert Season.objects.get(name="Briscola bots").status == "closed"
    assert Version.objects.get().status == "accepted"
