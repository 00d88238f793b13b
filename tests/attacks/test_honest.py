"""Honest bots can play in every language and style that the docs promise."""

import subprocess

import pytest

from bots.sandbox import BotFault, Runtime

from . import layers
from .conftest import copied_for_others
from .driver import PATIENT, folder_of

pytestmark = pytest.mark.needs("bubblewrap")

PLAIN = """
import json, random, sys
for line in sys.stdin:
    request = json.loads(line)
    action = random.Random(request["seed"]).choice(request["legal"])
    print(json.dumps({"seq": request["seq"], "action": action}), flush=True)
"""
ASYNCIO = """
import asyncio, json, sys
async def main():
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        request = json.loads(line)
        await asyncio.sleep(0.001)
        print(json.dumps({"seq": request["seq"], "action": request["legal"][0]}), flush=True)
asyncio.run(main())
"""
THREADS = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    for line in sys.stdin:
        request = json.loads(line)
        points = list(pool.map(len, request["legal"] * 50))
        action = request["legal"][points.index(max(points))]
        print(json.dumps({"seq": request["seq"], "action": action}), flush=True)
"""
LIBRARY = """
import bisect, collections, csv, dataclasses, datetime, decimal, enum, fractions, functools
import heapq, itertools, json, logging, math, os.path, pathlib, pickle, random, re, statistics
import sys, tempfile, time, typing, uuid, zlib
logging.warning("I play")
sys.path.insert(0, "/bot")
import helper
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"seq": request["seq"], "action": helper.choose(request)}), flush=True)
"""
NUMERIC = """
import json, sys
import numpy as np
for line in sys.stdin:
    request = json.loads(line)
    lengths = np.array([len(action) for action in request["legal"]])
    action = request["legal"][int(np.argmax(lengths @ np.eye(len(lengths))))]
    print(json.dumps({"seq": request["seq"], "action": action}), flush=True)
"""
ONNX = """
import base64, json, sys
import numpy as np
import onnxruntime
NET = base64.b64decode(
    "CAgSADpZChEKAXgKAXcSAXkiBk1hdE11bBIBZyoXCAMIARABQgF3SgwAAIA/AAAAQAAAQEBaEwoBeBIOCgwIARIICgIIAQoC"
    "CANiEwoBeRIOCgwIARIICgIIAQoCCAFCBAoAEBE="
)  # y = x @ [1, 2, 3]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
net = onnxruntime.InferenceSession(NET, options, providers=["CPUExecutionProvider"])
for line in sys.stdin:
    request = json.loads(line)
    worth = [
        float(net.run(None, {"x": np.eye(1, 3, number, dtype=np.float32)})[0][0, 0])
        for number in range(len(request["legal"]))
    ]
    action = request["legal"][worth.index(max(worth))]
    print(json.dumps({"seq": request["seq"], "action": action}), flush=True)
"""
NODE = """
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => {
  const request = JSON.parse(line);
  console.log(JSON.stringify({seq: request.seq, action: request.legal[0]}));
});
"""
C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        const char *seq = strstr(line, "\"seq\":");
        printf("{\"seq\":%ld,\"action\":\"R10\"}\n", seq ? strtol(seq + 6, NULL, 10) : -1);
        fflush(stdout);
    }
    return 0;
}
"""
REQUEST = {"seed": 7, "legal": ["R10", "B3", "G14"]}


@pytest.fixture(scope="module")
def home():
    with copied_for_others() as home:
        yield home


def _answers(tier, home, words, files, runtime=None):
    sandbox = layers.undoctored(tier)
    with folder_of("", home) as folder:
        for name, content in files.items():
            (folder / name).write_text(content)
        if "bot.c" in files:
            subprocess.run(["gcc", "-O2", "-o", folder / "bot", folder / "bot.c"], check=True)
        with sandbox.start(sandbox.command(words, folder, runtime=runtime), PATIENT) as bot:
            answers = [bot.ask(REQUEST) for _ in range(5)]
            assert bot.used > 0
            return [answer["action"] for answer in answers], bot


@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
@pytest.mark.parametrize("program", [PLAIN, ASYNCIO], ids=["plain", "asyncio"])
def test_bot_in_python_plays(tier, home, program):
    actions, _ = _answers(tier, home, ["python3", "bot.py"], {"bot.py": program})
    assert len(set(actions)) == 1
    assert set(actions) <= set(REQUEST["legal"])


@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
def test_bot_may_use_the_standard_library_and_its_own_modules(tier, home):
    helper = "def choose(request):\n    return request['legal'][-1]\n"
    files = {"bot.py": LIBRARY, "helper.py": helper}
    actions, _ = _answers(tier, home, ["python3", "bot.py"], files)
    assert actions == ["G14"] * 5


@pytest.mark.needs("libraries")
@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
@pytest.mark.parametrize(
    ("runtime", "program", "action"),
    [(Runtime.NUMERIC, NUMERIC, "R10"), (Runtime.ONNX, ONNX, "G14")],
    ids=["numeric", "onnx"],
)
def test_bot_may_use_the_libraries_of_its_run_time(tier, home, runtime, program, action):
    files = {"bot.py": program}
    actions, bot = _answers(tier, home, ["python3", "bot.py"], files, runtime=runtime)
    assert actions == [action] * 5
    assert bot.used < 0.5  # seconds of processor time, imports included


@pytest.mark.needs("libraries")
@pytest.mark.parametrize("runtime", [None, Runtime.NUMERIC])
def test_bot_has_no_libraries_but_those_of_its_run_time(home, runtime):
    with pytest.raises(BotFault, match="exit status 1") as fault:
        _answers("bwrap", home, ["python3", "bot.py"], {"bot.py": ONNX}, runtime=runtime)
    assert b"ModuleNotFoundError" in fault.value.evidence


def test_bot_with_threads_plays_in_bubblewrap(home):
    actions, _ = _answers("bwrap", home, ["python3", "bot.py"], {"bot.py": THREADS})
    assert actions == ["R10"] * 5


@pytest.mark.needs("gcc")
@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
def test_bot_in_c_plays(tier, home):
    actions, _ = _answers(tier, home, ["./bot"], {"bot.c": C})
    assert actions == ["R10"] * 5


@pytest.mark.needs("node")
def test_bot_in_javascript_plays_in_bubblewrap(home):
    actions, _ = _answers("bwrap", home, ["node", "bot.js"], {"bot.js": NODE})
    assert actions == ["R10"] * 5
