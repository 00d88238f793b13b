"""Whether a site has stood a soak: each check says what was measured and what was wanted."""

import re
from dataclasses import dataclass

from tests import quiet

from . import processes
from .load import STREAMS
from .receiver import ANSWERS
from .series import growth, held, waiting

LONG_S = 2400
MOST_GROWTH, MOST_GROWTH_WARMING = 0.05, 0.25
"""Of memory and open files. Web processes fill what they keep for ten minutes, so a run of less
than LONG_S still warms up after its first quarter."""
LITTLE = {"memory": 1 << 20, "files": 3}
"""So much more is nothing, however small a process is."""
LITTLE_WAITING = 10
LITTLE_OVERDUE_S = 15
"""The clock has deliveries swept every ten seconds."""
NAPS = 3
"""A table that autovacuum has to look after is looked after within so many of its rounds."""
MOST_FILES = 1000
"""`max_files_per_process`, as PostgreSQL has it by default."""
CONNECTIONS = 30
"""What docs/operations.md counts: 10 for each web process, 1 for each other; and our own."""
LONGEST_TRANSACTION_S = 60
MOST_OVERTAKEN = 0.01
STOPPED = (r"Cancel \d+ running task\(s\), timeout graceful shutdown exceeded",)
"""Said by uvicorn when it is stopped, though nobody is connected any more; not explained yet."""


@dataclass(frozen=True)
class Check:
    """One thing that was wanted of a run."""

    what: str
    measured: str
    wanted: str
    is_kept: bool


def judge(run):
    """Return all checks of a run."""
    checks = [*_processes(run), *_queues(run), _dead_rows(run), _transactions(run)]
    return [*checks, *_served(run), *_counted(run), *_injected(run), _errors(run)]


def most_growth(run):
    """Return by which part memory and open files may grow."""
    return MOST_GROWTH if run.seconds >= LONG_S else MOST_GROWTH_WARMING


def _processes(run):
    most = most_growth(run)
    for what, unit in (("memory", 1e6), ("files", 1)):
        for role, value in _held(run, what):
            found = growth(run, value)
            limit = max(found.before * (1 + most), found.before + LITTLE[what])
            said = f"{found.before / unit:.4g} → {found.after / unit:.4g} ({found.part:+.1%})"
            wanted = f"at most {most:+.0%}"
            yield Check(f"{_NAMES[what]}: {role}", said, wanted, found.after <= limit)
    yield from _of_postgres(run)
    yield from filter(None, (_stays(run, role) for role in run.roles))


def _of_postgres(run):
    """Yield checks of what PostgreSQL bounds by itself: files that it keeps open, connections."""
    for role in filter(_is_of_postgres, run.roles):
        files = max(held(role, "files")(one) or 0 for one in run.warm if role in one["processes"])
        wanted = f"at most {MOST_FILES}, its own limit"
        yield Check(f"open files: {role}", f"{files:.0f} at most", wanted, files <= MOST_FILES)
    most = max(one["processes"][processes.CONNECTIONS]["count"] for one in run.warm)
    wanted = f"at most {CONNECTIONS}"
    yield Check("connections to PostgreSQL", f"{most} at most", wanted, most <= CONNECTIONS)


def _stays(run, role):
    """Return what is wrong if a process was replaced or is missing; no process here may be."""
    pids = {one["processes"][role]["pid"] for one in run.warm if role in one["processes"]}
    missing = sum(role not in one["processes"] for one in run.warm)
    if len(pids) == 1 and not missing:
        return None
    said = f"{len(pids)} processes, missing in {missing} samples"
    return Check(f"process: {role}", said, "one, from the second quarter on", False)


def _is_of_postgres(role):
    return role.partition(",")[0] == processes.SERVER


_NAMES = {"memory": "memory, MB", "files": "open files"}
WEB = re.compile(r"web, process \d+")


def _held(run, what):
    """Yield what is judged by its growth, and how a sample tells it.

    Which web process takes a connection is chance, so their open files are judged together.
    PostgreSQL keeps files of tables open up to a limit.
    """
    of_web = [role for role in run.roles if WEB.fullmatch(role)]
    for role in run.roles:
        if what == "memory" or not (role in of_web or _is_of_postgres(role)):
            yield role, held(role, what)
    if what == "files":

        def together(sample):
            return sum(sample["processes"][role]["files"] for role in of_web)

        yield "web, all processes together", together


def _queues(run):
    for queue in run.samples[-1]["queues"]:
        found = growth(run, waiting(queue))
        limit = max(found.before * 1.5, found.before + LITTLE_WAITING)
        said = f"{found.before:g} → {found.after:g}"
        wanted = f"at most {limit:g}"
        yield Check(f"queue: {queue}", said, wanted, found.after <= limit)
    found = growth(run, lambda sample: sample["overdue_s"])
    limit = max(found.before * 1.5, found.before + LITTLE_OVERDUE_S)
    said = f"{found.before:.0f} → {found.after:.0f}"
    wanted = f"at most {limit:.0f}"
    yield Check("oldest delivery that is due, s", said, wanted, found.after <= limit)
    for what, left in run.end["left"].items():
        yield Check(f"left when all have gone: {what}", f"{left}", "0", left == 0)


def _dead_rows(run):
    """Check that autovacuum keeps up: no table has many more dead rows than it lets be.

    It lets 50 and a fifth of the live ones be. What has changed within its last rounds, and while
    the backup lasted, whose view of the rows holds them, comes on top of that.
    """
    lately_s = NAPS * run.end["naptime_s"] + run.end["backup"]["took_s"]
    worst, name, rows = 0.0, "", 0
    for sample in run.warm:
        for table, (dead, live, changed) in sample["dead"].items():
            lately = changed - _changed(run, table, sample["at"] - lately_s)
            part = dead / (50 + live / 5 + lately)
            if part > worst:
                worst, name, rows = part, table, dead
    said = f"{rows} in {name}, {worst:.0%} of the bound"
    wanted = f"50 + a fifth of live rows + changes of {lately_s:.0f} s"
    return Check("dead rows, the worst table at the worst time", said, wanted, worst <= 1)


def _changed(run, table, at):
    """Return how many rows of a table had been updated or deleted by a time."""
    earlier = [one for one in run.samples if one["at"] <= at and table in one["dead"]]
    return earlier[-1]["dead"][table][2] if earlier else 0


def _transactions(run):
    """Check that nothing holds rows back for long, but for the backup."""
    limit = max(LONGEST_TRANSACTION_S, 1.5 * run.end["backup"]["took_s"])
    longest = max(one["oldest_transaction_s"] for one in run.samples)
    return Check(
        "longest transaction, s", f"{longest:.1f}", f"at most {limit:.0f}", longest <= limit
    )


def _served(run):
    told = run.end["told"]
    wrong = len(told["failures"])
    first = told["failures"][0][:200] if wrong else ""
    said = f"{told['requests']} answered, {wrong} failures {first}".strip()
    yield Check("requests and streams", said, "no failures", wrong == 0)
    bad = {key: n for key, n in told["statuses"].items() if key in {"0", "500", "503"} and n}
    yield Check("answers of 500 and 503, and none at all", f"{sum(bad.values())}", "0", not bad)
    overtaken = told["statuses"].get("overtaken", 0)
    limit = MOST_OVERTAKEN * told["actions"]
    wanted = f"at most {limit:.0f} of {told['actions']}"
    yield Check("people overtaken by the clock", f"{overtaken}", wanted, overtaken <= limit)
    yield Check("news that no stream told", f"{told['late_news']}", "0", told["late_news"] == 0)
    open_ones = sorted(one["streams"] for one in run.warm)
    middle = open_ones[len(open_ones) // 2]
    said = f"{middle} at the median, {open_ones[0]} at least"
    yield Check("open streams", said, f"{STREAMS} at the median", middle == STREAMS)


def _counted(run):
    found = run.end["found"]
    for what, wrong in found["wrong"].items():
        yield Check(f"rows that a recount corrects: {what}", f"{wrong}", "0", wrong == 0)
    entered = "others" if run.end["entered_wrong"] else "the same"
    said = f"{run.end['told']['results']}, {entered}"
    is_same = not run.end["entered_wrong"] and run.end["told"]["results"] > 0
    yield Check("results entered, and stored", said, "the same", is_same)
    once = found["results_of_a_match"]
    yield Check("results of a match", f"{once}", "one", set(once) == {"1"})
    yield Check("jobs", f"{found['jobs']}", "all done", set(found["jobs"]) == {"done"})
    yield Check(
        "duplicates", f"{found['duplicates']}", "all rated", {*found["duplicates"]} == {"rated"}
    )
    half = found["half_answered"]
    yield Check("requests answered by half", f"{half}", "0", half == 0)


def _injected(run):
    """Check that what was to happen did happen."""
    answered, told = run.end["answered"], run.end["told"]
    wanted = f"some of each of {', '.join(ANSWERS)}"
    yield Check("webhooks answered", f"{answered}", wanted, set(answered) == set(ANSWERS))
    rated, least = run.end["found"]["duplicates"].get("rated", 0), run.seconds / 30
    yield Check("duplicates rated", f"{rated}", f"at least {least:.0f}", rated >= least)
    least = run.seconds
    yield Check(
        "actions of people", f"{told['actions']}", f"at least {least:.0f}", told["actions"] >= least
    )
    backup = run.end["backup"]
    yield Check("backup", backup["said"], "some rows, written amid it", backup["rows"] > 0)


def _errors(run):
    known = (*quiet.ALWAYS, *STOPPED)
    errors = [one for one in run.end["errors"] if not any(re.search(each, one) for each in known)]
    said = f"{len(errors)} {errors[0][:300] if errors else ''}".strip()
    return Check("errors logged that were not injected", said, "0", not errors)
