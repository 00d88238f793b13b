"""Bots that crash, hang, flood and cheat at random: every match ends, and the right ones pay.

A bot says in its log what it is about to do, so what it was found guilty of can be compared.
"""

import os
import tempfile
from functools import partial
from pathlib import Path

import pytest

from bots.sandbox import Clock
from league.models import Job, Match, Part, Result, Season, Seat
from league.services.bots import bots as authored
from league.services.bots import crew
from league.services.jobs import jobs
from league.services.play import bot_matches

from . import authors
from .scene import NOW, later, open_matches

MATCHES = int(os.environ.get("SANDBOX_MATCHES", "5"))
BATCH = 50
HASTY = Clock(per_move_s=0.05, bank_s=1.0, first_answer_s=3.0, wall_slack_s=1.0)

FAULTY = """
        import ctypes, os, random, sys, time
        chance = random.Random(message["seed"])
        deed = chance.choices(["play", *DEEDS], [40, *[1] * len(DEEDS)])[0]
        sys.stderr.write(f"{deed}\\n")
        sys.stderr.flush()
        if deed == "crash": ctypes.string_at(0) if chance.random() < 0.5 else sys.exit(3)
        while deed == "hang": pass
        while deed == "flood": sys.stderr.write("flood\\n" * 5000)
        if deed == "close": os.close(1); time.sleep(0.05); sys.exit()
        if deed == "shout": print("x" * 20000, flush=True)
        if deed == "mumble": print("hm", flush=True)
        if deed == "stammer": say({"seq": seq, "action": "C2"}); say({"seq": seq, "action": "C2"})
        if deed == "forget": say({"seq": seq - 1, "action": view["legal"][0]})
        if deed == "cheat": say({"seq": seq, "action": "C99"})
        if deed == "chat": say({"seq": seq, "action": view["legal"][0], "hand": view["hand"]})
        if deed == "play": say({"seq": seq, "action": chance.choice(view["legal"])})
"""
DEEDS = {
    "crash": {"crash"},
    "hang": {"timeout"},
    "flood": {"flood"},
    "close": {"closed", "crash"},  # in bubblewrap a pipe is only seen to close with the process
    "shout": {"too-long"},
    "mumble": {"bad-line"},
    "stammer": {"unasked", "illegal-action", "bad-seq"},  # the second line may be read too late
    "forget": {"bad-seq"},
    "cheat": {"illegal-action"},
    "chat": {"bad-answer"},
    "play": {"", "timeout"},  # a busy machine may take long to play
}


@pytest.fixture
def folder(settings, monkeypatch):
    authors.open_sandbox()
    with authors.open_folder() as folder:
        settings.BOT_FOLDER = folder / "bots"
        (folder / "tmp").mkdir(mode=0o755)
        monkeypatch.setattr(tempfile, "tempdir", str(folder / "tmp"))
        yield folder


@pytest.fixture
def tables(folder, session, monkeypatch):
    """Return a function that plays matches of two faulty bots, a sound one and a built-in one."""
    monkeypatch.setattr(bot_matches, "Crew", partial(crew.Crew, clock=HASTY))
    monkeypatch.setattr(authored, "quarantine_if_faulty", lambda **given: None)
    Season.objects.update(game="briscola")
    deeds = FAULTY.replace("DEEDS", repr(sorted(DEEDS.keys() - {"play"})))
    versions = [authors.version_of(deeds, name=name) for name in ("Imp", "Rascal")]
    versions.append(authors.version_of(authors.FIRST, name="Sound"))
    return versions


def play_some(session, versions, builtin, count):
    seats = [*(version.player for version in versions), builtin]
    matches = open_matches(session, seats, count=count)
    ids = jobs.create(kind=Job.Kind.PLAY_MATCH, matches=matches, version=0, now=NOW)
    bot_matches.play_batch(ids=ids, clock=lambda: later(1))


def left_over(folder):
    """Return what a match could leave behind: descriptors, processes, files."""
    return (
        len(list(Path("/proc/self/fd").iterdir())),
        Path("/proc/thread-self/children").read_text(),
        sorted(folder.glob("tmp/*")) + sorted(folder.glob("bots/*")),
    )


@pytest.mark.further
@pytest.mark.needs("bubblewrap")
def test_matches_of_faulty_bots_end_and_the_guilty_pay(session, bots, folder, tables):
    *faulty, sound = tables
    play_some(session, tables, bots[0], 1)
    before = left_over(folder)
    for start in range(0, MATCHES, BATCH):
        play_some(session, tables, bots[0], min(BATCH, MATCHES - start))
    assert left_over(folder) == before

    count = MATCHES + 1
    assert Job.objects.filter(kind="play_match", status="done").count() == count
    assert Match.objects.filter(status="final").count() == count
    assert all(len(totals) == 4 for totals in Result.objects.values_list("totals", flat=True))
    assert Seat.objects.exclude(part=None).count() == 3 * count
    assert not Part.objects.filter(version=sound).exclude(fault="").exists()
    parts = Part.objects.filter(version__in=faulty)
    wrong = [(part.fault, part.log[-40:]) for part in parts if not is_just(part)]
    assert wrong == []
    assert parts.exclude(fault="").count() > count / 2


def is_just(part):
    """Tell whether a bot was found guilty of what it said it would do, and of nothing else."""
    deeds = part.log.split("\n")[:-1]
    if deeds[-2:-1] == ["stammer"]:  # its second line was found when it had the next question
        deeds.pop()
    *others, last = deeds
    return part.fault in DEEDS[last] and set(others[-1000:]) <= {"play", last}
