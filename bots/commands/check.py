"""`python -m bots check my-bot`: the test an upload has to pass."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import games
from bots.contests import seating
from bots.sandbox.faults import SandboxError
from bots.submission import compliance, libraries, shut_in
from bots.submission.folder import FolderBot
from games.workshop.progress import Bar


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the bot's folder")
    parser.add_argument("--game", metavar="SLUG", help="test it in this game only, for a start")
    parser.add_argument(
        "--sandbox", action="store_true", help="shut it in as a site does; needs bubblewrap"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Test the bot; return 0 if it may play, 1 if not."""
    bot = FolderBot.of(asked.folder)
    slugs = bot.manifest.slugs()
    if asked.game is not None:
        seating.check_plays(bot, games.get(asked.game))
        slugs = (asked.game,)
    bot.build()
    report = _shut_in(bot, slugs) if asked.sandbox else _here(bot, slugs)
    print(json.dumps(report.as_json(), indent=1) if asked.json else _render(bot, report))  # noqa: T201
    verdict = "It may play." if report.ok else "It may not play yet: mend what is marked ✗."
    print(verdict, file=sys.stderr)  # noqa: T201
    return 0 if report.ok else 1


def _here(bot: FolderBot, slugs: Sequence[str]) -> compliance.Report:
    report = compliance.check(bot.player, slugs, progress=Bar("matches"))
    if bot.manifest.found.layers:
        report.findings.insert(0, libraries.compare(bot.folder, bot.manifest))
    return report


def _shut_in(bot: FolderBot, slugs: Sequence[str]) -> compliance.Report:
    """Test it as a site does; raises ValueError where there is no sandbox."""
    try:
        with shut_in.players(bot) as new_player:
            return compliance.check(
                new_player, slugs, progress=Bar("matches"), limit_s=compliance.LIMIT_S
            )
    except SandboxError as error:
        raise ValueError(f"--sandbox: {error}") from None


def _render(bot: FolderBot, report: compliance.Report) -> str:
    width = max(len(found.subject) for found in report.findings)
    lines = [bot.manifest.name]
    for found in report.findings:
        lines.append(f"  {'✓' if found.ok else '✗'} {found.subject:<{width}}  {found.detail}")
        lines.extend(f"      | {line}" for line in found.evidence.splitlines())
    return "\n".join(lines)
