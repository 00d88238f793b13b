"""The test a bot has to pass before it may play."""

import tempfile
from pathlib import Path

import pytest

import games
from bots import sdk
from bots.conversation.process import BotProcess, ProcessPlayer
from bots.sandbox import Clock, Settings, open_proven
from bots.submission import compliance
from bots.submission.manifest import read
from tests.bots.folders import FIRST, LOOP, acting, write

SLOW = "import time; time.sleep(1.2); " + FIRST
AT_RANDOM = 'import random; say({"seq": seq, "action": random.choice(view["legal"])})'
REMEMBERS = (
    "seen = globals().setdefault('seen', []); seen.append(1); "
    'say({"seq": seq, "action": view["legal"][len(seen) // 9 % len(view["legal"])]})'
)


def check(bot, *slugs):
    shown = []
    report = compliance.check(bot.player, slugs, progress=lambda *done: shown.append(done))
    return {found.subject: found for found in report.findings}, report, shown


def test_honest_bot_may_play(tmp_path):
    found, report, shown = check(acting(tmp_path / "bot", FIRST), "truco", "fipsen")
    assert report.ok
    assert list(found) == ["start", "truco", "fipsen", "determinism"]
    assert shown == [(number, 6) for number in range(1, 7)]
    assert report.as_json()["ok"]
    assert report.as_json()["findings"][0]["subject"] == "start"


def test_bot_that_does_not_start_is_asked_nothing(tmp_path):
    found, report, shown = check(write(tmp_path / "bot", "1 / 0"), "truco")
    assert not report.ok
    assert (list(found), shown) == (["start"], [])
    assert "crash: its process ended with exit status 1" in found["start"].detail
    assert "ZeroDivisionError" in found["start"].evidence


def test_bot_that_takes_too_long_is_stopped_between_two_actions(tmp_path):
    bot = acting(tmp_path / "bot", FIRST)
    report = compliance.check(bot.player, ["truco"], progress=lambda *_: None, limit_s=0)
    assert [found.subject for found in report.findings] == ["start", "time"]
    assert "stopped after 0 s, with 0 of 3 matches played" in report.findings[1].detail


def test_fault_in_one_game_is_shown_and_the_others_are_looked_at(tmp_path):
    act = 'say({"seq": seq, "action": "R99" if view["game"] == "truco" else view["legal"][0]})'
    found, report, _ = check(acting(tmp_path / "bot", act), "truco", "fipsen")
    assert not report.ok
    assert not found["truco"].ok
    assert "illegal-action: 'R99' is not a card of this game (table of 4, seat" in (
        found["truco"].detail
    )
    assert found["truco"].evidence == '"R99"'
    assert found["fipsen"].ok
    assert "determinism" not in found


@pytest.mark.slow
def test_slow_bot_is_too_late(tmp_path):
    found, _, _ = check(acting(tmp_path / "bot", SLOW), "fipsen")
    assert "timeout: no whole answer within the 1 s it had" in found["fipsen"].detail


@pytest.mark.further
@pytest.mark.parametrize("act", [AT_RANDOM, REMEMBERS], ids=["random", "memory"])
def test_bot_that_answers_otherwise_when_asked_again_may_not_play(tmp_path, act):
    found, report, _ = check(acting(tmp_path / "bot", act), "gong-zhu", "skat")
    assert not report.ok
    assert "asked the same again it answers" in found["determinism"].detail


@pytest.mark.further
def test_bot_that_mixes_up_its_tables_may_not_play(tmp_path):
    """It asks for several at once, but takes each request for one of the match before."""
    act = (
        'legal, same = view["legal"], message["match"] == globals().get("last"); '
        'last = message["match"]; say({"seq": seq, "action": legal[0 if same else -1]})'
    )
    several = LOOP.replace('"protocol": 1', '"protocol": 2, "tables": 4').replace("{act}", act)
    found, report, _ = check(write(tmp_path / "bot", several), "briscola", "gong-zhu", "skat")
    assert not report.ok
    assert "mixed because the bot asks for several tables" in found["determinism"].detail
    one = several.replace('"tables": 4', '"tables": 1')
    assert check(write(tmp_path / "one", one), "briscola", "gong-zhu", "skat")[1].ok


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_bot_is_tried_at_every_table_of_a_game(game):
    wanted = compliance.trials([game.slug])
    tables = [(players, opponent) for players in game.players for opponent in ("random", "greedy")]
    assert sorted((trial.players, trial.opponent) for trial in wanted) == sorted(tables)
    assert all(0 <= trial.seat < trial.players for trial in wanted)


def test_bot_sits_in_first_and_last_seats():
    seats = {
        (trial.seat == 0, trial.seat == trial.players - 1)
        for trial in compliance.trials([game.slug for game in games.all()])
    }
    assert seats == {(True, False), (False, True), (False, False)}


@pytest.fixture
def sandbox():
    return open_proven(Settings())


@pytest.fixture
def reachable():
    """A folder that the users of bots can reach."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.further
@pytest.mark.needs("bubblewrap")
def test_template_passes_in_the_sandbox(sandbox, reachable):
    sdk.create(reachable / "bot", name="Carol's", language="python")
    manifest = read(reachable / "bot")
    command = sandbox.command(manifest.start, reachable / "bot")

    def new_player():
        return ProcessPlayer(
            BotProcess(
                lambda clock: sandbox.start(command, clock),
                Clock(),
                name=manifest.name,
                games=manifest.slugs(),
            )
        )

    report = compliance.check(new_player, ["truco", "skat"], progress=lambda *done: None)
    assert [found for found in report.findings if not found.ok] == []
