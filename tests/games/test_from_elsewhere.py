"""A game from another package, installed, brings its folder, and gets what the games here get.

What its pages do is in `tests/league/web/test_game_from_elsewhere.py`.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.workshop import template

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
from league.web.games.game_tiles import tiles
from league.web.games.games import game_name
from league.web.results.sheets import label_of as field_of

call_command("migrate", verbosity=0)
game = games.get("sixes")
table = Table(game, 4, secret=bytes(32))
table.deal()
activate("de")
tile = tiles()["sixes"]
asked = RequestFactory(HTTP_HOST="localhost").get("/games/sixes/")
page = rules.game(asked, "sixes").content.decode()
print(len(table.legal()), builtin.rule_of_thumb(game).__module__, len(tile.cards))
print(tile.line, "|", field_of("sixes", "tricks"))
print(game_name("sixes"))
print("Stiche machen." in page, "Rulings taken" in page)
"""


@pytest.fixture
def elsewhere(tmp_path):
    """A folder with a package of one game, installed as pip would.

    It is called what its pages call something else, too, as Hearts is.
    """
    own = template.create(tmp_path / "package", "sixes")
    said = (own / "__init__.py").read_text()
    (own / "__init__.py").write_text(said.replace('name="Sixes"', 'name="Tricks"'))
    own.rename(tmp_path / "sixes")
    info = tmp_path / "sixes-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sixes\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[stammtisch.games]\nsixes = sixes\n")
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
    facts, words, name, page = done.stdout.splitlines()
    assert facts == "8 sixes.greedy 3"
    assert words.startswith("Man bedient. Die höchste Karte")
    assert words.endswith(" | Stiche")
    assert name == "Tricks"
    assert page == "True True"


def test_another_module_of_its_name_is_named(elsewhere, tmp_path):
    (tmp_path / "beside" / "sixes").mkdir(parents=True)
    (tmp_path / "beside" / "sixes" / "__init__.py").touch()
    places = (tmp_path / "beside", elsewhere, Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", "import games; games.all()"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, places))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"Python finds {places[0] / 'sixes' / '__init__.py'} before it" in done.stderr
