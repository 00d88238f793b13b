"""What bots have played for the demo: every record still replays under the rules of today."""

from dataclasses import replace

import pytest

from bots.contests.experiment import Course, Outcome, Pair
from engine.records import document, packed
from league.management.demo import carols_bot, ladder, members, recorded, recording
from league.services.results import submissions
from tests.league.factories import NOW

LARGEST = 150 * 1024

KEPT = recorded.recorded()
ROTATIONS = [rotation for table in KEPT.tables for rotation in table.rotations]


def test_file_is_small():
    assert recorded.PATH.stat().st_size < LARGEST


def test_hundred_tables_were_played_in_every_rotation():
    assert (len(KEPT.tables), len(ROTATIONS)) == (100, 100 * recorded.TABLE_SIZE)


def test_every_record_replays():
    verdicts = document.validate_many([rotation.blob for rotation in ROTATIONS])
    assert all(verdict.ok and verdict.complete for verdict in verdicts)


@pytest.mark.parametrize("number", range(0, len(ROTATIONS), 29))
def test_rounds_are_those_of_the_record(number):
    rotation = ROTATIONS[number]
    table = packed.table_of(packed.unpack(rotation.blob))
    assert list(rotation.rounds) == submissions.rounds_of(table)


def test_rotations_of_a_table_have_the_same_deals():
    for table in KEPT.tables:
        assert len({packed.unpack(rotation.blob).secret for rotation in table.rotations}) == 1


def test_pairs_end_the_experiment():
    course, plan = Course(), recording.plan_of()
    for number, difference in enumerate(KEPT.differences):
        assert course.outcome(plan) is None
        course = course.after(Pair(number, difference), plan)
    assert course.outcome(plan) == Outcome.BETTER


def test_file_says_what_it_was_told():
    assert recorded.from_bytes(recorded.to_bytes(KEPT)) == KEPT


@pytest.mark.slow
def test_ladder_is_recorded_table_by_table():
    hall = recording.Hall(["random", "greedy", "random", "greedy", "random", "greedy"])
    hall.play(0)
    [table] = hall.tables
    verdicts = document.validate_many([rotation.blob for rotation in table.rotations])
    assert (table.players, all(verdict.complete for verdict in verdicts)) == (
        KEPT.tables[0].players,
        True,
    )


@pytest.mark.further
@pytest.mark.django_db
def test_record_that_does_not_replay_is_not_believed(monkeypatch):
    first, second = KEPT.tables[:2]
    table = replace(first, rotations=(*first.rotations[:2], second.rotations[2]))
    changed = replace(KEPT, tables=(table, *KEPT.tables[1:]))
    monkeypatch.setattr(recorded, "recorded", lambda: changed)
    cast = members.cast(now=NOW)
    _older, newer = carols_bot.upload_all(cast, now=NOW)
    season = ladder.create(newer, cast, now=NOW)
    with pytest.raises(ladder.Unproven, match="do not come from the secret"):
        ladder.play_all(season, newer, now=NOW, tell=print)
