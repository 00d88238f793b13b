"""How long migrations keep a writer waiting: what is measured is told with the rule it breaks."""

from bench import locks, locks_run
from league.management import migration_rules as rules

FREE = {
    "nothing",
    "the same by AddIndexUnlocked",
    "add a column with a constant default",
    "the same by AddConstraintNotValid, then ValidateConstraint",
}


def test_what_the_rules_refuse_is_measured_beside_what_they_ask_for():
    broken = {
        what: [rule for one in operations for rule in locks_run.broken(one)]
        for what, operations in locks_run.OPERATIONS.items()
    }
    assert {what for what, found in broken.items() if not found} == FREE
    assert {rule for found in broken.values() for rule in found} <= set(vars(rules))


def test_waits_are_told_beside_that_for_nothing():
    figures = [
        {"what": "nothing", "longest_s": 0.01, "broken": ""},
        {"what": "add an index", "longest_s": 2.0, "broken": "LOCKED"},
    ]
    free, locked = locks.rows_of(figures)
    assert (free.ratio, free.note) == (1, "")
    assert (locked.speed, locked.ratio, locked.beside) == (2.0, 200, "nothing")
    assert locked.note == "refused: LOCKED"
