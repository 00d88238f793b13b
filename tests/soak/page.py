"""The page about a soak and its chart, written from what was measured."""

import shutil
from pathlib import Path

from . import processes
from .chart import Panel, chart
from .series import growth, held
from .verdict import most_growth

PAGE, CHART = "soak.md", "soak.svg"
DOCS, IMAGES = Path("docs"), Path("docs/images")
FULLEST = 4
"""Of so many tables the chart shows the dead rows."""
POINTS = 240
"""A line of the chart has at most so many points."""


def write(run, checks, folder):
    """Write page and chart into a folder."""
    minutes = run.seconds / 60
    title = f"A site under load for {_long(run)}"
    (folder / CHART).write_text(chart(title, _panels(run), minutes=minutes))
    (folder / PAGE).write_text("\n".join(_page(run, checks)) + "\n")


def publish(folder):
    """Put page and chart into the documentation."""
    shutil.copyfile(folder / CHART, IMAGES / CHART)
    shutil.copyfile(folder / PAGE, DOCS / PAGE)


def told(checks):
    """Return what broke its bound, a line each, and how many checks there were."""
    broken = [check for check in checks if not check.is_kept]
    lines = [f"broken: {one.what}: {one.measured}; wanted: {one.wanted}" for one in broken]
    last = f"{len(checks) - len(broken)} of {len(checks)} bounds were kept; see var/soak/{PAGE}"
    return "\n".join([*lines, last])


def _page(run, checks):
    end, told = run.end, run.end["told"]
    yield from (
        "# A soak",
        "",
        f"![Memory, open files, queues and dead rows for {_long(run)}](images/{CHART})",
        "",
        f"Written by `python -m tests.soak --hours {end['hours']:g} --seed {end['seed']} --docs`, "
        f"{end['at']}, {end['machine']}; a run of {_long(run)}.",
        "What a soak does, and what is judged how: [operations](operations.md#a-soak).",
        "",
        f"{told['requests']} requests were answered. {told['actions']} actions were played at "
        f"online tables, {told['tables']} of which came to their end, and {told['results']} "
        f"results were entered and confirmed. Streams told {told['streams'].get('events', 0)} "
        f"pieces of news. Ladders rated {end['found']['duplicates'].get('rated', 0)} duplicates. "
        f"Webhooks were answered {sum(end['answered'].values())} times, "
        f"{end['answered'].get('204', 0)} times with success. In the middle there was "
        f"{end['backup']['said']}. The database has {run.samples[-1]['size'] / 1e6:.0f} MB.",
        "",
        "## What each process held",
        "The medians of the second quarter and of the last one. Memory is what a process has "
        "written itself; of connections to PostgreSQL, the table shows the average.",
        "",
        "| process | memory, MB | later | growth | open files | later | growth |",
        "|---|---|---|---|---|---|---|",
    )
    for role in run.roles:
        memory, files = growth(run, held(role, "memory")), growth(run, held(role, "files"))
        yield (
            f"| {role} | {memory.before / 1e6:.1f} | {memory.after / 1e6:.1f} | {memory.part:+.1%} "
            f"| {files.before:.0f} | {files.after:.0f} | {files.part:+.1%} |"
        )
    yield from ("", "## What was wanted", "| | measured | wanted | |", "|---|---|---|---|")
    for check in checks:
        kept = "kept" if check.is_kept else "**broken**"
        yield f"| {check.what} | {_cell(check.measured)} | {_cell(check.wanted)} | {kept} |"
    if most_growth(run) > 0.05:
        yield from ("", "A run as short as this one still warms up; its bounds are wider.")


def _cell(text):
    return " ".join(text.replace("|", "/").split())[:200]


def _long(run):
    minutes = run.seconds / 60
    return f"{minutes:g} minutes" if minutes < 120 else f"{minutes / 60:g} hours"


def _panels(run):
    return list(_each_panel(run))


def _each_panel(run):
    lasting = [role for role in run.roles if role.partition(",")[0] != processes.SERVER]
    lasting = [role for role in lasting if "tracker" not in role and role != "web"]
    yield Panel(
        "Memory of each process, MB",
        _lines(
            run,
            {
                role: lambda one, role=role: one["processes"][role]["memory"] / 1e6
                for role in lasting
            },
        ),
    )
    yield Panel(
        "Open files",
        _lines(
            run,
            {
                **{
                    role: lambda one, role=role: one["processes"][role]["files"] for role in lasting
                },
            },
        ),
    )
    yield Panel(
        "What waits",
        _lines(
            run,
            {
                "messages": lambda one: _waiting(one, "messages"),
                "jobs": lambda one: _waiting(one, "jobs"),
                "oldest delivery due, s": lambda one: one["overdue_s"],
                "matches not rated": lambda one: one["queues"]["matches not rated"],
            },
        ),
    )
    most = {
        table: max(one["dead"][table][0] for one in run.samples)
        for table in run.samples[-1]["dead"]
    }
    fullest = sorted(most, key=most.get, reverse=True)[:FULLEST]
    yield Panel(
        "Dead rows of the tables that have most",
        _lines(run, {table: lambda one, table=table: one["dead"][table][0] for table in fullest}),
    )


def _waiting(sample, kind):
    return sum(number for name, number in sample["queues"].items() if name.startswith(kind))


def _lines(run, values):
    samples = run.samples[:: max(1, len(run.samples) // POINTS)]
    found = {}
    for name, value in values.items():
        points = []
        for one in samples:
            try:
                points.append((one["at"] / 60, value(one)))
            except KeyError:  # it is not there yet
                continue
        found[name] = points
    return found
