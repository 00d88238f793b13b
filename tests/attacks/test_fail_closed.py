"""Where something is missing no bot runs, and whoever runs the worker is told what to mend."""

import ctypes
import logging
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bots.sandbox import (
    BotFault,
    Clock,
    SandboxError,
    Settings,
    UnknownProgram,
    doctor,
    landlock,
    open_proven,
    slots,
)

from .conftest import PLAIN_UID, ROOT, copied_for_others, parent_of
from .driver import PATIENT, folder_of

pytestmark = pytest.mark.needs("bubblewrap")

ECHO = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"seq": json.loads(line)["seq"]}), flush=True)
"""


@pytest.fixture
def undoctored(monkeypatch):
    monkeypatch.setattr(doctor, "examine", lambda _: None)


@pytest.fixture
def home(tmp_path_factory):
    """A folder that every user can reach, as those of pytest are not."""
    with copied_for_others() as home:
        yield home


def _open(tier="bwrap", **settings):
    return open_proven(Settings(tier=tier, **settings))


def test_missing_bubblewrap_is_named(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SandboxError, match=r"install\.sh or install bubblewrap"):
        _open()


@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
def test_missing_libseccomp_is_named(monkeypatch, tier):
    real = ctypes.CDLL

    def load(name, *args, **kwargs):
        if name == "libseccomp.so.2":
            raise OSError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(ctypes, "CDLL", load)
    with pytest.raises(SandboxError, match="libseccomp2"):
        _open(tier)


def test_missing_landlock_is_named(monkeypatch):
    monkeypatch.setattr(landlock, "LAUNCHER", landlock.LAUNCHER.replace("444, 445", "999, 445"))
    with pytest.raises(SandboxError, match=r"Errno 38.*Linux 5.13"):
        _open("landlock")


def test_python_of_bots_must_work():
    with pytest.raises(SandboxError, match="BOT_PYTHON"):
        _open(python=Path("/usr/bin/true"))


@pytest.mark.needs("root")
def test_private_python_is_refused(home, tmp_path):
    closed = home / "closed"
    closed.mkdir(mode=0o700)
    (closed / "python3").write_text('#!/bin/sh\nexec /usr/bin/python3 "$@"\n')
    (closed / "python3").chmod(0o755)
    with pytest.raises(SandboxError, match=r"interpreter.*Permission denied"):
        _open(python=closed / "python3")


NO_NAMESPACES = """
import ctypes, logging, os, sys
uid, tier, threads = int(sys.argv[1]), sys.argv[2], sys.argv[3] == "threads"
if os.getuid() == 0:
    os.setgroups([]); os.setgid(uid); os.setuid(uid)
uid = os.getuid()
assert ctypes.CDLL(None).prctl(4, 1, 0, 0, 0) == 0
assert ctypes.CDLL(None).unshare(0x10000000) == 0
open("/proc/self/setgroups", "w").write("deny")
open("/proc/self/uid_map", "w").write(f"{uid} {uid} 1")
open("/proc/self/gid_map", "w").write(f"{os.getgid()} {os.getgid()} 1")
open("/proc/sys/user/max_user_namespaces", "w").write("0")
from bots.sandbox import SandboxError, Settings, open_proven
logging.basicConfig(stream=sys.stdout)
try:
    print("opened", open_proven(Settings(tier=tier, needs_threads=threads)).tier)
except SandboxError as error:
    print("refused", error)
"""


def _where_there_are_no_namespaces(home, *words):
    done = subprocess.run(
        ["/usr/bin/python3", "-c", NO_NAMESPACES, str(PLAIN_UID), *words],
        capture_output=True,
        check=True,
        text=True,
        cwd=home,
        env={"PATH": "/usr/bin"},
    )
    assert not done.stderr
    return done.stdout


def test_missing_user_namespaces_are_named(home):
    said = _where_there_are_no_namespaces(home, "bwrap", "none")
    assert said.startswith("refused bubblewrap does not work here")
    assert "user.max_user_namespaces" in said


def test_auto_falls_back_to_landlock_and_says_so(home):
    said = _where_there_are_no_namespaces(home, "auto", "none")
    assert "WARNING:bots.sandbox.opening:bots run without namespaces" in said
    assert said.endswith("opened landlock\n")


def test_auto_does_not_fall_back_where_bots_need_threads(home):
    said = _where_there_are_no_namespaces(home, "auto", "threads")
    assert said.startswith("refused")
    assert "bots here need threads" in said


def test_landlock_is_refused_where_bots_need_threads():
    with pytest.raises(SandboxError, match="threads"):
        _open("landlock", needs_threads=True)


def test_auto_takes_bubblewrap():
    assert _open("auto").tier == "bwrap"


def test_unknown_tier_is_refused():
    with pytest.raises(SandboxError, match="auto, bwrap, landlock, unsafe"):
        _open("chroot")


@pytest.mark.parametrize(("debug", "allow"), [(False, False), (True, False), (False, True)])
def test_unsafe_wants_two_settings(debug, allow):
    with pytest.raises(SandboxError, match="DEBUG"):
        _open("unsafe", debug=debug, allow_unsafe=allow)


def test_unsafe_is_said_aloud(caplog):
    with caplog.at_level(logging.WARNING):
        assert _open("unsafe", debug=True, allow_unsafe=True).tier == "unsafe"
    assert "without any sandbox" in caplog.text


@pytest.mark.parametrize("folder", ["bot", "/nowhere/bot", "/etc/hostname"])
def test_bad_folder_is_refused(undoctored, folder):
    sandbox = _open()
    with pytest.raises(SandboxError, match="no folder"):
        sandbox.start(sandbox.command(["python3", "main.py"], Path(folder)), Clock())


@pytest.mark.needs("root")
@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
def test_folder_that_is_closed_to_bots_is_named(undoctored, home, tier):
    sandbox = _open(tier)
    with folder_of(ECHO, home) as folder:
        home.chmod(0o700)
        command = sandbox.command(["python3", "main.py"], folder)
        with pytest.raises(SandboxError, match=r"chmod o\+rx"):
            sandbox.start(command, Clock())


@pytest.mark.needs("root")
def test_no_free_user_id_is_said(undoctored, home):
    sandbox = _open(uids=1, first_uid=60_990)
    with folder_of(ECHO, home) as folder:
        command = sandbox.command(["python3", "main.py"], folder)
        with sandbox.start(command, PATIENT) as bot:
            with pytest.raises(SandboxError, match="user ids"):
                sandbox.start(command, PATIENT)
            bot.ask({})
        sandbox.start(command, PATIENT).kill()


def test_bots_are_started_from_the_main_thread_only(undoctored, home):
    sandbox = _open()
    caught = []

    def start():
        try:
            sandbox.start(sandbox.command(["python3", "-c", ""], home), Clock())
        except SandboxError as error:
            caught.append(str(error))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert "main thread" in caught[0]


def test_killed_monitor_is_a_failure_of_the_sandbox(undoctored, home):
    sandbox = _open()
    with folder_of(ECHO, home) as folder:
        bot = sandbox.start(sandbox.command(["python3", "main.py"], folder), PATIENT)
        bot.ask({})
        os.kill(parent_of(bot.pid), signal.SIGKILL)
        assert bot._child.has_ended(wait_s=5)
        with pytest.raises(SandboxError, match="without having run"):
            bot.ask({})


@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
@pytest.mark.parametrize("content", [b"no program", b"\x7fELF"])
def test_program_that_is_none_is_the_bots_fault(undoctored, home, tier, content):
    sandbox = _open(tier)
    with folder_of("", home) as folder:
        (folder / "bot").write_bytes(content)
        (folder / "bot").chmod(0o755)
        bot = sandbox.start(sandbox.command(["./bot"], folder), PATIENT)
        with pytest.raises(BotFault, match="crash"):
            bot.ask({})


@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
def test_script_for_what_bots_are_not_given_is_not_started(undoctored, home, tier):
    sandbox = _open(tier)
    with folder_of("", home) as folder:
        (folder / "bot").write_bytes(b"#!/no/interpreter\n")
        with pytest.raises(UnknownProgram, match="/no/interpreter"):
            sandbox.command(["./bot"], folder)


def test_interpreter_of_these_tests_is_not_the_one_of_bots():
    assert Settings().python != Path(sys.executable)
    assert not str(Settings().python).startswith(str(ROOT))


@pytest.mark.needs("root")
def test_user_id_is_free_again_when_its_worker_is_killed():
    program = (
        "import time; from bots.sandbox import Settings, slots\n"
        "slot = slots.take(Settings(first_uid=60980, uids=1)); print(slot.uid, flush=True)\n"
        "time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT
    ) as worker:
        assert worker.stdout.readline() == b"60980\n"
        with pytest.raises(SandboxError):
            slots.take(Settings(first_uid=60980, uids=1))
        worker.kill()
    slots.take(Settings(first_uid=60980, uids=1)).free()
