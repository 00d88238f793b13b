"""What can go wrong with a bot, apart from what can go wrong with the sandbox.

A `BotFault` is the bot's own doing and ends its part of the match. A `SandboxError` is ours: it
voids the match, which is played again, and never counts against a bot.
"""

import signal
from enum import StrEnum

MAX_EVIDENCE_BYTES = 1024
"""How much of a bot's own words is kept with a fault."""
HINT = "print to stderr, not to stdout"
"""What an author does about words among the answers."""


class Reason(StrEnum):
    """Why a bot's part ended; the list is closed."""

    TIMEOUT = "timeout"
    """No whole answer within the processor or wall time it had."""
    CRASH = "crash"
    """Its process ended."""
    CLOSED = "closed"
    """It closed the pipe it is to read from or to write to."""
    UNASKED = "unasked"
    """It wrote before it was asked, or more than one line for an answer."""
    TOO_LONG = "too-long"
    """Its line is longer than a line may be."""
    BAD_LINE = "bad-line"
    """Its line is not one JSON object as `framing` wants it."""
    BAD_SEQ = "bad-seq"
    """Its answer does not repeat the number of the request."""
    FLOOD = "flood"
    """It wrote more to its standard error than anybody would read."""
    BAD_ANSWER = "bad-answer"
    """Its answer is a JSON object, but not one that the protocol knows."""
    ILLEGAL_ACTION = "illegal-action"
    """Its answer names an action that is not legal."""


class BotFault(Exception):
    """What a bot did wrong.

    `detail` says it in words for its author and names nothing of this machine; `evidence` is
    what the bot wrote, cut to `MAX_EVIDENCE_BYTES`.
    """

    def __init__(self, reason: Reason, detail: str, evidence: bytes = b"") -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
        self.evidence = evidence[:MAX_EVIDENCE_BYTES]


def signal_name(number: int) -> str:
    """Return what a signal is called, such as SIGSEGV; its number if it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class SandboxError(Exception):
    """The sandbox failed, or cannot be trusted on this machine: no bot is to blame.

    Its text says what failed and how to mend it.
    """


class NoLibraries(SandboxError):
    """This machine lacks the libraries of a bot's run-time; it can play all other bots."""
