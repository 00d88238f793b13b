"""An author and a bot, in the browser, on a phone and at a desk."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from bots import archive, sdk
from league.models import Job, Version
from league.services import bots, checks
from tests.league.factories import (
    AuthorsBotFactory,
    BotFactory,
    MatchFactory,
    PartFactory,
    PersonFactory,
    VersionFactory,
)
from tests.league.jobs.test_checks_for_real import sandbox

from .conftest import DESK, PASSWORD, PHONE

__all__ = ["sandbox"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def carol(live_server):
    account = PersonFactory(name="Carol").account
    account.set_password(PASSWORD)
    account.save()
    return account


@pytest.fixture
def packed(tmp_path):
    """Return the template, renamed and restricted to a game, as a file."""
    sdk.create(tmp_path / "fox", name="Quick Fox", language="python")
    manifest = tmp_path / "fox" / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"all"', '["truco"]'))
    file = tmp_path / "fox.tar.gz"
    file.write_bytes(archive.pack(tmp_path / "fox"))
    return file


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_bot_is_uploaded_checked_and_accepted(  # noqa: PLR0917
    open_page, log_in, carol, packed, picture, viewport
):
    page = log_in(open_page(viewport=viewport), "carol")
    page.get_by_role("link", name="Bots", exact=True).click()
    page.get_by_role("link", name="My bots").click()
    page.get_by_label("Archive").set_input_files(packed)
    page.get_by_role("button", name="Upload and check").click()
    expect(page.get_by_role("heading", name="Quick Fox 1")).to_be_visible()
    expect(page.get_by_text("being checked")).to_be_visible()
    Job.objects.update(status="waiting", done=1, total=3)
    expect(page.get_by_text("1 of 3 matches played")).to_be_visible()
    picture(page, f"bot-checking-{viewport['width']}")
    checks.check_batch(ids=[Job.objects.get().pk])
    expect(page.locator("#check .status")).to_have_text("accepted")
    expect(page.locator(".finding--good")).to_have_count(3)
    assert Version.objects.get().status == "accepted"
    page.reload()
    picture(page, f"bot-accepted-{viewport['width']}")
    page.get_by_role("link", name="Notices").click()
    expect(page.get_by_text("Quick Fox 1 passed its check and may play.")).to_be_visible()
    picture(page, f"notices-{viewport['width']}")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_role("link", name="Notices")).to_have_count(0)


def test_upload_that_is_none_says_so_beside_the_field(open_page, log_in, carol, picture):
    page = log_in(open_page(java_script_enabled=False), "carol")
    page.goto("/bots/mine/")
    file = {"name": "bot.zip", "mimeType": "application/zip", "buffer": b"hello"}
    page.get_by_label("Archive").set_input_files(file)
    page.get_by_role("button", name="Upload and check").click()
    expect(page.locator("#archive-error")).to_contain_text("neither a .tar.gz nor a .zip")
    picture(page, "upload-refused-390")


@pytest.fixture
def addresses(carol, live_server):
    """The pages about bots, by name, with something to show on each."""
    fox = AuthorsBotFactory(owner=carol, name="Quick Fox")
    accepted = VersionFactory(bot=fox, number=1)
    others = [BotFactory(builtin=name, name=name.capitalize()) for name in ("greedy", "hard")]
    for number in range(6):
        seated = [*others[: number % 3], accepted.player, *others[number % 3 :]]
        match = MatchFactory(players=seated)
        seat = match.seats.get(player=accepted.player)
        seat.score, seat.place = 40 + 7 * number, number % 3 + 1
        seat.save()
        PartFactory(version=accepted, seat=seat, thinking_ms=180 + number, log="I hold HA.\n" * 9)
    PartFactory(
        version=accepted,
        fault="illegal-action",
        fault_detail="'R99' is not a card of this game",
        fault_evidence="'R99'",
    )
    refused = VersionFactory(bot=fox, number=2, status="checking")
    finding = {"subject": "skat", "ok": False, "detail": LONG, "evidence": TRACE}
    good = {"subject": "start", "ok": True, "detail": "ready after 61 ms", "evidence": ""}
    bots.refuse(
        version=refused,
        reason=f"skat: {LONG}",
        report={"ok": False, "findings": [good, finding]},
        now=timezone.now(),
    )
    broken = VersionFactory(bot=fox, number=3, status="checking")
    Job.objects.create(
        kind="check_version",
        checked=broken,
        status="failed",
        reason="the check broke off: bwrap is missing (attempt 3 of 3)",
        created_at=timezone.now(),
    )
    return {
        "bots": "/bots/",
        "my-bots": "/bots/mine/",
        "bot": f"/bots/{fox.code}/",
        "bot-guide": "/bots/guide/",
        "protocol": "/bots/protocol/",
        "version": f"/versions/{accepted.code}/",
        "version-refused": f"/versions/{refused.code}/",
        "version-broken": f"/versions/{broken.code}/",
        "version-matches": f"/versions/{accepted.code}/matches/",
        "version-withdraw": f"/versions/{accepted.code}/withdraw/",
        "notices": "/notices/",
    }


LONG = (
    "crash: its process ended with exit status 1 (table of 3, seat 0, round 1 after 8 actions; "
    "2 matches with faults)"
)
TRACE = (
    'Traceback (most recent call last):\n  File "/bot/bot.py", line 7, in choose\n'
    "    return turn.legal[turn.view['facts']['no_such_thing_in_the_view_of_a_seat']]\nKeyError"
)


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "light"), (PHONE, "dark"), (DESK, "light")]
)
def test_every_page_about_bots_fits_its_screen(  # noqa: PLR0917
    open_page, log_in, addresses, picture, viewport, scheme
):
    page = log_in(open_page(viewport=viewport, color_scheme=scheme), "carol")
    too_wide = []
    for name, address in addresses.items():
        assert page.goto(address).ok
        picture(page, f"{name}-{viewport['width']}-{scheme}")
        if page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
            too_wide.append(name)
    assert too_wide == []
