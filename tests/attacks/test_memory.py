"""However a bot takes memory, the host gives it what was promised: every way with every other.

The ways are all kinds of maps, with all rights, filled in all patterns, each up to 600 MB and no
more. What the host gave is seen from outside, in proportion of what is shared, with page tables.
"""

import itertools
import os
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bots.sandbox import BotFault, Clock
from bots.sandbox.command import NATIVE, NODE
from tests.parts import require

from . import layers
from .conftest import copied_for_others
from .driver import folder_of

MB = 1024 * 1024
PROMISED_MB = 256
SLACK_MB = 48
"""What a bot may take in the milliseconds until it is seen, on a machine with other work too."""

WAYS = ("write", "read", "write few", "read few", "seal", "hide", "move", "below", "stack")
KINDS = {"private": 0x22, "private of a file": 0x02, "shared of a file": 0x01, "shared": 0x21}
MORE = {
    "plain": 0,
    "growing down": 0x100,
    "without reserve": 0x4000,
    "both": 0x4100,
    "filled": 0x8000,
    "locked": 0x2000,
    "huge": 0x40000,
    "a stack": 0x20000,
    "droppable": 0x08,
}
RIGHTS = {"none": 0, "r": 1, "w": 2, "rw": 3, "rwx": 7}
ALL = "SANDBOX_ALL" in os.environ

OBSERVER = """
import os, sys, time
folder, most, page_tables = f"/proc/{sys.argv[1]}/", 0, 0
def sum_of(name, *wanted):
    lines = (line.split() for line in open(folder + name))
    return sum(int(line[1]) for line in lines if line[0] in wanted)
print("ready", flush=True)
try:
    while True:
        held = sum_of("smaps_rollup", "Pss:", "Swap:") + sum_of("status", "VmPTE:")
        most = max(most, held)
        time.sleep(0.003)
except OSError:
    print(most // 1024)
"""

ADDON = r"""
#include <string.h>
#include <sys/mman.h>
__attribute__((constructor)) static void hoard(void) {
    for (int piece = 0; piece < 25; piece++) {
        char *taken = mmap(NULL, 1 << 24, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (taken == MAP_FAILED) return;
        memset(taken, 1, 1 << 24);
        mprotect(taken, 1 << 24, PROT_READ);
    }
}
"""
"""What Node loads into a bot in JavaScript: 400 MB, of which no limit of a process counts any."""
LOADER = """
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => {
  const seq = JSON.parse(line).seq;
  try { if (seq > 0) process.dlopen({exports: {}}, "/bot/addon.node"); } catch (error) {}
  console.log(JSON.stringify({seq}));
});
"""

CASES = list(itertools.product(KINDS, MORE, RIGHTS, range(len(WAYS))))
SOME = [
    (kind, more, rights, way)
    for kind, more, rights, way in CASES
    if (kind == "private") != (more == "plain") and rights in {"r", "rw"}
]
"""Each flag and each kind by itself; `make attacks` tries them together."""
CLOCK = Clock(per_move_s=20, bank_s=2000, first_answer_s=10, wall_slack_s=20)


@pytest.fixture(scope="module")
def home():
    with copied_for_others() as home:
        yield home


@pytest.fixture(scope="module")
def folder(home):
    require("gcc")
    source = Path(__file__).with_name("hoard.c")
    with folder_of("", home) as folder:
        subprocess.run(["gcc", "-O1", "-Wall", "-o", folder / "bot", source], check=True)
        (folder / "weights").write_bytes(bytes(8 * MB))
        yield folder


@contextmanager
def _observed(bot, peaks):
    """Note what the host gives to a bot at most, in MB."""
    words = [sys.executable, "-S", "-c", OBSERVER, str(bot.pid)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as observer:
        assert observer.stdout.readline() == "ready\n"
        try:
            yield
        finally:
            bot.kill()
        peaks.append(int(observer.stdout.readline()))


def _hoard(sandbox, command, cases):
    """Try the cases in turn, with a fresh bot after each fault; return peaks and faults."""
    peaks, faults, left = [], [], list(cases)
    while left:
        with sandbox.start(command, CLOCK) as bot, _observed(bot, peaks):
            bot.ask({})
            while left and len(faults) == len(peaks):
                kind, more, rights, way = left.pop()
                asked = {"flags": KINDS[kind] | MORE[more], "prot": RIGHTS[rights], "way": way}
                try:
                    bot.ask(asked)
                except BotFault as fault:
                    faults.append(((kind, more, rights, WAYS[way]), fault))
    return peaks, faults


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tier", "limits"),
    [
        pytest.param("bwrap", NODE, id="bwrap-node"),
        pytest.param("bwrap", NATIVE, id="bwrap-native"),
        pytest.param("landlock", NATIVE, id="landlock-native"),
    ],
)
def test_no_way_of_taking_memory_gets_more_than_was_promised(folder, tier, limits):
    sandbox = layers.undoctored(tier)
    command = replace(sandbox.command(["./bot"], folder), limits=limits)
    peaks, faults = _hoard(sandbox, command, CASES if ALL else SOME)
    assert max(peaks) <= PROMISED_MB + SLACK_MB, (max(peaks), faults)
    assert faults
    for case, fault in faults:
        assert "of memory, page tables included" in fault.detail, (case, fault)


def test_bot_in_javascript_gets_no_more_with_a_library_of_its_own(home):
    require("gcc")
    require("node")
    sandbox, peaks = layers.undoctored("bwrap"), []
    with folder_of("", home) as folder:
        (folder / "bot.js").write_text(LOADER)
        (folder / "addon.c").write_text(ADDON)
        words = ["gcc", "-O1", "-shared", "-fPIC", "-o", folder / "addon.node", folder / "addon.c"]
        subprocess.run(words, check=True)
        command = sandbox.command(["node", "bot.js"], folder)
        with sandbox.start(command, CLOCK) as bot, _observed(bot, peaks):
            bot.ask({})
            with pytest.raises(BotFault, match="of memory, page tables included"):
                bot.ask({})
    assert max(peaks) <= PROMISED_MB + SLACK_MB
