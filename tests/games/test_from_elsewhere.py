"""A game from another package brings its folder, and gets what the games here get."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

import games

ASKED = """
import django
django.setup()
from django.core.management import call_command
from django.test import RequestFactory
from django.utils.translation import activate
import games
from engine.play.table import Table
from bots import builtin
from league.web.games import rules
from league.web.games.cards import pack_of
from league.web.games.game_tiles import tiles
from league.web.games.labels import label_of
from league.web.results.sheets import label_of as field_of

call_command("migrate", verbosity=0)
game = games.get("tressette")
table = Table(game, 4, secret=bytes(32))
table.deal()
activate("de")
tile = tiles()["tressette"]
page = rules.game(RequestFactory().get("/games/tressette/"), "tressette").content.decode()
print(len(table.legal()), builtin.rule_of_thumb(game).__module__, len(tile.cards))
print(tile.line, "|", label_of("tressette", "accuso", pack_of("tressette")))
print(field_of("tressette", "scoring"), "|", "Regelentscheidungen" in page)
"""
SAID = {
    "Win tricks and card points. Nobody has to follow suit.": "Man muss bedienen.",
    "I declare": "Ich sage an",
}


@pytest.fixture
def elsewhere(tmp_path):
    """A folder with a package of one game, installed as pip would."""
    folder = tmp_path / "tressette"
    shutil.copytree(games.get("briscola").folder, folder, ignore=shutil.ignore_patterns("*.mo"))
    module = folder / "__init__.py"
    text = module.read_text().replace('"briscola"', '"tressette"').replace("Briscola", "Tressette")
    module.write_text(text)
    words = folder / "words.py"
    words.write_text(
        words.read_text().replace("WORDS = Words(", 'WORDS = Words(labels={"accuso": "I declare"},')
    )
    german = folder / "locale" / "de" / "LC_MESSAGES" / "django.po"
    file = polib.pofile(str(german))
    for entry in file:
        entry.msgctxt = "tressette"
        entry.msgstr = SAID.get(entry.msgid, entry.msgstr)
    file.append(polib.POEntry(msgctxt="tressette", msgid="I declare", msgstr=SAID["I declare"]))
    file.save_as_mofile(str(german.with_suffix(".mo")))
    info = tmp_path / "tressette-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tressette\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[stammtisch.games]\ntressette = tressette\n")
    return tmp_path


@pytest.mark.slow
def test_it_gets_rules_words_pages_and_bots(elsewhere):
    env = os.environ | {
        "PYTHONPATH": f"{elsewhere}{os.pathsep}{Path(__file__).parents[2]}",
        "NUMBA_DISABLE_JIT": "1",
        "STAMMTISCH_VAR": str(elsewhere / "var"),
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASKED], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    facts, words, page = done.stdout.splitlines()
    assert facts == "3 tressette.greedy 3"
    assert words == "Man muss bedienen. | Ich sage an"
    assert re.fullmatch(r"Wer .* \| True", page)
