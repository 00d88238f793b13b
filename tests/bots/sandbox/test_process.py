"""Asking, telling, charging and stopping, with real processes that are trusted here."""

import time

import pytest

from bots.sandbox import BotFault, Clock, Reason, Sandbox, SandboxError, Settings, sandbox
from bots.sandbox.unsafe import Unsafe

HEAD = "import json, os, sys, threading, time\n"
LOOP = """
for line in sys.stdin:
    request = json.loads(line)
    if "seq" in request:
        answer = {}
        exec(request.get("do", ""))
        print(json.dumps({"seq": request["seq"], **answer}), flush=True)
"""
TOLD = """
told = []
for line in sys.stdin:
    request = json.loads(line)
    if "seq" in request:
        print(json.dumps({"seq": request["seq"], "told": told}), flush=True)
    else:
        told.append(request["news"])
"""
PATIENT = Clock(per_move_s=5, bank_s=10, first_answer_s=5, wall_slack_s=20)
BURN = "until = time.process_time() + {}\nwhile time.process_time() < until: pass"


@pytest.fixture
def started(tmp_path):
    """Start a bot with the given program."""
    bots = []

    def start(program=LOOP, clock=PATIENT):
        (tmp_path / "bot.py").write_text(HEAD + program)
        unsafe = Sandbox(Unsafe(), Settings())
        bots.append(unsafe.start(unsafe.command(["python3", "bot.py"], tmp_path), clock))
        return bots[-1]

    yield start
    for bot in bots:
        bot.kill()


def _fault(bot, do):
    with pytest.raises(BotFault) as caught:
        bot.ask({"do": do})
    return caught.value


def test_requests_are_numbered_from_zero(started):
    bot = started()
    assert [bot.ask({})["seq"] for _ in range(3)] == [0, 1, 2]


def test_several_matches_are_asked_at_once(started):
    bot = started()
    bot.ask({})
    accounts = [bot.wind_beside(PATIENT) for _ in range(3)]
    burn = [{"do": ""}, {"do": BURN.format(0.2)}, {"do": "answer = {'third': True}"}]
    given, fault = bot.ask_all(list(zip(burn, accounts, strict=True)))
    assert given == [{"seq": 1}, {"seq": 2}, {"seq": 3, "third": True}]
    assert fault is None
    spent = [account.spent_s for account in accounts]
    assert spent[1] > 0.15
    assert spent[0] + spent[2] < 0.1
    assert bot.ask({})["seq"] == 4


def test_whoever_makes_a_fault_leaves_those_after_it_without_an_answer(started):
    bot = started()
    bot.ask({})
    asked = [({"do": do}, bot.wind_beside(PATIENT)) for do in ("", "", "sys.exit(3)", "")]
    given, fault = bot.ask_all(asked)
    assert [answer["seq"] for answer in given] == [1, 2]
    assert (fault.reason, fault.detail) == (Reason.CRASH, "it ended with exit status 3")
    assert bot.ask_all(asked[3:]) == ([], fault)


@pytest.mark.further
def test_an_answer_among_others_may_not_take_more_than_its_share(started):
    clock = Clock(per_move_s=0.1, first_answer_s=5, wall_slack_s=20)
    bot = started(clock=clock)
    bot.ask({})
    asked = [({"do": do}, bot.wind_beside(clock)) for do in ("", BURN.format(0.4), "")]
    given, fault = bot.ask_all(asked)
    assert [answer["seq"] for answer in given] == [1]
    assert "where it had 0.100 s" in fault.detail


def test_a_match_without_time_left_is_the_one_at_fault(started):
    bot = started()
    bot.ask({})
    accounts = [bot.wind_beside(PATIENT) for _ in range(3)]
    accounts[1].charge(11.0, 0.0)
    given, fault = bot.ask_all([({}, account) for account in accounts])
    assert [answer["seq"] for answer in given] == [1]
    assert fault.detail == "the 10 s it had for the match are used up"


def test_more_lines_than_requests_are_a_fault(started):
    bot = started()
    bot.ask({})
    more = {"do": "sys.stdout.write('{}\\n' * 3)"}
    given, fault = bot.ask_all([(more, bot.account), ({}, bot.account)])
    assert (given, fault.reason) == ([], Reason.UNASKED)


@pytest.mark.further
def test_process_that_sits_at_several_tables_may_use_the_time_of_each(started, monkeypatch):
    monkeypatch.setattr(sandbox, "MARGIN_S", 0)
    clock = Clock(per_move_s=5, bank_s=9.9, first_answer_s=2, tables=3)
    bot = started(clock=clock)
    assert not bot.is_worn
    bot.ask({"do": BURN.format(0.3)})
    assert bot.is_worn
    assert bot._command.limits.cpu_s == 32


def test_news_arrive_before_the_next_request_in_order(started):
    bot = started(TOLD)
    bot.ask({})
    bot.tell({"news": 1})
    bot.tell({"news": 2})
    assert bot.ask({})["told"] == [1, 2]
    assert bot.ask({})["told"] == [1, 2]


def test_more_news_than_a_pipe_holds_arrive(started):
    bot = started(TOLD)
    for number in range(300):
        bot.tell({"news": "x" * 1000 + str(number)})
    bot.tell({"news": "last"})
    with pytest.raises(BotFault, match="too-long"):  # it repeats all of them, so it read them
        bot.ask({})


def test_news_without_end_are_our_own_error(started):
    bot = started()
    for _ in range(260):
        bot.tell({"news": "x" * 16_000})
    with pytest.raises(SandboxError, match="too much"):
        [bot.tell({"news": "x" * 16_000}) for _ in range(10)]


@pytest.mark.further
def test_bank_is_charged_in_processor_time(started):
    bot = started(clock=Clock(per_move_s=5, bank_s=1, first_answer_s=5, wall_slack_s=20))
    bot.ask({"do": BURN.format(0.1)})
    assert bot.account.bank_s == 1
    bot.ask({"do": BURN.format(0.1)})
    assert 0.8 < bot.account.bank_s < 0.91
    bot.ask({"do": "time.sleep(0.2)"})
    assert bot.account.bank_s > 0.8


def test_move_may_not_take_more_than_its_share(started):
    bot = started(clock=Clock(per_move_s=0.05, first_answer_s=5, wall_slack_s=20))
    bot.ask({})
    fault = _fault(bot, BURN.format(0.2))
    assert fault.reason == Reason.TIMEOUT
    assert "where it had 0.050 s" in fault.detail


def test_match_may_not_take_more_than_the_bank(started):
    bot = started(clock=Clock(per_move_s=5, bank_s=0.1, first_answer_s=5, wall_slack_s=20))
    bot.ask({})
    bot.ask({"do": BURN.format(0.06)})
    assert _fault(bot, BURN.format(0.06)).reason == Reason.TIMEOUT


def test_clock_is_wound_for_the_next_match(started):
    short = Clock(per_move_s=5, bank_s=0.2, first_answer_s=5, wall_slack_s=20)
    bot = started(clock=short)
    bot.ask({})
    bot.ask({"do": BURN.format(0.1)})
    bot.wind(short)
    assert bot.account.bank_s == 0.2
    bot.ask({"do": BURN.format(0.1)})


def test_process_is_worn_before_the_kernel_would_end_it(started, monkeypatch):
    monkeypatch.setattr(sandbox, "MARGIN_S", 0)
    clock = Clock(per_move_s=5, bank_s=17.8, first_answer_s=2)
    bot = started(clock=clock)
    assert not bot.is_worn
    bot.wind(clock)
    bot.ask({"do": BURN.format(0.3)})
    assert bot.is_worn
    with pytest.raises(SandboxError, match="more matches"):
        bot.wind(clock)


@pytest.mark.further
def test_waiting_for_all_moves_of_a_match_is_bounded(started):
    clock = Clock(first_answer_s=5, patience_s=0.4, patience_per_answer_s=0, wall_factor=0)
    bot = started(clock=clock)
    bot.ask({"do": "time.sleep(0.5)"})
    bot.ask({"do": "time.sleep(0.3)"})
    assert "no whole answer within 0." in _fault(bot, "time.sleep(0.3)").detail


@pytest.mark.further
def test_patience_is_new_in_the_next_match(started):
    clock = Clock(first_answer_s=5, patience_s=0.4, patience_per_answer_s=0, wall_factor=0)
    bot = started(clock=clock)
    bot.ask({})
    bot.ask({"do": "time.sleep(0.3)"})
    bot.wind(clock)
    bot.ask({"do": "time.sleep(0.3)"})


def test_log_is_that_of_the_match(started):
    bot = started('print("ready", file=sys.stderr)\n' + LOOP)
    bot.ask({})
    bot.wind(PATIENT)
    bot.ask({"do": "print('one', file=sys.stderr)"})
    assert bot.log() == b"ready\none\n"
    bot.wind(PATIENT)
    bot.ask({"do": "print('two', file=sys.stderr)"})
    bot.kill()
    assert bot.log() == b"two\n"


def test_time_of_a_match_is_told(started):
    bot = started()
    bot.ask({"do": BURN.format(0.1)})
    assert bot.account.spent_s == 0
    bot.ask({"do": BURN.format(0.1)})
    assert 0.1 <= bot.account.spent_s < 0.2


def test_waiting_is_bounded_too(started):
    bot = started(clock=Clock(per_move_s=0.1, first_answer_s=5, wall_factor=1, wall_slack_s=0.1))
    bot.ask({})
    start = time.monotonic()
    fault = _fault(bot, "time.sleep(60)")
    assert time.monotonic() - start < 2
    assert fault.reason == Reason.TIMEOUT
    assert "no whole answer within 0.2 s" in fault.detail


def test_time_to_start_counts_for_the_first_answer(started):
    burn = BURN.format(0.3)
    bot = started(burn + LOOP, Clock(first_answer_s=0.2, wall_slack_s=20))
    assert _fault(bot, "").reason == Reason.TIMEOUT


@pytest.mark.further
def test_bot_does_not_run_between_moves(started):
    ponder = "def ponder():\n    while True: pass\nthreading.Thread(target=ponder).start()\n"
    bot = started(ponder + LOOP)
    bot.ask({})
    time.sleep(0.05)
    used = bot.used
    time.sleep(0.3)
    assert bot.used == used


def test_used_is_known_after_the_end(started):
    bot = started()
    bot.ask({"do": BURN.format(0.05)})
    bot.kill()
    assert bot.used >= 0.05


def test_end_of_standard_error_is_kept(started):
    bot = started()
    bot.ask({"do": "sys.stderr.write('x' * 100_000 + 'end')"})
    bot.ask({})
    bot.kill()
    assert len(bot.stderr) == 64 * 1024
    assert bot.stderr.endswith(b"xend")


def test_crash_is_shown_with_its_last_words_and_no_path_of_the_machine(started, tmp_path):
    bot = started()
    bot.ask({})
    fault = _fault(bot, "raise ValueError('no cards')")
    assert fault.reason == Reason.CRASH
    assert b"ValueError: no cards" in fault.evidence
    assert b'File "/bot/bot.py"' in bot.stderr
    assert bytes(tmp_path) not in bot.stderr + fault.evidence


def test_answer_of_a_bot_that_ends_after_it_counts(started):
    bot = started("print(json.dumps({'seq': json.loads(sys.stdin.readline())['seq']}))\n")
    assert bot.ask({}) == {"seq": 0}
    with pytest.raises(BotFault, match="exit status 0"):
        bot.ask({})


def test_line_nobody_asked_for_is_found_before_the_next_request(started):
    again = "threading.Timer(0.05, os.write, (1, b'more\\n')).start()"
    bot = started()
    bot.ask({"do": again})
    bot._child.go_on()
    time.sleep(0.3)
    with pytest.raises(BotFault, match="unasked"):
        bot.ask({})


def test_fault_is_final(started):
    bot = started()
    first = _fault(bot, "sys.exit(3)")
    assert _fault(bot, "") is first
    bot.tell({"news": 1})


def test_interrupted_question_ends_the_bot(started, monkeypatch):
    bot = started()
    bot.ask({})
    monkeypatch.setattr(bot, "_take_lines", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        bot.ask({})
    with pytest.raises(SandboxError, match="interrupted"):
        bot.ask({})


def test_ended_bot_cannot_be_asked(started):
    with started() as bot:
        bot.ask({})
    with pytest.raises(SandboxError, match="ended"):
        bot.ask({})


def test_evidence_is_bounded(started):
    fault = _fault(started(), "os.write(1, b'x' * 30_000)")
    assert fault.reason == Reason.TOO_LONG
    assert fault.evidence == b"x" * 1024
