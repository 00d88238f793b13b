"""Pairs, what they add up to, and the command that plays them."""

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

import games
from bots.__main__ import main
from bots.contests import experiment, seating
from bots.contests.experiment import MOST_FAULTY, NEW, OLD, TRIED, Course, Outcome, Pair, Plan
from bots.contests.sprt import Test
from bots.playing.runner import Fault
from bots.sandbox.faults import Reason
from tests.bots.folders import FIRST, acting


def plan(game="briscola", players=2, **more):
    return Plan(game, players, bytes(32), **more)


def play(plan, new, old, *numbers, **more):
    words = experiment.seat_words(plan, new, old)
    return experiment.play(plan, partial(seating.seated, words), numbers, **more)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Carol's working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pair(difference=0.0, *faulty):
    faults = [(who, Fault(0, 0, 0, Reason.CRASH, "gone")) for who in faulty]
    return Pair(0, difference, faults)


def course_of(*pairs, **more):
    found = Course()
    for one in pairs:
        found = found.after(one, plan(**more))
    return found


@pytest.mark.parametrize(
    ("game", "players", "seats"),
    [
        ("skat", 3, (NEW, OLD, OLD)),
        ("briscola", 2, (NEW, OLD)),
        ("truco", 4, (NEW, OLD, NEW, OLD)),
        ("linger-longer", 6, (NEW, *[OLD] * 5)),
    ],
)
def test_new_has_one_seat_or_one_side(game, players, seats):
    assert plan(game, players).seats == seats


@pytest.mark.parametrize(
    ("game", "players", "seats"),
    [
        ("skat", 3, (NEW, "a", "b")),
        ("truco", 4, (NEW, "a", NEW, "b")),
        ("linger-longer", 6, (NEW, "a", "b", "a", "b", "a")),
    ],
)
def test_rivals_take_the_other_seats_in_turn(game, players, seats):
    assert plan(game, players, rivals=("a", "b")).seats == seats


def test_a_fixed_plan_plays_all_and_has_no_verdict():
    fixed = plan(most=3, is_fixed=True)
    course = Course()
    for number in range(3):
        assert course.outcome(fixed) is None
        course = course.after(Pair(number, 100.0), fixed)
    assert course.outcome(fixed) == Outcome.PLAYED


def test_a_fixed_plan_keeps_scores_and_tables():
    low = next(game for game in games.all() if not game.higher_wins)
    fixed = plan(low.slug, low.players[0], is_fixed=True, most=2)
    [found] = play(fixed, "greedy", "random", 1)
    assert found.difference == pytest.approx(found.scores[OLD] - found.scores[NEW])
    assert len(found.tables) == low.players[0]


def test_any_rival_counts_as_the_old_one():
    found = pair(0.0, "a")
    assert (found.is_faulty(OLD), found.is_faulty(NEW)) == (True, False)


def test_a_pair_is_the_same_whenever_it_is_played():
    skat = plan("skat", 3)
    [third, fourth] = play(skat, "greedy", "random", 3, 4)
    assert play(skat, "greedy", "random", 4) == [fourth]
    assert fourth.number == 4
    assert fourth.difference != third.difference


@pytest.mark.parametrize(("game", "players"), [("skat", 3), ("linger-longer", 6), ("cinch", 4)])
def test_a_bot_makes_no_difference_to_itself(game, players):
    [found] = play(plan(game, players), "greedy", "greedy", 1)
    assert found.difference == 0


def test_better_is_higher_where_few_points_win():
    low = next(game for game in games.all() if not game.higher_wins)
    found = play(plan(low.slug, low.players[0]), "greedy", "random", *range(20))
    assert sum(one.difference for one in found) > 0


def test_faults_have_the_name_of_who_made_them(desk):
    acting(desk / "bad", 'say({"seq": seq, "action": "R99"})')
    [found] = play(plan(), "greedy", "./bad", 0)
    assert [who for who, _ in found.faults] == [OLD, OLD]
    assert (found.is_faulty(OLD), found.is_faulty(NEW)) == (True, False)


def test_nobody_is_dealt_the_same_cards_twice(desk):
    """Two pairs in two rotations: in each its own process, which meets every deal once."""
    acting(desk / "mine", "print(os.getpid(), view['hand'], file=open('seen', 'a')); " + FIRST)
    bot = desk / "mine/bot.py"
    bot.write_text("import os" + bot.read_text())
    play(plan(), "./mine", "greedy", 0, 1)
    seen = [line.split(" ", 1) for line in (desk / "mine/seen").read_text().splitlines()]
    assert len({process for process, _ in seen}) == 2


def test_the_pulse_is_felt_while_others_think(desk):
    acting(desk / "mine", FIRST)
    beats = []
    play(plan(), "./mine", "greedy", 0, pulse=lambda: beats.append(1))
    assert len(beats) > 20


def test_faulty_pairs_are_counted_once_for_each():
    found = course_of(pair(1.0, NEW, NEW, OLD), pair(2.0, NEW), pair(3.0))
    assert (found.new_faulty, found.old_faulty) == (2, 1)
    assert (found.sums.count, found.sums.total) == (3, 6.0)


@pytest.mark.parametrize(("who", "outcome"), [(NEW, "new_faulty"), (OLD, "old_faulty")])
def test_too_many_faults_at_the_beginning_end_it(who, outcome):
    faulty = [pair(0.0, who)] * MOST_FAULTY
    assert course_of(*faulty).outcome(plan()) is None
    assert course_of(*faulty, pair(0.0, who)).outcome(plan()) == outcome


def test_later_faults_only_cost_points():
    calm = [pair(float(n % 3 - 1)) for n in range(TRIED)]
    late = [pair(0.0, NEW)] * (MOST_FAULTY + 1)
    assert course_of(*calm, *late).outcome(plan()) is None


def test_it_ends_with_the_verdict_or_undecided():
    swaying = [pair(float(n % 2)) for n in range(60)]
    assert course_of(*swaying).outcome(plan()) == Outcome.BETTER
    unsure = {"test": Test(0.9, 1.1), "most": 60}
    assert course_of(*swaying[:59], **unsure).outcome(plan(**unsure)) is None
    assert course_of(*swaying, **unsure).outcome(plan(**unsure)) == Outcome.UNDECIDED


def test_a_curve_is_thinned_out_evenly():
    curve = []
    for number in range(1, 5000):
        curve = experiment.thinned([*curve, [number, 0.0]])
        assert len(curve) <= experiment.MOST_POINTS
    assert curve[-1] == [4999, 0.0]
    assert {later[0] - point[0] for point, later in pairwise(curve[:-1])} == {16}


def command(words):
    return main(["experiment", "--game", "briscola", "--cores", "1", *words.split()])


@pytest.mark.parametrize(
    ("new", "old", "said"),
    [
        ("greedy", "random", "greedy is better than random: +"),
        ("random", "greedy", "random is not better than greedy, or by less than was asked for: -"),
    ],
)
def test_command_stops_by_itself_and_says_the_verdict(new, old, said, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert command(f"--new {new} --old {old}") == 0
    told = capsys.readouterr()
    assert said in told.out
    assert re.search(r"after \d+ pairs, log-likelihood ratio [+-]\d", told.out)
    assert re.search(r"-3\.00 ·*█·* \+3\.00  [+-]\d+\.\d+, 50/5000 pairs, ", told.err)


def test_command_says_that_it_is_undecided(capsys):
    assert command("--new greedy --old random --most 50 --lower 0.5 --upper 0.6") == 0
    assert "Undecided whether greedy is better than random" in capsys.readouterr().out


@pytest.mark.further
def test_command_tells_who_makes_too_many_faults(desk, capsys):
    acting(desk / "bad", 'say({"seq": seq, "action": "R99"})')
    assert command("--new greedy --old ./bad") == 0
    said = capsys.readouterr().out
    assert "./bad makes too many faults to be compared with" in said
    assert "./bad (old): 22 matches played on without it after a fault: illegal-action" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--new greedy --old deep", "there is no bot 'deep'"),
        ("--new greedy --old random --players 7", "Briscola is for"),
        ("--new greedy --old random --lower 0.2", "the lower bound is below the upper one"),
        ("--new greedy --old random --most 3", "there is no verdict before 50 pairs"),
    ],
)
def test_what_cannot_be_compared_is_refused(words, said, capsys):
    with pytest.raises(SystemExit):
        command(words)
    assert said in capsys.readouterr().err


@pytest.fixture
def running(desk):
    """An experiment on two cores that goes on and on, and the terminal that it shows itself on."""
    acting(desk / "mine", FIRST)
    ours, its = pty.openpty()
    words = "-m bots experiment --game briscola --new mine --old random --cores 2 --upper 0.001"
    with subprocess.Popen(
        # What a shell starts in the background, these tests perhaps, is deaf to Ctrl-C.
        ["env", "--default-signal=INT", sys.executable, *words.split()],
        stdout=subprocess.PIPE,
        stderr=its,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True,
    ) as process:
        os.close(its)
        with os.fdopen(ours) as terminal:
            yield process, terminal
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
def test_ctrl_c_leaves_no_process_and_says_what_is_known(desk, running):
    process, terminal = running
    seen = ""
    while " 3/5000 pairs" not in seen:
        seen += terminal.read(1) or pytest.fail(seen)
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=20)
    assert "Broken off: it is not known yet whether mine is better than random: " in said
    assert process.returncode == 130
    assert processes_in(desk) == []


def processes_in(folder):
    """Return the processes at work in a folder, as bots are in theirs."""
    found = []
    for where in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):  # it has ended, or is not ours
            if where.readlink().is_relative_to(folder) and where.parent.name != str(os.getpid()):
                found.append(where.parent.name)
    return found
