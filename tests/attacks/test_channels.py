"""What one bot does is seen by no other, whatever the other asks the kernel.

A witness notes what every call that bots may make tells it, but for the time. Then another bot
acts: reads, maps, threads, fills memory. The witness, which was stopped meanwhile as it is between
its moves, must find everything as it was. What is known to remain stands in `docs/sandbox.md`.
"""

import pytest

from bots.sandbox import seccomp
from tests.bots.sandbox.filtering import name_of

from . import layers
from .conftest import copied_for_others
from .driver import PATIENT, folder_of

ACTOR = """
import ctypes, json, mmap, os, socket, sys, threading
libc = ctypes.CDLL(None, use_errno=True)

def read_all(folder, most):
    for name in sorted(os.listdir(folder))[:most]:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                file.read(1 << 16)
                getattr(os, "posix_fadvise")(file.fileno(), 0, 0, 4)

def quietly(act):
    try:
        act()
    except (OSError, RuntimeError, MemoryError):
        pass

kept = []
ACTS = [
    lambda: read_all(os.path.dirname(os.__file__), 300),
    lambda: kept.append(bytearray(100 << 20)),
    lambda: kept.extend(open(sys.executable, "rb") for _ in range(9)),
    lambda: kept.append(mmap.mmap(kept[-1].fileno(), 0, prot=mmap.PROT_READ).read()),
    lambda: kept.extend(os.pipe()),
    lambda: kept.append(socket.socketpair()),
    lambda: [threading.Thread(target=threading.Event().wait, daemon=True).start() for _ in "1234"],
    lambda: os.listdir(os.path.dirname(os.__file__)),
    lambda: kept.append(os.open(sys.executable, os.O_WRONLY)),
    lambda: os.chdir("/usr"),
    lambda: os.umask(0),
    lambda: os.nice(3),
    lambda: libc.madvise(None, 0, 21),
]
for line in sys.stdin:
    request = json.loads(line)
    if request.get("act"):
        for act in ACTS:
            quietly(act)
    print(json.dumps({"seq": request["seq"]}), flush=True)
"""

WITNESS = """
import ctypes, hashlib, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
file = os.open(sys.executable, os.O_RDONLY)
libc.mmap.restype = ctypes.c_void_p
mapped = libc.mmap(None, 1 << 16, 1, 1, file, ctypes.c_long(0))
ctypes.string_at(mapped, 1 << 16)
folder = os.open(os.path.dirname(os.__file__), os.O_RDONLY)
pipe = os.pipe()
path = ctypes.create_string_buffer(sys.executable.encode())
room = ctypes.create_string_buffer(1 << 12)
head = ctypes.create_string_buffer((0x20080522).to_bytes(4, "little") + bytes(4))

HOW = {
    "file": file, "folder": folder, "pipe": pipe[0], "path": ctypes.addressof(path),
    "room": ctypes.addressof(room), "map": mapped, "head": ctypes.addressof(head),
}

def told(number, arguments):
    ctypes.memset(room, 0, len(room))
    os.lseek(folder, 0, 0)
    values = [ctypes.c_long(HOW.get(each, each)) for each in arguments]
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *values)
    if result < 0:
        return [result, ctypes.get_errno()]
    return [result, hashlib.md5(room.raw, usedforsecurity=False).hexdigest()]

for line in sys.stdin:
    request = json.loads(line)
    seen = {name: told(*asked) for name, asked in request.get("ask", {}).items()}
    print(json.dumps({"seq": request["seq"], "seen": seen}), flush=True)
"""

ASKED = {
    # what is asked: number on x86-64, arguments; `room` is looked at afterwards
    "stat": (4, ["path", "room"]),
    "statx": (332, [-100, "path", 0, 0xFFF, "room"]),
    "fstat of a file": (5, ["file", "room"]),
    "fstat of a pipe": (5, ["pipe", "room"]),
    "statfs": (137, ["path", "room"]),
    "fstatfs": (138, ["file", "room"]),
    "access": (21, ["path", 4]),
    "readlink": (89, ["path", "room", 512]),
    "getdents64": (217, ["folder", "room", 4096]),
    "lseek to the end": (8, ["file", 0, 2]),
    "lseek to a hole": (8, ["file", 0, 4]),
    "lseek to data": (8, ["file", 0, 3]),
    "bytes in a pipe": (16, ["pipe", 0x541B, "room"]),
    "flags": (72, ["file", 3, 0]),
    "lock": (72, ["file", 5, "room"]),
    "lease": (72, ["file", 1025, 0]),
    "size of a pipe": (72, ["pipe", 1032, 0]),
    "mincore": (27, ["map", 1 << 16, "room"]),
    "cachestat": (451, ["file", "room", "room", 0]),
    "page out": (28, ["map", 1 << 16, 21]),
    "waking": (202, ["map", 1, 100, 0, 0, 0]),
    "waking in private": (202, ["map", 0x81, 100, 0, 0, 0]),
    "sysinfo": (99, ["room"]),
    "getrusage": (98, [0, "room"]),
    "getrusage of children": (98, [-1, "room"]),
    "getrlimit": (97, [9, "room"]),
    "getpriority": (140, [0, 0]),
    "priority of a user": (140, [2, 0]),
    "getpgid": (121, [0]),
    "getsid": (124, [0]),
    "getppid": (110, []),
    "getgroups": (115, [64, "room"]),
    "capget": (125, ["head", "room"]),
    "affinity": (204, [0, 128, "room"]),
    "scheduler": (145, [0]),
    "parameters": (143, [0, "room"]),
    "slice": (148, [0, "room"]),
    "uname": (63, ["room"]),
    "getcwd": (79, ["room", 512]),
    "signals": (127, ["room", 8]),
    "timer": (36, [0, "room"]),
    "wait": (61, [-1, "room", 1, 0]),
    "processes": (61, [0, "room", 1, 0]),
    "membarrier": (324, [0, 0, 0]),
    "random": (318, ["room", 0, 0]),
    "resolution of a clock": (229, [2, "room"]),
    "time of process 1": (228, [(~1 << 3) | 2, "room"]),
}
MOVING = {"time of process 1"}
"""In bubblewrap process 1 is the bot itself."""
TELLING = (
    "opens and looks at files, of which its box holds few",
    "tells who it is and what it may, which does not change",
)
"""The classes of calls that tell something; those of others do something to the bot alone."""
NOT_ASKED = """
    open openat close fchdir chdir umask fstat newfstatat lstat faccessat faccessat2 readlinkat
    getdents getpid gettid getuid geteuid getgid getegid getresuid getresgid getpgrp
    sched_get_priority_max sched_get_priority_min
"""
"""Calls of these classes that do the same as others which are asked, or tell a constant."""


@pytest.fixture(scope="module")
def home():
    with copied_for_others() as home:
        yield home


def test_every_call_that_tells_something_is_asked():
    telling = {name for kind in TELLING for name in seccomp.ALLOWED[kind]}
    asked = {name_of(number) for number, _ in ASKED.values()}
    assert telling <= asked | set(NOT_ASKED.split())


@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
def test_nothing_that_a_bot_may_ask_tells_what_another_did(tier, home):
    sandbox = layers.undoctored(tier)
    with folder_of(WITNESS, home) as one, folder_of(ACTOR, home) as other:
        watching = sandbox.command(["python3", "main.py"], one)
        acting = sandbox.command(["python3", "main.py"], other)
        with sandbox.start(watching, PATIENT) as witness, sandbox.start(acting, PATIENT) as actor:
            for bot in (witness, actor):
                bot.ask({})
            witness.ask({"ask": ASKED})
            before = witness.ask({"ask": ASKED})["seen"]
            actor.ask({"act": True})
            after = witness.ask({"ask": ASKED})["seen"]
    changed = {name for name in ASKED if before[name] != after[name]}
    assert changed <= (MOVING if tier == "bwrap" else set())
