"""Strangers' bots, locked up: what they may do, what they are given, what becomes of them.

    sandbox = open_proven(Settings())
    with sandbox.start(sandbox.command(["python3", "bot.py"], folder), Clock()) as bot:
        answer = bot.ask({"type": "hello"})

`runtimes` are what bots may be started with and import. `command` says what is run and its
limits, `sandbox` shuts it in (`bubblewrap`, `landlock`,
`seccomp`, `cgroup`), `process` asks it in time and `memory` watches what it holds; `opening` proves
all of it first. A `BotFault` is the bot's doing, a `SandboxError` is ours. See `docs/sandbox.md`.
"""

from .command import Clock, Command, Limits, UnknownProgram, command
from .faults import BotFault, NoLibraries, Reason, SandboxError
from .opening import open_proven
from .process import Process
from .runtimes import Runtime
from .sandbox import Sandbox
from .settings import Settings

__all__ = [
    "BotFault",
    "Clock",
    "Command",
    "Limits",
    "NoLibraries",
    "Process",
    "Reason",
    "Runtime",
    "Sandbox",
    "SandboxError",
    "Settings",
    "UnknownProgram",
    "command",
    "open_proven",
]
