"""Pages about bots, in the browser, on a phone and at a desk; a whole story is `test_authors`."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Job
from league.services.bots import bots
from tests.league.factories import (
    AuthorsBotFactory,
    BotFactory,
    MatchFactory,
    PartFactory,
    VersionFactory,
)

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


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


def test_every_page_fits_every_screen(open_page, log_in, addresses, too_wide):
    assert too_wide(log_in(open_page(), "carol"), addresses) == []
