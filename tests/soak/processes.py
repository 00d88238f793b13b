"""What each process of a site holds, as the kernel tells: memory and open files.

Memory is what a process has written and nobody else could give back, resident or swapped out
(`Anonymous` and `Swap`). Pages of files, which the kernel drops as it likes, are left out, and so
are the buffers that PostgreSQL's processes share.
"""

import contextlib
import os
from collections import defaultdict
from pathlib import Path

PROC = Path("/proc")
PASSING = ("PostgreSQL, passing", "bots", "compiling")
"""Roles of processes that come and go on purpose."""
CONNECTIONS = "PostgreSQL, connections"
SERVER = "PostgreSQL"


def read(programs, postgres, redis):
    """Return by role what each process holds: `pid`, `count`, `memory`, `pss`, `files`.

    `programs` are the processes of the site by name, `postgres` and `redis` process ids. What
    belongs to a role of several processes is added up, and has a `pid` of 0.
    """
    children = _children()
    found = defaultdict(list)
    for name, pid in programs.items():
        found[name].append(pid)
        for role, child in _of_program(name, pid, children):
            found[role].append(child)
    found[SERVER].append(postgres)
    for child in children[postgres]:
        found[_of_postgres(_command(child))].append(child)
    found["Redis"].append(redis)
    return {role: _sum(pids) for role, pids in found.items()}


def pids_of(supervisor_pid, programs):
    """Return the process ids of these programs, which a process has started, by name."""
    found = {}
    for child in _children()[supervisor_pid]:
        words = tuple(_command(child).split("\0"))[:-1]
        found |= {one.name: child for one in programs if one.command == words}
    return found


def _of_program(name, pid, children):
    number = 0
    for child in sorted(children[pid]):
        command = _command(child)
        if "league.logic.compile" in command:
            yield "compiling", child
        elif "resource_tracker" in command:
            yield f"{name}, tracker", child
        elif command:
            number += 1
            yield f"{name}, process {number}", child
        for below in _descendants(child, children):
            yield "bots", below


def _of_postgres(title):
    is_named, words = title.startswith("postgres: "), title.replace("\0", " ").split()[1:]
    if not is_named or "worker" in words:
        return PASSING[0]  # one that begins, or is of autovacuum or a query that several share
    if words[:1] == ["root"]:
        return CONNECTIONS
    return f"PostgreSQL, {' '.join(words)}"


def _sum(pids):
    each = [one for one in map(_one, pids) if one]
    total = {key: sum(one[key] for one in each) for key in ("memory", "pss", "files")}
    return {"pid": pids[0] if len(pids) == 1 else 0, "count": len(each), **total}


def _one(pid):
    """Return what a process holds; None if it has just ended."""
    with contextlib.suppress(OSError, ValueError):
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()[1:]
        kb = {name: int(rest.split()[0]) for name, _, rest in (x.partition(":") for x in lines)}
        files = len(os.listdir(PROC / str(pid) / "fd"))  # noqa: PTH208 (counts, opens nothing)
        memory = 1024 * (kb["Anonymous"] + kb["Swap"])
        return {"memory": memory, "pss": 1024 * kb["Pss"], "files": files}
    return None


def _children():
    found = defaultdict(list)
    for folder in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            after_name = (folder / "stat").read_text().rpartition(") ")[2].split()
            if after_name[0] != "Z":
                found[int(after_name[1])].append(int(folder.name))
    return found


def _descendants(pid, children):
    for child in children[pid]:
        yield child
        yield from _descendants(child, children)


def _command(pid):
    with contextlib.suppress(OSError):
        return (PROC / str(pid) / "cmdline").read_text()
    return ""
