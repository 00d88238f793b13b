"""What an author downloads: for each language a folder with a bot to start from and its kit.

The kit is a file without dependencies that speaks the protocol; the bot beside it is a template.
`net` is another template in Python: a bot with a small net, and the script that trains it.
"""

import json
import re
import shutil
from pathlib import Path

from bots.submission.manifest import FILE

PATH = Path(__file__).parent

LANGUAGES = {"python": "bot.py", "javascript": "bot.js", "c": "bot.c"}
"""The languages there are, and the file for one's own idea in each."""


def create(folder: Path, *, name: str, language: str, net: bool = False) -> Path:
    """Make a folder with a bot of this name that plays all games; return the file to edit.

    With `net`, that is the script that trains the bot, which plays Briscola. Raises
    FileExistsError, and ValueError for a net in another language than Python.
    """
    if net and language != "python":
        raise ValueError("a bot with a net is in Python: leave out --language")
    if folder.exists():
        raise FileExistsError(f"{folder} is there already: choose another name")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PATH / language, folder, ignore=ignored)
    if net:
        shutil.copytree(PATH / "net", folder, ignore=ignored, dirs_exist_ok=True)
    manifest = folder / FILE
    # A text in TOML is written as in JSON.
    text = re.sub(
        r"(?m)^name = .*$",
        lambda _: f"name = {json.dumps(name, ensure_ascii=False)}",
        manifest.read_text(),
    )
    manifest.write_text(text)
    return folder / ("train.py" if net else LANGUAGES[language])
