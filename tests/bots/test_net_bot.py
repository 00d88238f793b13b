"""The bot with a net: what it sees at a site is what it saw when it was trained."""

import importlib
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import games
from bots import builtin, sdk
from bots.__main__ import main
from bots.environments.vector import seen_by
from bots.playing import runner
from bots.submission import shut_in
from bots.submission.folder import FolderBot
from engine.play.table import Table
from tests.bots import onnx_net

BRISCOLA = games.get("briscola")
pytestmark = pytest.mark.only("compiled", "plain rules take minutes for so many tables")


@pytest.fixture
def folder(tmp_path):
    sdk.create(tmp_path / "mine", name="Mine", language="python", net=True)
    return tmp_path / "mine"


@pytest.fixture
def train(folder, monkeypatch, capsys):
    """Return a function that trains; it returns what the script has defined, and what it said."""

    def run(*words):
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setattr(sys, "argv", ["train.py", "--tables", "64", *words])
        for name in ("net", "stammtisch_bot"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        return runpy.run_path(str(folder / "train.py")), capsys.readouterr().out

    return run


def positions(players, *, seed):
    """Yield a table at all positions of a round that is played at random."""
    chance = np.random.default_rng(seed)
    table = Table(BRISCOLA, players, secret=bytes([seed] * 32))
    table.deal()
    while not table.round_over:
        yield table
        table.play(chance.choice(sorted(table.legal())))


@pytest.mark.further
@pytest.mark.parametrize("players", BRISCOLA.players)
def test_net_sees_at_a_site_what_it_was_trained_with(train, players):
    names, _ = train("--minutes", "0", "--players", str(players))
    net = names["Net"].load(names["file"])
    for table in positions(players, seed=players):
        view = table.view(table.turn)
        cards, seen = names["look"](
            seen_by(table, table.turn)[None], np.array([int(table.state["trump"])])
        )
        assert seen[0].tolist() == sys.modules["net"].seen(view)
        worth = names["judge"](names["columns"](seen))[2][0]
        assert list(net.judge(view).values()) == pytest.approx(worth.tolist(), abs=1e-3)
        texts = BRISCOLA.pack.format_cards(names["environment"].observed.cards[cards[0]].tolist())
        assert list(net.judge(view)) == texts.split()


@pytest.mark.further
def test_bot_plays_with_and_without_a_net(folder, train):
    for words in ((), ("--minutes", "0")):
        if words:
            train(*words)
        with FolderBot.of(folder).player() as player:
            for players in BRISCOLA.players:
                table = Table(BRISCOLA, players, secret=bytes(32))
                seats = [player] + [builtin.get("greedy")] * (players - 1)
                assert runner.play_match(table, seats, seed=b"seed") == []


@pytest.mark.further
@pytest.mark.needs("bubblewrap", "libraries")
def test_net_of_another_tool_plays_as_the_page_says(folder, monkeypatch):
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "net", raising=False)
    net = importlib.import_module("net")
    [example] = re.findall("```py\n(.*?)```", Path("docs/environments.md").read_text(), re.DOTALL)
    (folder / "bot.py").write_text(example)
    with (folder / "bot.toml").open("a") as told:
        told.write('runtime = "onnx"\n')
    weights = np.zeros((net.CARDS * net.CODES, net.CARDS), np.float32)
    weights[: net.CODES] = np.arange(net.CARDS)  # whatever it sees, the last card is worth most
    (folder / "net.onnx").write_bytes(onnx_net.layer(weights))
    table = Table(BRISCOLA, 2, secret=bytes(32))
    with shut_in.players(FolderBot.of(folder)) as new_player, new_player() as player:
        assert runner.play_match(table, [player, builtin.get("random")], seed=b"seed") == []
    again = Table(BRISCOLA, 2, secret=bytes(32))
    again.deal()
    for card in table.rounds[0].actions:
        if again.turn == 0:
            order = net.order(again.view(0)["facts"]["trump"])
            assert BRISCOLA.pack.format(card) == max(again.legal(), key=order.index)
        again.play_number(card)


@pytest.mark.further
@pytest.mark.slow
def test_net_learns(folder):
    """After rounds that take half a minute it plays much better than any card (-16)."""
    words = ("--rounds", "60000", "--tables", "256")
    done = subprocess.run(
        [sys.executable, folder / "train.py", *words],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # no thread waits for busy cores
        capture_output=True,
        text=True,
        check=True,
    )
    points = float(done.stdout.rpartition("Against greedy: ")[2].split()[0])
    assert points > -13


def test_command_tells_how_to_train(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--net"]) == 0
    assert "python mine/train.py" in capsys.readouterr().out
    assert (tmp_path / "mine/stammtisch_bot.py").exists()


def test_net_is_in_python_only(tmp_path):
    with pytest.raises(ValueError, match="leave out --language"):
        sdk.create(tmp_path / "mine", name="Mine", language="c", net=True)
