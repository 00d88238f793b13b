"""`python -m bots serve my-bot --site URL`: play at online tables, from one's own machine."""

import argparse
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bots.sandbox.faults import BotFault
from bots.submission.folder import FolderBot

from .experiment import BROKEN_OFF
from .serving.desk import Desk, Wishes
from .serving.link import Link
from .serving.thinking import CLOCK, Thinking
from .site import Site, SiteError, add_site
from .upload import TOKEN

NEEDED = "must be valid, and one of a remote bot: its page on the site makes them"
MOST_TABLES = 64


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the bot's folder")
    add_site(parser)
    parser.add_argument(
        "--token", default=os.environ.get(TOKEN), help=f"one of the remote bot (${TOKEN})"
    )
    parser.add_argument(
        "--tables", type=int, metavar="N", help="most tables at once (as many as the bot says)"
    )
    parser.add_argument(
        "--join", metavar="EVENT", help="code of an event, to sit down at its tables unasked"
    )
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Play until Ctrl-C; return 130. Raises SiteError once the site refuses the token."""
    if not asked.token:
        raise SiteError(f"name a token of the remote bot with --token, or set {TOKEN}")
    if asked.tables is not None and not 1 <= asked.tables <= MOST_TABLES:
        raise ValueError(f"--tables is one of 1 to {MOST_TABLES}")
    bot = FolderBot.of(asked.folder, is_free=True)
    bot.build()
    link = Link(Site(asked.site, asked.token, needed=NEEDED), say=_say)
    thinking = Thinking(lambda: bot.player(clock=CLOCK, log_here=True), say=_say)
    with _ending(link, thinking):
        desk = _desk(asked, bot, link, thinking)
        try:
            desk.serve()
        except KeyboardInterrupt:
            _take_leave(desk.rise())
            return BROKEN_OFF


def _desk(asked: argparse.Namespace, bot: FolderBot, link: Link, thinking: Thinking) -> Desk:
    """Return what serves the bot of the token; raises SiteError, or ValueError for the bot."""
    with link.site.talking() as site:
        me = site.remote_bots.me()
    most = min(asked.tables or MOST_TABLES, me["most_tables"])
    at_once = _start(thinking)
    if asked.tables is None:
        most = min(most, at_once)
    _say(f"{me['name']} waits at {link.site.url} for up to {most} tables. Ctrl-C ends it.")
    wishes = Wishes(most=most, games=bot.manifest.slugs(), event=asked.join or "")
    return Desk(link, thinking, wishes, _say)


def _start(thinking: Thinking) -> int:
    """Return at how many tables a process of the bot can sit; raises ValueError."""
    try:
        return thinking.start()
    except BotFault as fault:
        said = fault.evidence.decode(errors="backslashreplace")
        raise ValueError(f"the bot does not start: {fault}\n{said}".strip()) from None


@contextmanager
def _ending(link: Link, thinking: Thinking) -> Iterator[None]:
    """Leave nothing behind, however the command ends; SIGTERM ends it as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        link.stopping.set()
        thinking.close()
        signal.signal(signal.SIGTERM, before)


def _take_leave(pages: Sequence[str]) -> None:
    """Say where the default bot plays from now on."""
    if not pages:
        _say("Stopped. No match was under way.")
        return
    _say("Stopped. The default bot plays on for it, until it is served again:")
    for page in pages:
        _say(f"  {page}")


def _say(text: str) -> None:
    """Tell the author at once, also where a file is written to."""
    print(text, flush=True)  # noqa: T201
