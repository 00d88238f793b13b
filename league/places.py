"""Where the files of the site are: beside the code of a checkout, within that of a wheel."""

import tomllib
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Final

_LEAGUE: Final = Path(__file__).resolve().parent
_PACKED: Final = _LEAGUE / "files"
IS_INSTALLED: Final = _PACKED.is_dir()
"""Whether this is a wheel of the site, into which `.ci/wheel.py` has put the files."""

FILES: Final = _PACKED if IS_INSTALLED else _LEAGUE.parent
"""Templates, translations, static files, and the pages of `docs` that the site shows."""
HOME: Final = Path.cwd() if IS_INSTALLED else _LEAGUE.parent
"""Where programs run, and `var` is; of an installed site it is where it was started."""


def version() -> str:
    """Return the version of this program."""
    if IS_INSTALLED:
        return installed_version("stammtisch")
    text = (HOME / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])
