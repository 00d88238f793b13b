"""A bot in a folder, shut in as on a site: what would be packed, unpacked, in the sandbox."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bots.conversation.process import BotProcess, ProcessPlayer
from bots.sandbox import Settings, open_proven

from . import archive
from .folder import CLOCK, FolderBot


@contextmanager
def players(bot: FolderBot) -> Iterator[Callable[[], ProcessPlayer]]:
    """Yield what returns a new player; raises SandboxError where there is no sandbox.

    ArchiveError or UnknownProgram say what a site would refuse.
    """
    sandbox = open_proven(Settings())
    with tempfile.TemporaryDirectory(prefix="stammtisch-check-") as name:
        home = Path(name)
        home.chmod(0o755)  # for the users of bots
        read = archive.read(archive.pack(bot.folder))
        read.unpack(home / "bot")
        command = sandbox.command(read.manifest.start, home / "bot", runtime=read.manifest.runtime)
        yield lambda: ProcessPlayer(
            BotProcess(
                lambda clock: sandbox.start(command, clock),
                CLOCK,
                name=read.manifest.name,
                games=read.manifest.slugs(),
            )
        )
