"""A bot in a folder on its author's own machine: build it, and let it play.

Python is started as on a server, where no packages are installed. A bot whose run-time has
libraries finds those of this machine, and all other packages with them.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bots.conversation.local import LocalProcess
from bots.conversation.process import BotProcess, ProcessPlayer
from bots.sandbox.command import (
    MOST_TABLES,
    NATIVE,
    NODE,
    PYTHON_FLAGS,
    Clock,
    Limits,
    UnknownProgram,
    check_script,
    is_inside,
)
from bots.sandbox.runtimes import ONE_THREAD
from bots.sandbox.settings import Settings

from . import libraries
from .manifest import FILE, Manifest, ManifestError, read

CLOCK = Clock(tables=MOST_TABLES)
"""The time that a server gives, here in wall time."""
PYTHON = {"python", "python3"}
WITH_PACKAGES = ("-s", "-E", "-B")


@dataclass(frozen=True)
class FolderBot:
    """An author's bot: its folder and manifest.

    One that `is_free` has what there is on this machine: Python's packages, any interpreter, all
    memory. No server runs it.
    """

    folder: Path
    manifest: Manifest
    is_free: bool = False

    @classmethod
    def of(cls, folder: Path, *, is_free: bool = False) -> "FolderBot":
        """Return the bot of a folder; raises ManifestError."""
        return cls(folder.resolve(), read(folder), is_free)

    def build(self) -> None:
        """Run its build command, if it has one; raises ManifestError if it cannot be started.

        What its run-time has on a site need not be on this machine.
        """
        if self.manifest.build is not None:
            self._run(self.manifest.build)
        self._program()

    def command(self) -> list[str]:
        """Return how to start it here; raises ManifestError if this machine lacks what it needs."""
        first, *rest = self.manifest.start
        flags = self._flags() if first in PYTHON else ()
        return [self._program(), *flags, *rest]

    def _program(self) -> str:
        first = self.manifest.start[0]
        if first in PYTHON:
            return sys.executable
        if first == "node":
            return self._installed(first, "start")
        program = self.folder / first
        if not (is_inside(first) and program.is_file() and os.access(program, os.X_OK)):
            raise ManifestError(
                f"{self.folder / FILE}: start: {first} is no program in this folder: "
                "start with python3, node, or a file of the folder that may be executed"
            )
        if not self.is_free:
            try:
                check_script(program, Settings())
            except UnknownProgram as error:
                raise ManifestError(f"{self.folder / FILE}: start: {error}") from None
        return str(program)

    def _flags(self) -> tuple[str, ...]:
        """Return how Python is started; raises ManifestError if a library is missing here."""
        if self.is_free:
            return ()
        if libraries.here(self.manifest.found, where=str(self.folder / FILE)):
            return WITH_PACKAGES
        return PYTHON_FLAGS

    @property
    def limits(self) -> Limits | None:
        """What its process may take, as on a server; None if it is free."""
        if self.is_free:
            return None
        return NODE if self.manifest.start[0] == "node" else NATIVE

    def player(self, *, clock: Clock = CLOCK, log_here: bool = False) -> ProcessPlayer:
        """Return a player whose process starts when its first match begins."""
        command, limits = self.command(), self.limits
        variables = ONE_THREAD if self.manifest.found.layers and not self.is_free else {}
        return ProcessPlayer(
            BotProcess(
                lambda clock: LocalProcess(
                    command,
                    self.folder,
                    clock,
                    limits=limits,
                    log_here=log_here,
                    variables=variables,
                ),
                clock,
                name=self.manifest.name,
                games=self.manifest.slugs(),
            )
        )

    def _installed(self, program: str, field: str) -> str:
        path = shutil.which(program)
        if path is None:
            raise ManifestError(
                f"{self.folder / FILE}: {field}: {program} is not on this machine: install it"
            )
        return path

    def _run(self, command: list[str]) -> None:
        first, *rest = command
        done = subprocess.run(  # noqa: S603 - the author's own command
            [self._installed(first, "build"), *rest],
            cwd=self.folder,
            capture_output=True,
            check=False,
            text=True,
        )
        if done.returncode != 0:
            raise ManifestError(
                f"{self.folder / FILE}: build: `{' '.join(command)}` failed:\n{done.stderr}"
            )
