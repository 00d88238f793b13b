"""The libraries of a run-time as the machine of a bot's author has them."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from bots.sandbox.runtimes import Runtime

from .compliance import Finding
from .manifest import FILE, Manifest, ManifestError


def here(runtime: Runtime, *, where: str = FILE) -> dict[str, str]:
    """Return the versions of a run-time's libraries here; raises ManifestError if one is not."""
    found = {}
    for name, wanted in runtime.libraries.items():
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            raise ManifestError(
                f"{where}: runtime: {name} is not on this machine: pip install {name}=={wanted}, "
                "or test it as a site has it: check --sandbox"
            ) from None
    return found


def compare(folder: Path, manifest: Manifest) -> Finding:
    """Return which versions there are here, and what of it a site has otherwise or not at all."""
    wanted = manifest.found.libraries
    if found := next(foreign(folder, manifest), None):
        file, name = found
        return Finding("libraries", False, f"{file} imports {name}, which a site does not have")
    said = (
        f"{name} {is_}" if is_ == wanted[name] else f"{name} {is_} (on a site {wanted[name]})"
        for name, is_ in here(manifest.found).items()
    )
    return Finding("libraries", True, ", ".join(said))


def foreign(folder: Path, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Yield file and name of each package that a bot needs to start and a site does not have.

    Imports within functions or `try` do not count: the bot may do without them.
    """
    there = sys.stdlib_module_names | _packages(manifest.found)
    waiting = [folder / word for word in manifest.start if word.endswith(".py")]
    read = set[Path]()
    while waiting:
        file = waiting.pop()
        if file in read or not file.is_file():
            continue
        read.add(file)
        for name in _imported(file.read_bytes()):
            own = file.with_name(f"{name}.py")  # Python looks beside the program that it starts
            if own.is_file():
                waiting.append(own)
            elif not file.with_name(name).exists() and name not in there:
                yield str(file.relative_to(folder)), name


def _packages(runtime: Runtime) -> set[str]:
    """Return the packages of a run-time's libraries, and of what these need."""
    known = set(runtime.libraries)
    for name in runtime.libraries:
        known |= {re.split(r"[^\w.-]", needed)[0] for needed in metadata.requires(name) or ()}
    of = metadata.packages_distributions()
    return {package for package, names in of.items() if not known.isdisjoint(names)}


def _imported(source: bytes) -> Iterator[str]:
    try:
        program = ast.parse(source)
    except (SyntaxError, ValueError):  # the bot itself says it better
        return
    for statement in program.body:
        if isinstance(statement, ast.Import):
            yield from (name.name.split(".")[0] for name in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            yield statement.module.split(".")[0]
