"""`python -m bots download --game skat --site URL`: all open records of a game, into a file."""

import argparse
import json
import sys
from pathlib import Path

from .site import Site, add_site, say

LAST_BYTES = 1 << 20
"""No line of a file is longer."""


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("--game", required=True, help="slug of the game")
    parser.add_argument("--season", help="code of a season, for its records only")
    parser.add_argument(
        "--ordinal",
        type=int,
        metavar="N",
        help="only matches before which each player was rated at least N, by mu - 3 sigma",
    )
    add_site(parser)
    parser.add_argument("--to", type=Path, metavar="FILE", help="where to (records-GAME.jsonl)")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Add what is missing to the file, page by page, and name its licence; return 0."""
    path: Path = asked.to or Path(f"records-{asked.game}.jsonl")
    count, licence = 0, ""
    wanted = {"season": asked.season, "ordinal": asked.ordinal, "after": _last(path) or None}
    with Site(asked.site).talking() as client, path.open("ab") as file:
        for page in client.games.records(asked.game, **wanted):
            licence = page.links.get("license", "")
            file.write(page.content)
            file.flush()
            count += page.content.count(b"\n")
            if sys.stderr.isatty():
                print(f"\r{count} records ", end="", file=sys.stderr, flush=True)  # noqa: T201
    say(f"{count} records are new in {path}.")
    if licence:
        say(f"The site's licence of its records: {licence}")
    return 0


def _last(path: Path) -> str:
    """Return the season and the match of the last line of a file, "" where there is none.

    A line that was not written to its end is cut off.
    """
    if not path.exists():
        return ""
    with path.open("r+b") as file:
        start = max(0, path.stat().st_size - LAST_BYTES)
        file.seek(start)
        tail = file.read()
        whole = tail[: tail.rfind(b"\n") + 1]
        file.truncate(start + len(whole))
    if not whole:
        return ""
    try:
        told = json.loads(whole.splitlines()[-1])
        return f"{told['season']}.{told['match']}"
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path} has no records of a site; name another file with --to") from None
