"""What an author downloads: for each language a folder with a bot to start from and its kit.

The kit is a file without dependencies that speaks the protocol; the bot beside it is a template.
"""

import json
import re
import shutil
from pathlib import Path

from bots.submission.manifest import FILE

PATH = Path(__file__).parent

LANGUAGES = {"python": "bot.py", "javascript": "bot.js", "c": "bot.c"}
"""The languages there are, and the file for one's own idea in each."""


def create(folder: Path, *, name: str, language: str) -> Path:
    """Make a folder with a bot of this name that plays all games; return the file to edit.

    Raises FileExistsError.
    """
    if folder.exists():
        raise FileExistsError(f"{folder} is there already: choose another name")
    shutil.copytree(PATH / language, folder, ignore=shutil.ignore_patterns("__pycache__"))
    manifest = folder / FILE
    # A text in TOML is written as in JSON.
    text = re.sub(
        r"(?m)^name = .*$",
        lambda _: f"name = {json.dumps(name, ensure_ascii=False)}",
        manifest.read_text(),
    )
    manifest.write_text(text)
    return folder / LANGUAGES[language]
