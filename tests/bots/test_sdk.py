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


ECHOING = {
    "python": """
import json
from stammtisch_bot import run
def choose(turn):
    print(json.dumps(turn.view))
    action = turn.legal[-1]
    for name in ("hand", "legal", "log", "table"):
        turn.view[name].clear()
    return action
run(choose)
""",
    "javascript": """
const { run } = require("./stammtisch_bot.js");
run((turn) => {
  console.log(JSON.stringify(turn.view));
  const action = turn.legal.at(-1);
  for (const name of ["hand", "legal", "log", "table"]) turn.view[name].length = 0;
  return action;
});
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


@pytest.mark.further
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


@pytest.mark.further
@pytest.mark.parametrize("language", LANGUAGES)
def test_kit_refuses_another_protocol(tmp_path, language):
    bot, _ = make(tmp_path / "bot", language)
    bot.build()
    hello = json.dumps({"type": "hello", "seq": 0, "protocol": 3, "newest": 4}) + "\n"
    done = subprocess.run(
        bot.command(), cwd=bot.folder, input=hello, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "the host speaks protocol 3, this file 2" in done.stderr


@pytest.mark.parametrize(("given", "spoken"), [({}, 1), ({"newest": 2}, 2), ({"newest": 3}, 2)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_kit_speaks_the_newest_protocol_that_both_know(tmp_path, language, given, spoken):
    """Also that of a site of the first release, which offers one only."""
    bot, _ = make(tmp_path / "bot", language)
    bot.build()
    table = Table(games.get("skat"), 3, secret=bytes(32))
    table.deal()
    clock = {"bank_ms": 15000, "move_ms": 1000}
    of_match = {"match": 0} if spoken > 1 else {}
    asked = [
        {"type": "hello", "seq": 0, "protocol": 1, **given},
        {
            "type": "act",
            "seq": 1,
            "seed": 1,
            "clock": clock,
            "view": table.view(table.turn),
            **of_match,
        },
        {"type": "match_end", "totals": [0, 0, 0], "ranking": [1, 1, 1], **of_match},
    ]
    lines = "".join(json.dumps(message) + "\n" for message in asked)
    done = subprocess.run(
        bot.command(), cwd=bot.folder, input=lines, capture_output=True, text=True, check=True
    )
    ready, answer = map(json.loads, done.stdout.splitlines())
    protocol.Ready.model_validate(ready)
    assert ready["protocol"] == spoken
    assert answer["action"] in table.legal()


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one.values[0] in ECHOING])
def test_kit_makes_whole_views_of_changes(tmp_path, language):
    """Whatever a bot does to the lists of a view, the next one has all that the host shows."""
    bot, main = make(tmp_path / "bot", language)
    main.write_text(ECHOING[language])
    shown = []

    class Watched:
        def __init__(self, player):
            self.player, self.tell, self.hears_events = player, player.tell, False

        def act(self, view):
            shown.append(view)
            return self.player.act(view)

    with bot.player() as player:
        assert play(Watched(player), games.get("briscola")) == []
        log = player.effort.log.decode()
    told = [json.loads(line) for line in log.splitlines()[1:]]  # the log begins anywhere
    assert len(told) > 5
    assert told == shown[-len(told) :]


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
