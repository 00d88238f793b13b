"""A package of a game of one's own, made from the one in `games/template`.

That one is real: its game plays and obeys all laws. A copy has other names, and nothing else.
"""

import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import games

from .texts import compile_texts

PATH = Path(__file__).parents[1] / "template"
SLUG, MODULE, NAME = "my-game", "my_game", "My Game"
"""What the game of the template is called."""

WRITTEN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
"""So many letters have room in a site's tables."""
TEXTS = {".py", ".md", ".toml", ".po", ".txt"}
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.mo", ".*")


def create(folder: Path, slug: str) -> Path:
    """Make a package with a game that plays already; return the game's own folder in it.

    Raises ValueError for a name that cannot be had, FileExistsError for a folder that is there.
    """
    check_slug(slug)
    if folder.exists():
        raise FileExistsError(f"{folder} is there already: name another folder behind the name")
    shutil.copytree(PATH, folder, ignore=LEFT_OUT)
    for path in sorted(folder.rglob(f"*{MODULE}*")):
        path.rename(path.with_name(path.name.replace(MODULE, module_of(slug))))
    for path in (path for path in folder.rglob("*") if path.suffix in TEXTS):
        path.write_text(_renamed(path.read_text(encoding="utf-8"), slug), encoding="utf-8")
    own = folder / module_of(slug)
    compile_texts(own)
    return own


def check_slug(slug: str) -> None:
    """Raise ValueError unless a game may be called so, with a way out."""
    if not WRITTEN.fullmatch(slug) or len(slug) > LONGEST:
        raise ValueError(
            f"{slug!r} cannot name a game: write small letters, digits and single hyphens, such as "
            f"`{SLUG}`, {LONGEST} at most; what people read can be changed later"
        )
    if slug in {game.slug for game in games.all()}:
        raise ValueError(f"there is a game {slug!r} already: choose another name")
    if find_spec(module_of(slug)) is not None:
        raise ValueError(
            f"Python has a module {module_of(slug)!r} already: choose another name, "
            f"such as `{slug}-game`"
        )


def module_of(slug: str) -> str:
    """Return the module of a game, which is also the name of its folder."""
    return slug.replace("-", "_")


def name_of(slug: str) -> str:
    """Return what people read until the author writes something better."""
    return " ".join(word.capitalize() for word in slug.split("-"))


def _renamed(text: str, slug: str) -> str:
    for old, name in ((SLUG, slug), (MODULE, module_of(slug)), (NAME, name_of(slug))):
        text = text.replace(old, name)
    return text
