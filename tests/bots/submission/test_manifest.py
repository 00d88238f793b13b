import pytest

from bots.sandbox import Runtime
from bots.submission.folder import FolderBot
from bots.submission.manifest import ManifestError, check_name, parse, read

GOOD = b'name = "Carol\'s"\ngames = ["skat", "loo"]\nstart = ["python3", "bot.py"]\n'


def test_games_are_in_the_order_of_the_registry():
    assert parse(GOOD.replace(b'"skat", "loo"', b'"loo", "skat"')).slugs() == ("skat", "loo")


def test_all_games_are_all_there_are():
    assert len(parse(GOOD.replace(b'["skat", "loo"]', b'"all"')).slugs()) == 12


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"skat"', b'"whist"', "games: there is no whist; there are briscola, cinch"),
        (b'["skat", "loo"]', b"[]", 'games: write games = ["skat"], with slugs of games'),
        (b'name = "Carol\'s"\n', b"", "name: write a name of 1 to 60 characters"),
        (b"Carol", b"<b>Carol</b>", "name: write a name of 1 to 60 characters that can be printed"),
        (b"Carol", b"Ca\\u0000rol", "name: write a name of 1 to 60 characters that can be printed"),
        (b"Carol", b"Ca\\u202Erol", "name: write a name of 1 to 60 characters that can be printed"),
        (b"Carol's", b"Greedy", "name: a built-in bot is called Greedy; choose another name"),
        (b"Carol's", b"my-python 2", "name: leave out the number at its end"),
        (b"Carol's", b"two  spaces", "name: leave out doubled spaces"),
        (b'["python3", "bot.py"]', b'"bot.py"', "start: write the command as a list of words"),
        (
            b"name",
            b"nmae",
            "nmae: there is no such field; there are name, games, start, runtime, build",
        ),
        (
            b"start",
            b'runtime = "ruby"\nstart',
            "runtime: write one of python, python-numeric, onnx",
        ),
        (
            b"start",
            b'runtime = "node"\nstart',
            "what starts with python3 has the run-time python or",
        ),
        (b"name =", b"name", "bot.toml: Expected '='"),
        (b"Carol", b"\xff", "bot.toml: 'utf-8' codec can't decode"),
    ],
)
def test_what_is_wrong_is_said_with_the_way_out(old, new, said):
    with pytest.raises(ManifestError) as caught:
        check_name(parse(GOOD.replace(old, new)))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("start", "found"), [("python3", "python"), ("node", "node"), ("./bot", "native")]
)
def test_run_time_that_is_not_named_is_the_usual_one(start, found):
    manifest = parse(GOOD.replace(b"python3", start.encode()))
    assert (manifest.runtime, manifest.found) == (None, found)


def test_run_time_that_is_named_is_the_one_it_has():
    assert parse(GOOD + b'runtime = "onnx"\n').found is Runtime.ONNX


def test_folder_without_manifest_is_told_how_to_make_one(tmp_path):
    with pytest.raises(ManifestError, match="python -m bots new NAME"):
        read(tmp_path)


def test_long_manifest_is_not_read(tmp_path):
    (tmp_path / "bot.toml").write_bytes(GOOD + b"#" * 20_000)
    with pytest.raises(ManifestError, match="longer than 16384 bytes"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'start = ["./bot"]', "start: ./bot is no program in this folder"),
        (b'start = ["perl", "bot.pl"]', "start: perl is no program in this folder"),
        (b'start = ["/usr/bin/python3", "bot.py"]', "start: /usr/bin/python3 is no program"),
        (b'start = ["../bot"]', "start: ../bot is no program in this folder"),
        (b'start = ["./bot.sh"]', "bot.sh is a script for /bin/bash -e, which bots are not given"),
        (b'start = ["python3"]\nbuild = ["no-such-compiler"]', "no-such-compiler is not on this"),
        (b'start = ["python3"]\nbuild = ["false", "none.c"]', "build: `false none.c` failed"),
    ],
)
def test_bot_that_cannot_be_started_is_told_why(tmp_path, line, said):
    (tmp_path / "bot.toml").write_bytes(GOOD.replace(b'start = ["python3", "bot.py"]', line))
    (tmp_path / "bot.sh").write_text("#!/bin/bash -e\n")
    (tmp_path / "bot.sh").chmod(0o755)
    with pytest.raises(ManifestError) as caught:
        FolderBot.of(tmp_path).build()
    assert said in str(caught.value)
