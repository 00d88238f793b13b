"""What an attack is: a small bot, and what must become of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import indent

RUNTIMES = ("python", "python-numeric", "onnx")
"""The run-times that bots in Python can have."""
OPENINGS = {
    "python": "THREADS = 8",
    "python-numeric": "THREADS = 8; import numpy",
    "onnx": "THREADS = 1; import numpy, onnxruntime",
}
"""What a bot of each knows and imports before it attacks."""
DONE, REFUSED = "done", "refused"
"""The attack worked; the bot was told no and is still in play. Else a fault ended it."""
CRASH, TIMEOUT, CLOSED, FLOOD = "crash", "timeout", "closed", "flood"
UNASKED, TOO_LONG, BAD_LINE, BAD_SEQ = "unasked", "too-long", "bad-line", "bad-seq"

HEAD = """
import importlib, json, os, sys

class Later:
    def __init__(self, name):
        self.name = name
    def __getattr__(self, name):
        return getattr(importlib.import_module(self.name), name)

ctypes, fcntl, mmap, resource = map(Later, ("ctypes", "fcntl", "mmap", "resource"))
socket, threading, time = map(Later, ("socket", "threading", "time"))

def call(number, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    result = libc.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result

def prctl(*arguments):
    return call(157, *arguments)
"""
LOOP = """
NO = (OSError, MemoryError, RuntimeError, AssertionError, ValueError)
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"outcome": "done", "found": repr(globals()[request["attack"]](request))}
    except NO as error:
        answer = {"outcome": "refused", "found": repr(error)}
    print(json.dumps({"seq": request["seq"], **answer}), flush=True)
"""


@dataclass(frozen=True)
class Attack:
    """One attack in Python.

    `code` is the body of a function that is given the request and raises where it is refused;
    with `is_whole` it is a whole program. `ends` are the outcomes that count as stopped, and
    `bites` says whether it works without a sandbox, where that is safe to try. With `scratch` it
    wants a writable /tmp. `runtimes` are those in which it means something.
    """

    name: str
    code: str
    ends: tuple[str, ...] = (REFUSED,)
    bites: bool = False
    is_whole: bool = False
    scratch: bool = False
    runtimes: tuple[str, ...] = RUNTIMES

    @property
    def is_reply(self) -> bool:
        """Whether it only answers what nobody should."""
        return self.name.startswith("reply: ")

    @property
    def function(self) -> str:
        """Name of its function in a bot that knows many attacks."""
        return "".join(sign if sign.isalnum() else "_" for sign in f"attack_{self.name}")


def bot_of(attacks: Iterable[Attack], runtime: str) -> str:
    """Return the program of a bot of a run-time that does the attacks it is asked for."""
    functions = [
        "\n".join((f"def {attack.function}(request):", indent(attack.code.strip(), "    ")))
        for attack in attacks
    ]
    return "\n".join((OPENINGS[runtime], HEAD, "def nothing(request): pass", *functions, LOOP))
