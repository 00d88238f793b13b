"""The author's command line, from the first screen of the page on."""

import json
import re
import shlex
from pathlib import Path

import pytest

from bots.__main__ import main
from bots.submission import archive
from engine.records.document import validate

from .folders import FIRST, acting

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "bot-protocol.md").read_text()
GUIDE = (DOCS / "authors-guide.md").read_text()


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    """Carol's working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_first_screen_of_the_page_works(capsys):
    commands = re.search(r"```sh\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
    for command in commands:
        words = shlex.split(command, comments=True)
        assert words[:3] == ["python", "-m", "bots"]
        some = ["--game", "truco"] if words[3] == "check" else []  # all games take long
        assert main([*words[3:], *some]) == 0
    said = capsys.readouterr().out
    assert "✓ determinism" in said


def test_page_shows_the_template():
    shown = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    template = (Path(__file__).parents[2] / "bots/sdk/python/bot.py").read_text()
    kept = [line for line in template.splitlines() if not line.lstrip().startswith("#")]
    assert shown.strip() in "\n".join(kept)


def test_idea_of_the_guide_may_play(desk):
    assert main(["new", "mine"]) == 0
    idea, _experiment = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    bot = desk / "mine" / "bot.py"
    head, _, rest = bot.read_text().partition("def choose")
    bot.write_text(f"{head}{idea}\n\nif __name__{rest.partition('if __name__')[2]}")
    assert main(["check", "mine", "--game", "briscola"]) == 0


def test_play_tells_the_match_and_saves_its_record(desk, capsys):
    acting(desk / "mine", FIRST)
    words = "play mine --game briscola --seat 1 --seed 3 --out here/record.json"
    assert main(words.split()) == 0
    said = capsys.readouterr().out
    assert "Briscola. At the table: greedy, Carol's." in said
    assert re.search(r"Round 1\. .* deals\.\nCarol's holds \w\w \w\w \w\w\n", said)
    assert re.search(r"  Carol's plays \w\w\n", said)
    assert "The match is over. Places:" in said
    assert validate(json.loads((desk / "here/record.json").read_text())).complete


def test_play_shows_a_fault_with_its_evidence(desk, capsys):
    acting(desk / "mine", 'say({"seq": seq, "action": "R99"})')
    assert main(["play", "mine", "--game", "truco", "--against", "greedy,random,random"]) == 1
    said = capsys.readouterr().out
    assert "Carol's made a fault at seat 0, round 1 after 0 actions" in said
    assert "illegal-action: 'R99' is not a card of this game" in said


def test_what_a_bot_prints_in_a_match_appears(desk, capfd):
    acting(desk / "mine", "print('I think', file=sys.stderr); " + FIRST)
    main(["play", "mine", "--game", "truco"])
    assert "I think" in capfd.readouterr().err


def test_check_fails_with_evidence(desk, capsys):
    acting(desk / "mine", "1 / 0")
    assert main(["check", "mine", "--game", "truco"]) == 1
    said = capsys.readouterr()
    assert "✗ truco  crash: its process ended with exit status 1" in said.out
    assert "      | ZeroDivisionError: division by zero" in said.out
    assert "mend what is marked" in said.err


def test_check_prints_json(desk, capsys):
    acting(desk / "mine", FIRST)
    assert main(["check", "mine", "--game", "truco", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]


@pytest.mark.further
@pytest.mark.needs("bubblewrap")
def test_check_shuts_a_bot_in_as_a_site_does(desk, capsys):
    acting(desk / "mine", "open('/etc/passwd')" + "; " + FIRST)
    assert main(["check", "mine", "--game", "truco"]) == 0
    assert main(["check", "mine", "--game", "truco", "--sandbox"]) == 1
    assert "| FileNotFoundError" in capsys.readouterr().out


def test_arena_seats_folders_and_counts_their_faults(desk, capsys):
    acting(desk / "good", FIRST)
    acting(desk / "bad", 'say({"seq": seq, "action": "R99"})')
    words = "arena --game briscola --seats good,./bad,greedy --deals 3 --cores 1 --out out"
    assert main(words.split()) == 0
    said = capsys.readouterr().out
    assert "good - ./bad" in said
    assert "./bad: 3 matches played on without it after a fault: illegal-action" in said
    assert "first in line 1 of records.jsonl, seat 1, round 1 after " in said
    assert '| "R99"' in said
    assert validate(json.loads((desk / "out/records.jsonl").read_text().splitlines()[0])).ok


SEEDED = 'say({"seq": seq, "action": view["legal"][message["seed"] % len(view["legal"])]})'


def test_ask_gives_the_view_and_the_same_answer_as_in_the_match(desk, capsys):
    acting(desk / "mine", SEEDED)
    main(["play", "mine", "--game", "briscola", "--out", "r.json"])
    actions = json.loads((desk / "r.json").read_text())["rounds"][1]["actions"]
    capsys.readouterr()
    turns = []
    for at in range(8):
        assert main(f"ask mine --record r.json --round 2 --action {at}".split()) == 0
        request, said = capsys.readouterr().out.splitlines()
        view = json.loads(request)["view"]
        turns.append(view["seat"])
        assert (view["round"], len(view["log"])) == (1, at)
        if view["seat"] == 0:  # where it sat
            assert said == f"Carol's answers {actions[at]!r}; in the record it is {actions[at]!r}"
    assert set(turns) == {0, 1}


def test_ask_takes_another_seed(desk, capsys):
    acting(desk / "mine", SEEDED)
    main(["play", "mine", "--game", "briscola", "--out", "r.json"])
    capsys.readouterr()
    answers = set()
    for seed in range(3):
        main(f"ask mine --record r.json --seed {seed}".split())
        request, said = capsys.readouterr().out.splitlines()
        assert json.loads(request)["seed"] == seed
        answers.add(said)
    assert len(answers) == 3


def test_view_tells_a_record_move_by_move(desk, capsys):
    acting(desk / "mine", FIRST)
    words = "arena --game briscola --seats mine,greedy --deals 2 --cores 1 --out out"
    assert main(words.split()) == 0
    capsys.readouterr()
    assert main(["view", "out/records.jsonl", "--line", "2", "--round", "2"]) == 0
    said = capsys.readouterr().out
    assert re.match(r"Round 2\. Seat \d deals\.\n  seat 0 holds \w\w \w\w \w\w\n", said)
    assert re.search(r"^   39  seat \d: \w\w$", said, re.MULTILINE)
    assert "Totals:" in said


@pytest.mark.further
def test_experiment_tells_where_a_fault_happened(desk, capsys):
    acting(desk / "good", FIRST)
    acting(desk / "bad", "1 / 0")
    words = "experiment --game briscola --new bad/ --old good/ --cores 1 --most 50"
    assert main(words.split()) == 0
    said = capsys.readouterr()
    assert "bad/ (new): 22 matches played on without it after a fault: crash" in said.out
    assert re.search(
        r"first in pair 1 of --seed 0, seat \d, round 1 after \d actions: crash", said.out
    )
    assert "| ZeroDivisionError" in said.out
    assert said.err == ""  # no bar where nobody looks


def test_without_a_command_the_commands_are_listed(capsys):
    assert main([]) == 0
    assert "find out whether a new bot is better" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("new mine", "mine is there already: choose another name"),
        ("check nowhere", "nowhere holds no bot.toml: name the folder of a bot, or make one with"),
        ("check mine --game whist", "there is no game 'whist'; there are: mit-list"),
        ("check mine --game skat", "Carol's does not play skat: add it to games in"),
        ("play mine --game skat", "Carol's does not play skat: add it to games in"),
        ("play mine --game truco --against greedy", "Truco is for 4 players: name as many bots"),
        ("play mine --game truco --seat 4", "--seat is one of 0 to 3"),
        ("play mine --game truco --against deep,deep,deep", "or name a folder with a bot.toml"),
        ("ask mine --record none.json", "none.json cannot be read"),
        ("view mine/bot.toml", "mine/bot.toml is no record"),
        ("arena --game truco --seats mine,./none,greedy,greedy", "none holds no bot.toml"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_way_out(desk, words, said, capsys):
    acting(desk / "mine", FIRST, games=["truco"])
    with pytest.raises(SystemExit):
        main(words.split())
    assert said in " ".join(capsys.readouterr().err.split())


def test_pack_builds_and_says_what_came_of_it(tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    manifest = 'name = "Mine"\ngames = "all"\nstart = ["./bot"]\nbuild = ["cp", "bot.txt", "bot"]\n'
    (tmp_path / "mine" / "bot.toml").write_text(manifest)
    (tmp_path / "mine" / "bot.txt").write_text("#!/usr/bin/python3\n")
    (tmp_path / "mine" / "bot.txt").chmod(0o755)
    assert main(["pack", str(tmp_path / "mine")]) == 0
    packed = archive.read((tmp_path / "mine.tar.gz").read_bytes())
    assert f"{packed.size_bytes} bytes, SHA-256 {packed.digest}" in capsys.readouterr().out
    packed.unpack(tmp_path / "there")
    assert (tmp_path / "there" / "bot").stat().st_mode & 0o777 == 0o755
