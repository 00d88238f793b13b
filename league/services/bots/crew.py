"""Who sits at a worker's tables: built-in bots, and those of authors in processes of their own.

Bots of authors are unpacked once on each machine, locked up in the worker's sandbox, and kept
from match to match. Only the main thread of a worker can start them.
"""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache

from django.conf import settings

from bots import builtin
from bots.builtin import Builtin
from bots.conversation.process import BotProcess, ProcessPlayer
from bots.playing.runner import StandIn
from bots.sandbox import Clock, Sandbox, SandboxError, Settings, UnknownProgram, open_proven
from bots.sandbox.command import MOST_TABLES
from bots.submission.manifest import Manifest
from league.models import Player, Version

from .unpacking import folder_of

logger = logging.getLogger(__name__)

CLOCK = Clock()
"""The time that authors are told they have."""
CLOCK_BESIDE = replace(CLOCK, tables=MOST_TABLES)
"""The same at each of several tables at once."""
MOST_PROCESSES = 16
"""How many processes are kept that sit at no table; each may hold a quarter of a gigabyte."""


class NoSandbox(SandboxError):
    """Bots of authors cannot be played by this worker at all."""


@cache
def open_sandbox() -> Sandbox:
    """Return the sandbox of this process, proven when it is first asked for.

    Raises NoSandbox with what to mend, and tries again when it is next asked for.
    """
    wanted = Settings(
        tier=settings.BOT_SANDBOX,
        needs_threads=settings.BOT_NEEDS_THREADS,
        debug=settings.DEBUG,
        allow_unsafe=settings.BOT_SANDBOX_ALLOW_UNSAFE,
        python=settings.BOT_PYTHON,
        node=settings.BOT_NODE,
        libraries=settings.BOT_LIBRARIES,
        cgroups=settings.BOT_CGROUPS,
    )
    try:
        return open_proven(wanted)
    except SandboxError as error:
        raise NoSandbox(f"no bots of authors are played by this worker: {error}") from error


def prove() -> None:
    """Open the sandbox of this process and of those forked from it, or log why that fails."""
    try:
        sandbox = open_sandbox()
    except NoSandbox as refusal:
        logger.warning("%s", refusal)
    else:
        logger.info("authors' bots are played in the sandbox: %s", sandbox.tier)


def player_of(version: Version, *, clock: Clock = CLOCK) -> ProcessPlayer:
    """Return a player for a version, whose process starts when its first match begins.

    Whoever asks for it closes it. Raises SandboxError, or OSError of the machine.
    """
    sandbox = open_sandbox()
    manifest = Manifest.model_validate(version.manifest)
    folder = folder_of(version)
    try:
        command = sandbox.command(manifest.start, folder, runtime=manifest.runtime)
    except UnknownProgram:
        if folder.is_dir():
            raise
        raise SandboxError(f"{folder} was laid aside at this moment") from None
    return ProcessPlayer(
        BotProcess(
            lambda clock: sandbox.start(command, clock),
            clock,
            name=manifest.name,
            games=manifest.slugs(),
        )
    )


class Crew:
    """The processes of one batch of matches; leaving the `with` block ends them all.

    A process is kept for its version, and used again at the next table where that sits: there is
    one for each copy of a version at a table, none ever plays for another version, and none is
    dealt the same cards twice.
    """

    def __init__(self, *, clock: Clock = CLOCK) -> None:
        self._clock = clock
        self._refusal: NoSandbox | None = None
        self._players: OrderedDict[tuple[int, int], ProcessPlayer] = OrderedDict()
        self._dealt: set[bytes] = set()

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        self._leave(0)

    def begin(self, secret: bytes) -> None:
        """Make ready for the deals of a secret: nobody at the table may have seen them before.

        Rotations of a duplicate have the same deals. A process that played one of them could know
        every card of the next, so it is ended.
        """
        if secret in self._dealt:
            self._leave(0)
            self._dealt.clear()
        self._dealt.add(secret)

    def seat(self, players: Sequence[Player]) -> list[Builtin | ProcessPlayer | StandIn]:
        """Return who plays for these players at one table.

        A draw that is published keeps its players: a version that was withdrawn since plays on,
        but for one in quarantine, which would only hold everybody up, the first legal action is
        played. Costs no query if `version` was fetched. Raises SandboxError, which is NoSandbox
        if no version can be played here, or OSError of the machine.
        """
        seated: list[Builtin | ProcessPlayer | StandIn] = []
        copies: dict[int, int] = {}
        for player in players:
            if player.builtin:
                seated.append(builtin.get(player.builtin))
            elif player.version.status == Version.Status.QUARANTINED:
                seated.append(StandIn())
            else:
                copy = copies[player.pk] = copies.get(player.pk, -1) + 1
                seated.append(self._player(player.version, copy))
        self._leave(max(MOST_PROCESSES, len(players)))
        return seated

    def _player(self, version: Version, copy: int) -> ProcessPlayer:
        key = (version.pk, copy)
        if key not in self._players:
            self._players[key] = self._start(version)
        self._players.move_to_end(key)
        return self._players[key]

    def _start(self, version: Version) -> ProcessPlayer:
        if self._refusal is not None:  # found once in a batch: it takes a while
            raise self._refusal
        try:
            return player_of(version, clock=self._clock)
        except NoSandbox as refusal:
            self._refusal = refusal
            raise

    def _leave(self, count: int) -> None:
        """End the processes that have not been used for longest, until `count` are left."""
        with ExitStack() as stack:  # one that cannot be ended must not keep the others alive
            while len(self._players) > count:
                _key, player = self._players.popitem(last=False)
                stack.callback(player.close)
