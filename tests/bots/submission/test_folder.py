"""A bot that is free has what there is at its author's; any other only what a server gives."""

import pytest

from bots.submission.folder import FolderBot
from bots.submission.manifest import ManifestError
from tests.bots.folders import LOOP, acting, write

PACKAGE = "import numpy; numpy.zeros(300 << 17); "
"""Takes 300 MB of memory, by a package of this machine."""
SCRIPT = "#!/bin/sh\nexec python3 bot.py\n"


def answer(bot):
    """Return what a bot says of itself when it starts."""
    with bot.player() as player:
        player.start()
        return player.process.ready.protocol


def free(bot):
    return FolderBot.of(bot.folder, is_free=True)


def test_packages_and_memory_are_there_for_who_is_free(tmp_path):
    bot = write(tmp_path / "fox", PACKAGE + LOOP.replace("{act}", "pass"))
    assert answer(free(bot)) == 1
    with pytest.raises(Exception, match="crash: its process ended"):
        answer(bot)


def test_any_interpreter_is_there_for_who_is_free(tmp_path):
    bot = acting(tmp_path / "fox", "pass", start=("./start",))
    start = tmp_path / "fox/start"
    start.write_text(SCRIPT)
    start.chmod(0o755)
    free(bot).build()
    assert answer(free(bot)) == 1
    with pytest.raises(ManifestError, match="start is a script for /bin/sh"):
        bot.build()
