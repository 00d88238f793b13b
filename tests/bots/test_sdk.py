"""What authors download: every template plays, and every kit does what it says."""

import ast
import json
import re
import subprocess
import sys

import pytest

import games
from bots import builtin, sdk
from bots.conversation import protocol
from bots.playing import runner
from bots.submission.folder import FolderBot
from engine.play.table import Table

from .folders import LANGUAGES

RANDOM = builtin.get("random")

LISTENING = {
    "python": """
from stammtisch_bot import run
heard = []
def choose(turn):
    print("thinking")
    return turn.legal[0] if heard[0] == "match" and heard[-1] != "match_end" else "nothing heard"
run(choose, lambda news: heard.append(news["type"]))
""",
    "javascript": """
const { run } = require("./stammtisch_bot.js");
const heard = [];
async function choose(turn) {
  console.log("thinking");
  return heard[0] === "match" ? turn.legal[0] : "nothing heard";
}
run(choose, (news) => heard.push(news.type));
""",
    "c": """
#include <string.h>
#include "stammtisch_bot.h"
static bool heard;
static const char *choose(stammtisch_turn *turn)
{
    return heard ? json_text(json_at(turn->legal, 0)) : "nothing heard";
}
static void hear(const json *news)
{
    heard = heard || strcmp(json_text(json_get(news, "type")), "match") == 0;
}
int main(void)
{
    return stammtisch_run(choose, hear);
}
""",
}


def make(folder, language):
    """Return a new bot, built, and the file that is the author's own."""
    main = sdk.create(folder, name="Carol's „Ass“", language=language)
    return FolderBot.of(folder), main


def play(bot, game):
    players = game.players[0]
    table = Table(game, players, secret=bytes(32))
    seats = [bot] + [RANDOM] * (players - 1)
    return runner.play_match(table, seats, seed=b"seed")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_template_plays_every_game(tmp_path, language):
    bot, _ = make(tmp_path / "bot", language)
    bot.build()
    assert bot.manifest.name == "Carol's „Ass“"
    with bot.player() as player:
        assert [fault for game in games.all() for fault in play(player, game)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_kit_passes_news_on_and_stray_prints_do_no_harm(tmp_path, language):
    bot, main = make(tmp_path / "bot", language)
    main.write_text(LISTENING[language])
    bot.build()
    with bot.player() as player:
        assert play(player, games.get("skat")) == []
        assert player.hears_events


@pytest.mark.parametrize("language", LANGUAGES)
def test_kit_refuses_another_protocol(tmp_path, language):
    bot, _ = make(tmp_path / "bot", language)
    bot.build()
    hello = json.dumps({"type": "hello", "seq": 0, "protocol": 2}) + "\n"
    done = subprocess.run(
        bot.command(), cwd=bot.folder, input=hello, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "the host speaks protocol 2, this file 1" in done.stderr


def test_folder_that_is_there_is_left_alone(tmp_path):
    with pytest.raises(FileExistsError, match="choose another name"):
        sdk.create(tmp_path, name="mine", language="c")


def test_python_kit_imports_the_standard_library_only():
    tree = ast.parse((sdk.PATH / "python/stammtisch_bot.py").read_text())
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names


def test_python_kit_knows_every_field_of_a_view(monkeypatch):
    monkeypatch.syspath_prepend(sdk.PATH / "python")
    import stammtisch_bot

    assert set(stammtisch_bot.View.__annotations__) == set(protocol.View.model_fields)


def test_javascript_kit_knows_every_field_of_a_view():
    text = (sdk.PATH / "javascript/stammtisch_bot.js").read_text()
    shown = re.search(r"protocol\.\n \* @typedef \{\{(.*?)\}\} View", text, re.DOTALL)[1]
    assert set(protocol.View.model_fields) <= set(re.findall(r"(\w+)\??:", shown))


@pytest.mark.needs("node")
def test_chance_in_javascript_is_even(tmp_path):
    counting = """
    const { chanceOf } = require(process.argv[1]);
    const counts = [0, 0, 0, 0, 0, 0];
    for (let seed = 0; seed < 1000; seed++) {
      const chance = chanceOf(seed);
      for (let i = 0; i < 6; i++) counts[chance(6)]++;
    }
    console.log(JSON.stringify(counts));
    """
    kit = str(sdk.PATH / "javascript/stammtisch_bot.js")
    counts = json.loads(subprocess.check_output(["node", "-e", counting, kit]))
    assert sum(counts) == 6000
    assert all(850 < count < 1150 for count in counts)
