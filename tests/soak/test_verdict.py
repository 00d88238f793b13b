"""Which runs a soak takes for sound: each thing that may grow is noticed where it does."""

import json
from xml.etree import ElementTree

import pytest

from . import page
from .length import Length
from .receiver import ANSWERS
from .series import Run
from .verdict import judge

HOURS, EVERY_S = 2.0, 60
ROLES = ("web", "web, process 1", "web, process 2", "worker", "PostgreSQL", "Redis")
FOUND = {
    "wrong": {"standings": 0, "ratings": 0, "rows": 0, "ladders": 0},
    "results_of_a_match": {"1": 900},
    "jobs": {"done": 800},
    "duplicates": {"rated": 500},
    "half_answered": 0,
}
TOLD = {
    "requests": 90_000,
    "statuses": {"200": 89_000, "201": 1000},
    "actions": 30_000,
    "tables": 90,
    "late_news": 0,
    "streams": {"events": 10},
    "results": 120,
    "failures": [],
}


def sound(**changes):
    """Return a run in which nothing grows, with some things found at its end changed."""
    end = {
        "hours": HOURS,
        "seed": 1,
        "machine": "a machine",
        "at": "2026-11-27",
        "naptime_s": 60,
        "backup": {"took_s": 5, "rows": 9, "said": "a backup"},
        "told": TOLD,
        "left": {"jobs": 0},
        "answered": dict.fromkeys(ANSWERS, 9),
        "found": FOUND,
        "entered_wrong": False,
        "errors": [],
    }
    return Run(json.loads(json.dumps(end | changes)), [_sample(at) for at in _times()])


def _times():
    return range(EVERY_S, int(HOURS * 3600) + 1, EVERY_S)


def _sample(at):
    held = {"count": 1, "memory": 100_000_000, "pss": 100_000_000, "files": 100}
    processes = {role: {"pid": number, **held} for number, role in enumerate(ROLES, start=1)}
    processes["PostgreSQL, connections"] = {"pid": 0, **held, "count": 20}
    return {
        "at": at,
        "processes": processes,
        "queues": {
            "messages, play": 3,
            "jobs, waiting": 0,
            "matches not rated": 0,
        },
        "dead": {"league_job": [40, 100, at]},
        "size": 50_000_000,
        "overdue_s": 5.0,
        "oldest_transaction_s": 0.1,
        "streams": 200,
    }


def broken(run):
    return [check.what for check in judge(run) if not check.is_kept]


def change(run, do):
    """Change each sample by the part of the time that has passed."""
    for sample in run.samples:
        do(sample, sample["at"] / run.seconds)


def test_a_run_in_which_nothing_grows_is_sound():
    assert broken(sound()) == []


def test_memory_that_leaks_is_noticed():
    run = sound()

    def leak(sample, part):
        sample["processes"]["web, process 2"]["memory"] *= 1 + part / 5

    change(run, leak)
    assert broken(run) == ["memory, MB: web, process 2"]


def test_memory_that_grows_in_the_first_quarter_only_is_none_that_leaks():
    run = sound()

    def warm_up(sample, part):
        sample["processes"]["worker"]["memory"] *= min(1, 4 * part)

    change(run, warm_up)
    assert broken(run) == []


def test_files_that_are_not_closed_are_noticed():
    run = sound()

    def leak(sample, part):
        sample["processes"]["Redis"]["files"] += 20 * part

    change(run, leak)
    assert broken(run) == ["open files: Redis"]


def test_connections_that_go_to_the_other_web_process_are_no_growth():
    run = sound()

    def shift(sample, part):
        sample["processes"]["web, process 1"]["files"] += 40 * part
        sample["processes"]["web, process 2"]["files"] -= 40 * part

    change(run, shift)
    assert broken(run) == []


def test_a_process_that_was_replaced_is_noticed():
    run = sound()
    run.samples[-1]["processes"]["worker"]["pid"] = 99
    assert broken(run) == ["process: worker"]


def test_a_queue_that_grows_is_noticed():
    run = sound()

    def grow(sample, part):
        sample["queues"]["messages, play"] = 100 * part

    change(run, grow)
    assert broken(run) == ["queue: messages, play"]


def test_deliveries_that_come_later_and_later_are_noticed():
    run = sound()

    def grow(sample, part):
        sample["overdue_s"] = 600 * part

    change(run, grow)
    assert broken(run) == ["oldest delivery that is due, s"]


def test_dead_rows_that_are_not_cleared_are_noticed():
    run = sound()

    def grow(sample, part):
        sample["dead"]["league_job"][0] = 5000 * part

    change(run, grow)
    assert broken(run) == ["dead rows, the worst table at the worst time"]


def test_a_transaction_that_is_left_open_is_noticed():
    run = sound()
    run.samples[50]["oldest_transaction_s"] = 61
    assert broken(run) == ["longest transaction, s"]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"errors": ['{"level": "error"}']}, "errors logged that were not injected"),
        ({"entered_wrong": True}, "results entered, and stored"),
        ({"left": {"jobs": 2}}, "left when all have gone: jobs"),
        ({"told": TOLD | {"failures": ["500"]}}, "requests and streams"),
        ({"told": TOLD | {"late_news": 1}}, "news that no stream told"),
        ({"found": FOUND | {"jobs": {"done": 1, "failed": 1}}}, "jobs"),
        ({"found": FOUND | {"wrong": {"ladders": 1}}}, "rows that a recount corrects: ladders"),
        ({"answered": {"204": 9}}, "webhooks answered"),
        ({"backup": {"took_s": 5, "rows": 0, "said": "a backup"}}, "backup"),
    ],
)
def test_what_is_wrong_in_the_end_is_noticed(changes, what):
    assert broken(sound(**changes)) == [what]


def test_page_says_what_broke_and_has_a_chart(tmp_path):
    run = sound(left={"jobs": 2})
    checks = judge(run)
    page.write(run, checks, tmp_path)
    row = "| left when all have gone: jobs | 2 | 0 | **broken** |"
    assert row in (tmp_path / page.PAGE).read_text()
    assert "wanted: 0" in page.told(checks)
    drawing = ElementTree.parse(tmp_path / page.CHART)
    assert len(drawing.findall(".//{*}path[@class='line a']")) > 4


@pytest.mark.parametrize("hours", [0.05, 0.5, 2])
def test_each_evening_begins_within_the_run(hours):
    length = Length(hours)
    assert (length.evenings - 1) * length.evening_s < length.seconds
    assert length.evenings >= 6
