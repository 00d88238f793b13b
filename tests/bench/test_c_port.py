"""The C program does exactly what the engine does, so comparing their speed means something."""

import pytest

import games
from bench import c_port, playouts
from engine.play import simulate

GAME = games.get(playouts.SLUG)
MATCHES = 200

pytestmark = pytest.mark.needs("gcc")


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    return c_port.load_port(c_port.compile_port(tmp_path_factory.mktemp("port")))


@pytest.mark.further
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("seed", [0, 1, 2**63 + 5])
def test_port_makes_the_same_moves_and_totals(port, players, seed):
    moves, totals = simulate.playouts(GAME, players=players, matches=MATCHES, seed=seed)
    moves_in_c, totals_in_c = port(players, MATCHES, seed)
    assert moves_in_c == moves
    assert totals_in_c.tolist() == totals.tolist()


def test_port_is_compiled_once(tmp_path):
    first = c_port.compile_port(tmp_path).stat().st_mtime_ns
    assert c_port.compile_port(tmp_path).stat().st_mtime_ns == first


def test_no_compiler_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(c_port.NoCompiler, match="gcc"):
        c_port.compile_port(tmp_path)
