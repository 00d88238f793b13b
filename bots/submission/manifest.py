"""The manifest of a bot, `bot.toml`: its name, its games, and how to make and start it."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

import games
from bots import builtin
from bots.conversation.protocol import Name, Slug
from bots.sandbox.runtimes import Runtime, started_by

FILE = "bot.toml"
MAX_BYTES = 16 * 1024

Word = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00]+$")]
Command = Annotated[list[Word], Field(min_length=1, max_length=20)]


class ManifestError(ValueError):
    """A folder is no bot; the message says what to change in which line of which file."""


class Manifest(BaseModel):
    """What `bot.toml` says; commands are run in the bot's folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    games: Annotated[list[Slug], Field(min_length=1, max_length=100)] | Literal["all"]
    start: Command
    runtime: Runtime | None = None
    """The usual one for what it starts with, if it names none."""
    build: Command | None = None

    @property
    def found(self) -> Runtime:
        """The run-time that it names, or the usual one for what it starts with."""
        return self.runtime or started_by(self.start[0])[0]

    def slugs(self) -> tuple[str, ...]:
        """Return the slugs of its games, in the order of the registry."""
        every = tuple(game.slug for game in games.all())
        return every if self.games == "all" else tuple(s for s in every if s in self.games)


def read(folder: Path) -> Manifest:
    """Return the manifest of a bot's folder; raises ManifestError."""
    path = folder / FILE
    if not path.is_file():
        raise ManifestError(
            f"{folder} holds no {FILE}: name the folder of a bot, "
            "or make one with `python -m bots new NAME --language python`"
        )
    if path.stat().st_size > MAX_BYTES:
        raise ManifestError(f"{path} is longer than {MAX_BYTES} bytes")
    manifest = parse(path.read_bytes(), where=str(path))
    check_name(manifest, where=str(path))
    return manifest


def parse(content: bytes, *, where: str = FILE) -> Manifest:
    """Return a manifest from its file's content; raises ManifestError."""
    try:
        manifest = Manifest.model_validate(tomllib.loads(content.decode()))
    except ValidationError as error:
        raise ManifestError(f"{where}: {_explain(error)}") from None
    except ValueError as error:  # of TOML or of UTF-8
        raise ManifestError(f"{where}: {error}") from None
    known = {game.slug for game in games.all()}
    unknown = set() if manifest.games == "all" else set(manifest.games) - known
    if unknown:
        raise ManifestError(
            f"{where}: games: there is no {', '.join(sorted(unknown))}; "
            f'there are {", ".join(sorted(known))}, or write games = "all"'
        )
    fitting = started_by(manifest.start[0])
    if manifest.runtime not in {None, *fitting}:
        raise ManifestError(
            f"{where}: runtime: what starts with {manifest.start[0]} has the run-time "
            f"{' or '.join(fitting)}, not {manifest.runtime}"
        )
    return manifest


def check_name(manifest: Manifest, *, where: str = FILE) -> None:
    """Raise ManifestError for a name that would be taken for another, or shown otherwise.

    Not a rule of manifests: versions that were uploaded before it was made play on.
    """
    name = manifest.name
    match name_fault(name):
        case "characters":
            raise ManifestError(f"{where}: name: {_WAYS_OUT['name']}")
        case "spaces":
            raise ManifestError(f"{where}: name: leave out doubled spaces")
        case "built in":
            said = f"a built-in bot is called {name}; choose another name"
            raise ManifestError(f"{where}: name: {said}")
        case "number":
            raise ManifestError(
                f"{where}: name: leave out the number at its end: a site adds that of the version"
            )


def name_fault(name: str) -> Literal["", "characters", "spaces", "built in", "number"]:
    """Return what is wrong with the name of a bot, nothing if it can have it."""
    if not name.isprintable() or not {"<", ">"}.isdisjoint(name):
        return "characters"
    if " ".join(name.split()) != name:
        return "spaces"
    if name.lower() in builtin.names():
        return "built in"
    return "number" if re.search(r"\s\d+$", name) else ""


_WAYS_OUT = {
    "name": "write a name of 1 to 60 characters that can be printed, without < and >, "
    'such as name = "My bot"',
    "games": 'write games = ["skat"], with slugs of games, or games = "all"',
    "start": 'write the command as a list of words, such as start = ["python3", "bot.py"]',
    "runtime": f'write one of {", ".join(Runtime)}, such as runtime = "python", or leave it out',
    "build": 'write the command as a list of words, such as build = ["cc", "-o", "bot", "bot.c"]',
}


def _explain(error: ValidationError) -> str:
    """Return each wrong field once, with what to write instead."""
    fields = dict.fromkeys(str(one["loc"][0]) for one in error.errors())
    return "; ".join(
        f"{field}: {_WAYS_OUT[field]}"
        if field in _WAYS_OUT
        else f"{field}: there is no such field; there are {', '.join(_WAYS_OUT)}"
        for field in fields
    )
