import os
import subprocess
import sys
from pathlib import Path

import llvmlite.binding
import numpy as np
import pytest

import games
from engine.kernels import cache
from engine.kernels.binding import bind
from engine.kernels.marks import rule
from engine.kernels.primitives import highest, lowest, popcount, random_below, seed_random
from engine.play import simulate
from engine.rules.state import state_dtype

ROOT = Path(__file__).parents[3]

PLAY = """
import warnings; warnings.simplefilter("ignore")
import games
from bots import builtin
from bots.playing import runner
from engine.records import packed
from engine.play.table import Table
for game in games.all():
    for players in game.players:
        table = Table(game, players, secret=bytes(range(32)))
        bots = [builtin.get(name) for name in ("greedy", "random")] * 5
        while not table.over and len(table.rounds) < 2:
            table.deal()
            runner.advance(table, bots[:players], seed=b"twice")
        print(game.slug, players, table.totals, packed.pack(table).hex())
"""

CHOSEN = """
import numba
import engine.kernels.compiler
print(numba.config.CPU_NAME, numba.config.CPU_FEATURES)
"""

TWICE = """
from engine.kernels.marks import rule

@rule
def twice(n: int) -> int:
    return n + n
"""

FOUND = """
import sys
from pathlib import Path
from engine.kernels.cache import cache_by
from engine.kernels.binding import bind
cache_by([Path(sys.argv[1]) / "copied" / "twice.py"])
sys.path.insert(0, sys.argv[1] + "/copied")
import twice
compiled = bind(twice.twice, lambda t: t.int64(t.int64))
print(compiled(2), sum(compiled.stats.cache_hits.values()))
"""

NAMES = """
import sys
import games
from engine.kernels.compiler import Types
from numba.core.itanium_mangler import mangle
for slug in sys.argv[1:]:
    print(slug, mangle("legal", [Types(games.get(slug).dtype).states]))
"""


def names_in_a_process(*slugs):
    """Return how kernels of games are named in a process that meets the games in this order."""
    command = [sys.executable, "-c", NAMES, *slugs]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


def play_in_a_process(**environment):
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@rule
def bits(word, found):
    found[0], found[1], found[2] = popcount(word), lowest(word), highest(word)


@pytest.fixture(params=["compiled", "plain"])
def find_bits(request):
    """The bit tricks as kernels and as Python call them."""
    if request.param == "plain":
        return bits
    return bind(bits, lambda t: t.void(t.int64, t.array(t.int64)))


@pytest.mark.parametrize("word", [1, 2, 0b1011000, 2**31, 2**62 + 1])
def test_bit_tricks_count_and_find(find_bits, word):
    ones = [i for i in range(64) if word >> i & 1]
    found = np.zeros(3, np.int64)
    find_bits(word, found)
    assert found.tolist() == [len(ones), ones[0], ones[-1]]


def draw(numbers, s):
    """Draw as kernels do, from a state's own generator."""
    seed_random(s[0], np.uint64(2**64 - 1), 3)
    for i in range(len(numbers)):
        numbers[i] = random_below(s[0], 1 + i)


@pytest.mark.further
def test_compiled_generator_draws_what_the_plain_one_does():
    generator = np.dtype((np.record, np.dtype([("rng", np.uint64)])))
    drawn = np.zeros((2, 500), np.int64)
    compiled = bind(draw, lambda t: t.void(t.array(t.int64), t.array(generator)))
    for numbers, function in zip(drawn, (draw, compiled), strict=True):
        function(numbers, np.zeros(1, generator))
    assert drawn[0].tolist() == drawn[1].tolist()
    assert len(set(drawn[0].tolist())) > 100


def test_rule_called_from_python_runs_as_it_stands():
    assert popcount.__class__ is lowest.__class__ is type(draw)


NOT_COMPILED = """
import sys
import games
from bots import builtin
from bots.playing import runner
from engine.kernels import binding
from engine.rules.errors import NotCompiled
from engine.play.table import Table
binding.compile_nothing()
for game in games.all():
    table = Table(game, game.players[0], secret=bytes(32))
    bots = [builtin.get("greedy")] * table.players
    while not table.over:
        table.deal()
        runner.advance(table, bots, seed=b"")
print(table.totals, "numba" in sys.modules)
for name in ("easy", "learned"):
    table = Table(game, game.players[0], secret=bytes(32))
    table.deal()
    try:
        runner.advance(table, [builtin.get(name)] * table.players, seed=b"")
    except NotCompiled as error:
        print(error)
"""


@pytest.mark.slow
def test_servers_play_without_a_compiler_where_nothing_is_compiled(tmp_path):
    game = games.all()[-1]
    said = run_with(tmp_path, NOT_COMPILED).splitlines()
    assert said[0].endswith("] False")
    assert said[1:] == [f"the search for {game.name} is not compiled yet"] * 2
    assert {path.name for path in tmp_path.rglob("*.*")} >= {f"{game.slug}.rules.wanted"}
    assert not list(tmp_path.rglob("*.nbi"))


@pytest.mark.slow
def test_compiled_plays_as_uncompiled():
    assert play_in_a_process() == play_in_a_process(NUMBA_DISABLE_JIT="1")


def test_playouts_of_a_seed_are_the_same_again():
    game = games.get("mit-list-und-tuecke")
    first, second = (
        simulate.playouts(game, players=4, matches=20, seed=5)[1].tolist() for _ in range(2)
    )
    assert first == second


def test_playouts_of_another_seed_differ():
    game = games.get("mit-list-und-tuecke")
    totals = [simulate.playouts(game, players=4, matches=20, seed=s)[1] for s in (5, 6)]
    assert not np.array_equal(*totals)


@pytest.mark.parametrize("name", ["step", "open_round"])
def test_kernels_made_for_a_game_are_kept_with_it_under_a_name_of_their_own(name):
    kernels = [getattr(game.kernels, name) for game in games.all()]
    functions = [getattr(kernel, "py_func", kernel) for kernel in kernels]
    folders = [cache.folder_of(function.__dict__["kept_with"]) for function in functions]
    assert folders == [cache.folder_of(game.unit.source) for game in games.all()]
    assert len({function.__qualname__ for function in functions}) == len(functions)


def test_field_that_hides_an_attribute_of_records_is_refused():
    with pytest.raises(TypeError, match="'round'"):
        state_dtype(seats=4, suits=4, fields=[("round", "i8")])


@pytest.mark.slow
def test_kernels_of_two_games_compiled_apart_have_different_names():
    one, other = names_in_a_process("skat"), names_in_a_process("truco")
    assert one["skat"] != other["truco"]
    assert one | other == names_in_a_process("truco", "skat")


@pytest.mark.slow
def test_a_copy_elsewhere_finds_what_is_compiled(tmp_path):
    said = []
    for place in ("here", "there"):
        folder = tmp_path / place / "copied"
        folder.mkdir(parents=True)
        (folder / "twice.py").write_text(TWICE)
        said.append(run_with(tmp_path / "cache", FOUND, str(folder.parent)))
    assert said == ["4 0", "4 1"]


def chosen(**environment):
    """Return the processor, and what it can do, that a process compiles for."""
    own = {name: value for name, value in os.environ.items() if name[:9] != "NUMBA_CPU"}
    done = subprocess.run(
        [sys.executable, "-c", CHOSEN],
        cwd=ROOT,
        env=own | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.further
def test_kernels_are_scheduled_for_no_processor_by_name():
    has = llvmlite.binding.get_host_cpu_features()
    name = "x86-64-v2" if has.get("sse4.2") and has.get("popcnt") else "None"
    assert chosen() == f"{name} None\n"


@pytest.mark.further
def test_processor_chosen_by_the_environment_is_kept():
    assert chosen(NUMBA_CPU_NAME="x86-64-v3").startswith("x86-64-v3 None")


def run_with(cache, script, *arguments):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()
