"""`python -m bots download --game skat --site URL`: all open records of a game, into a file."""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from .site import Site, add_site, say

LINK = re.compile(r'<([^>]+)>; rel="(next|license)"')
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
    wanted = {"season": asked.season, "ordinal": asked.ordinal, "after": _last(path)}
    query = urlencode({name: value for name, value in wanted.items() if value not in {None, ""}})
    count, licence, start = 0, "", f"games/{asked.game}/records?{query}"
    with path.open("ab") as file:
        for page, links in _pages(Site(asked.site), start):
            licence = links.get("license", "")
            file.write(page)
            file.flush()
            count += page.count(b"\n")
            if sys.stderr.isatty():
                print(f"\r{count} records ", end="", file=sys.stderr, flush=True)  # noqa: T201
    say(f"{count} records are new in {path}.")
    if licence:
        say(f"The site's licence of its records: {licence}")
    return 0


def _pages(site: Site, path: str) -> Iterator[tuple[bytes, dict[str, str]]]:
    """Yield what the site sends from an address of its API on, page by page, and its links.

    Raises SiteError.
    """
    while path:
        body, headers = site.get(path)
        links = {name: address for address, name in LINK.findall(headers.get("Link", ""))}
        yield body, links
        path = links.get("next", "").partition("/api/v1/")[2]


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
