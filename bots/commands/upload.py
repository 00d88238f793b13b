"""`python -m bots upload my-bot --site URL`: send a bot to a site, and watch its check."""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from games.workshop.progress import Bar

from .pack import packed
from .site import Site, SiteError, add_site, say

if TYPE_CHECKING:
    from stammtisch.client.types.versions import VersionDetailOutput

TOKEN = "STAMMTISCH_TOKEN"  # noqa: S105 - the name of a variable
POLL_S = 1.0
SIGNS = {True: "✓", False: "✗"}


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the bot's folder")
    add_site(parser)
    parser.add_argument(
        "--token", default=os.environ.get(TOKEN), help=f"with scopes read and bots (${TOKEN})"
    )
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Pack, upload and wait; return 0 if the bot may play, 1 if not."""
    if not asked.token:
        raise SiteError(f"name a token of yours with --token, or set {TOKEN}")
    site = Site(asked.site, asked.token)
    content = packed(asked.folder)
    with site.talking() as client:
        version = client.versions.create(archive=content)
    name = f"{version['bot']['name']} {version['number']}"
    say(f"{name} is uploaded: {site.url}/versions/{version['code']}/")
    version = _watch(site, version)
    for found in (version["report"] or {"findings": []})["findings"]:
        print(f"  {SIGNS[found['ok']]} {found['subject']}: {found['detail']}")  # noqa: T201
        for line in found["evidence"].splitlines():
            print(f"      | {line}")  # noqa: T201
    say(f"{name} is {version['status']}" + (f": {version['reason']}" if version["reason"] else "."))
    return 0 if version["status"] == "accepted" else 1


def _watch(site: Site, version: "VersionDetailOutput") -> "VersionDetailOutput":
    """Return a version once its check is over, showing how far it has got."""
    bar, shown, reason = Bar("matches"), (0, 0), ""
    while version["status"] == "checking" and (check := version["check"]) is not None:
        if check["status"] == "failed":
            raise SiteError(f"the site could not check it ({check['reason']}); try again there")
        if check["reason"] not in {"", reason}:
            reason = check["reason"]
            say(reason)
        done = (check["done"], check["total"])
        if done not in {shown, (0, 0)}:
            shown = done
            bar(*done)
        time.sleep(POLL_S)
        with site.talking() as client:
            version = client.versions.retrieve(version["code"])
    if shown[0] < shown[1]:
        print(file=sys.stderr)  # noqa: T201 - the bar's line has not ended
    return version
