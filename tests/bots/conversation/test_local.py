"""Processes on Carol's own machine: each breach of the contract has its reason."""

import time
from pathlib import Path

import pytest

from bots.conversation.local import LocalProcess
from bots.sandbox import BotFault, Clock, Reason
from tests.bots.folders import FIRST, LOOP, acting

CLOCK = Clock(per_move_s=5.0, bank_s=9.0, first_answer_s=9.0)
HASTY = Clock(per_move_s=0.2, bank_s=9.0, first_answer_s=9.0)
ACT = {"type": "act", "view": {"legal": ["pass"]}}


@pytest.fixture
def start(tmp_path):
    """Start a bot that does `act`, and end it with the test."""
    started = []

    def begin(act, *, clock=CLOCK, loop=LOOP):
        bot = acting(tmp_path / f"bot{len(started)}", act)
        (bot.folder / "bot.py").write_text(loop.replace("{act}", act))
        started.append(LocalProcess(bot.command(), bot.folder, clock))
        return started[-1]

    yield begin
    for process in started:
        process.kill()


def greet(process):
    return process.ask({"type": "hello", "protocol": 1})


def test_requests_are_numbered_and_answered(start):
    process = start(FIRST)
    assert greet(process) == {"seq": 0, "protocol": 1}
    assert process.ask(ACT) == {"seq": 1, "action": "pass"}


@pytest.mark.parametrize(
    ("act", "reason", "said"),
    [
        ("sys.exit(3)", Reason.CRASH, "exit status 3"),
        ("1 / 0", Reason.CRASH, "exit status 1"),
        ("import os; os.abort()", Reason.CRASH, "ended by SIGABRT"),
        ("kept = bytearray(400 * 2**20)", Reason.CRASH, "exit status 1"),  # as on a server
        ("import numpy", Reason.CRASH, "exit status 1"),  # the standard library and nothing else
        ("import os, time; os.close(1); time.sleep(9)", Reason.CLOSED, "closed"),
        ("print('pass', flush=True)", Reason.BAD_LINE, "not JSON.*print to stderr"),
        ("print('{}', flush=True)", Reason.BAD_SEQ, "lacks"),
        ("say({'seq': seq + 1, 'action': 'pass'})", Reason.BAD_SEQ, "instead of 1"),
        (
            "sys.stdout.write('{}\\n{}\\n'); sys.stdout.flush()",
            Reason.UNASKED,
            "more than one.*print to stderr",
        ),
        ("print('a' * 20000, flush=True)", Reason.TOO_LONG, "at most 16384"),
    ],
)
def test_breach_has_its_reason(start, act, reason, said):
    process = start(act)
    greet(process)
    with pytest.raises(BotFault, match=said) as caught:
        process.ask(ACT)
    assert caught.value.reason == reason


@pytest.mark.further
def test_silence_is_a_fault(start):
    process = start("import time; time.sleep(9)", clock=HASTY)
    greet(process)
    with pytest.raises(BotFault, match=r"within the 0.2 s it had") as caught:
        process.ask(ACT)
    assert caught.value.reason == Reason.TIMEOUT


def test_line_before_a_request_is_a_fault(start):
    process = start(FIRST, loop="print('ready', flush=True)\n" + LOOP)
    time.sleep(0.3)
    with pytest.raises(BotFault, match="before it was asked") as caught:
        greet(process)
    assert (caught.value.reason, caught.value.evidence) == (Reason.UNASKED, b"ready\n")


def test_evidence_of_a_crash_is_what_it_said_last(start):
    process = start("1 / 0")
    greet(process)
    with pytest.raises(BotFault) as caught:
        process.ask(ACT)
    assert b"ZeroDivisionError" in caught.value.evidence


def test_bank_is_used_up_and_filled_again(start):
    process = start("import time; time.sleep(0.1); " + FIRST)
    greet(process)
    assert process.account.bank_s == 9.0
    for _ in range(2):
        process.ask(ACT)
    assert process.account.bank_s < 8.8
    process.wind(HASTY)
    assert process.account.bank_s == 9.0


def test_news_may_be_more_than_a_pipe_holds(start):
    process = start(FIRST)
    greet(process)
    for _ in range(30):
        process.tell({"type": "event", "text": "x" * 10_000})
    assert process.ask(ACT)["action"] == "pass"


def test_end_takes_children_along(start):
    sleeper = "import subprocess; child = subprocess.Popen(['sleep', '60']); "
    process = start(sleeper + "say({'seq': seq, 'action': str(child.pid)})")
    greet(process)
    child = int(process.ask(ACT)["action"])
    process.kill()
    process.kill()
    assert _is_gone(child)


def test_program_that_cannot_be_executed_is_a_crash(tmp_path):
    (tmp_path / "bot").write_bytes(b"\x7fELF no more")
    (tmp_path / "bot").chmod(0o755)
    with pytest.raises(BotFault, match="cannot be started"):
        LocalProcess([str(tmp_path / "bot")], tmp_path, CLOCK)


def _is_gone(pid):
    """Tell whether a process has ended, if need be as a zombie that waits for the system."""
    for _ in range(50):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().split()[2]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False
