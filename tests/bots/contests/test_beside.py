"""Duplicates that are played side by side are those that are played alone."""

from contextlib import contextmanager

import pytest

import games
from bots import builtin, sdk
from bots.contests import duplicate
from bots.contests.duplicate import Deals
from bots.sandbox import Clock
from bots.submission.folder import FolderBot
from engine.records.document import record_of

NAMES = ("mine", "random", "mine")
MATCHES = [Deals(bytes([number]) * 32, seed=bytes([number])) for number in range(5)]


def played(folder, tables):
    """Return the records, and how many tables the processes have sat at."""
    bot = FolderBot.of(folder)
    seen = []

    @contextmanager
    def seated():
        clock = Clock(tables=tables)
        with bot.player(clock=clock) as one, bot.player(clock=clock) as other:
            yield [one, builtin.get("random"), other]
            seen.append(one.process.ready.tables)

    found = duplicate.play(games.get("skat"), NAMES, seated, matches=MATCHES, turns=3)
    assert not [fault for turned in found for one in turned for fault in one.faults]
    return [[record_of(one.table) for one in turned] for turned in found], seen


@pytest.mark.further
def test_matches_side_by_side_have_the_records_of_those_alone(tmp_path):
    sdk.create(tmp_path / "mine", name="mine", language="python")
    beside, seen = played(tmp_path / "mine", tables=3)
    alone, _ = played(tmp_path / "mine", tables=1)
    assert beside == alone
    assert seen == [16] * 3
