"""Bots that Carol writes: folders with a manifest and a program."""

import pytest

from bots import sdk
from bots.submission.folder import FolderBot

_NEEDED = {
    "python": (),
    "javascript": pytest.mark.needs("node"),
    "c": pytest.mark.needs("gcc"),
}
LANGUAGES = [pytest.param(language, marks=_NEEDED[language]) for language in sdk.LANGUAGES]
"""The languages of the kits, for tests that run what is written in them."""

MANIFEST = 'name = "Carol\'s"\ngames = {games}\nstart = {start}\n'

LOOP = """
import json, sys
def say(answer):
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    message = json.loads(line)
    seq, view = message.get("seq"), message.get("view")
    if message["type"] == "hello":
        say({"seq": seq, "protocol": 1})
    elif message["type"] == "act":
        {act}
"""
"""A bot without the kit; `act` is what it does when it is to act."""


def write(folder, program, *, games="all", file="bot.py", start=("python3", "bot.py")):
    """Return the bot of a folder that did not exist before."""
    folder.mkdir()
    named = '"all"' if games == "all" else str(list(games))
    text = MANIFEST.replace("{games}", named).replace("{start}", str(list(start)))
    (folder / "bot.toml").write_text(text)
    (folder / file).write_text(program)
    return FolderBot.of(folder)


def acting(folder, act, **more):
    """Return a bot that does `act`, a statement, when it is to act."""
    return write(folder, LOOP.replace("{act}", act), **more)


FIRST = 'say({"seq": seq, "action": view["legal"][0]})'
"""Plays the first legal action."""
