"""Strangers' bots, locked up: what they may do, what they are given, what becomes of them.

    sandbox = open_proven(Settings())
    with sandbox.start(sandbox.command(["python3", "bot.py"], folder), Clock()) as bot:
        answer = bot.ask({"type": "hello"})

A `BotFault` is the bot's doing, a `SandboxError` is ours. See `docs/sandbox.md`.
"""

from .command import Clock, Command, Limits, UnknownProgram, command
from .faults import BotFault, Reason, SandboxError
from .opening import open_proven
from .process import Process
from .sandbox import Sandbox
from .settings import Settings

__all__ = [
    "BotFault",
    "Clock",
    "Command",
    "Limits",
    "Process",
    "Reason",
    "Sandbox",
    "SandboxError",
    "Settings",
    "UnknownProgram",
    "command",
    "open_proven",
]
