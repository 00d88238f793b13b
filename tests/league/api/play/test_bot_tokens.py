"""What the token of a remote bot opens: all that anybody reads, its own seats, and nothing else."""

import pytest
from django.utils import timezone

from league.models import RemoteBot
from league.services.play import remote_bots
from tests.league.api.changes_matrix import CHANGING
from tests.league.api.conftest import ContractClient, rolled_back
from tests.league.api.matrix import CAST, NOBODY, READING
from tests.league.api.test_rights import change

pytestmark = pytest.mark.django_db

OPEN = {
    "post tables/{gathering}/join",
    "post tables/{gathering}/leave",
    "post tables/{gathering}/decline",
    "post tables/{table}/act",
    "post tables/{table}/deal",
    "post tables/{table}/step-away",
    "post tables/{table}/come-back",
    "post tables/{planned_table}/step-away",
    "post tables/{planned_table}/come-back",
    "post tables/{table}/say",
    "post tables/{planned_table}/say",
    # Nothing is stored; anybody may ask.
    "post games/mit-list-und-tuecke/score-sheet",
}
"""What a bot may ask for; whether it may at this table, the service says."""
VISITOR = CAST.index(NOBODY)


@pytest.fixture
def as_bot(world):
    """The client of the bot of the world."""
    bot = RemoteBot.objects.get(player__code=world["remote_bot"])
    _token, plain = remote_bots.issue_token(
        bot=bot, name="rights", by=bot.owner, now=timezone.now()
    )
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {plain}")
    return client


def test_every_other_command_asks_for_another_scope(as_bot, world):
    opened = set()
    for method, address, body, *_statuses in CHANGING:
        with rolled_back():
            response = change(as_bot, world, method, address, body)
        is_refused = response.status_code == 403 and response.json()["code"] == "scope_missing"
        opened |= set() if is_refused else {f"{method} {address}"}
    assert opened == OPEN


def test_a_bot_reads_no_more_than_a_visitor_but_what_is_its_own(as_bot, world):
    own = {"remote-bots/me", "remote-bots/me/events"}
    for address, statuses in READING:
        status = as_bot.get(address.format(**world)).status_code
        if address in own:
            assert status in {200, 204}
        elif statuses[VISITOR] in {401, 403}:
            assert status in {403, 404}, address
        else:
            assert status == statuses[VISITOR], address
