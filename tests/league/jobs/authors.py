"""Bots that Carol and others have uploaded, small enough to read at a glance."""

import contextlib
import tempfile
from pathlib import Path

from bots.submission import archive
from league.services.bots import crew
from tests.bots.folders import FIRST, LOOP, write
from tests.league import factories

THINKS = f"print('thinking', file=sys.stderr); {FIRST}"
CRASHES = "print('oh dear', file=sys.stderr); sys.exit(3)"
HANGS = "\n        while True: pass"
SLEEPS = "import time; time.sleep(60)"
FLOODS = "\n        while True: sys.stderr.write('flood ' * 10000)"
LOWEST = 'say({"seq": seq, "action": min(view["legal"])})'
CHEATS = 'say({"seq": seq, "action": "R99"})'
MUMBLES = "print('hm')"
LEAVES = "import os; os.close(1); sys.exit(0)"


def open_sandbox():
    """Open the sandbox, so that no test meets the doctor's own bots."""
    crew.open_sandbox()


@contextlib.contextmanager
def open_folder():
    """Give a folder that the users of bots can reach, which those of pytest are not."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bots-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def version_of(act, *, name, owner=None, **more):
    """Return an accepted version that does `act`, a statement, when it is to act."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"# {name}\n" + LOOP.replace("{act}", act)
        bot = write(Path(folder) / "bot", program, **more)
        content = archive.pack(bot.folder)
    found = archive.read(content)
    return factories.VersionFactory(
        bot__name=name,
        **({"bot__owner": owner} if owner else {}),
        manifest=found.manifest.model_dump(mode="json"),
        archive__digest=found.digest,
        archive__content=content,
        archive__size_bytes=len(content),
    )
