"""Training: the same again from a seed, on any number of threads, and after a pause."""

import numpy as np
import pytest

import games
from bots import builtin
from bots.learned.judge import FILE
from bots.learned.net import load
from bots.training import __main__ as command
from bots.training.trainer import Trainer

TRUCO = games.get("truco")
pytestmark = pytest.mark.slow


def made(threads=1, seed=1):
    return Trainer(TRUCO, builtin.rule_of_thumb(TRUCO), threads=threads, seed=seed)


def test_what_is_learned_does_not_depend_on_threads():
    one, two = made(), made(threads=2)
    assert one.go_on(3) == two.go_on(3)
    assert np.array_equal(one.weights, two.weights)


def test_another_seed_learns_otherwise():
    one, other = made(), made(seed=2)
    one.go_on(1)
    other.go_on(1)
    assert not np.array_equal(one.weights, other.weights)


def test_training_goes_on_where_it_stopped(tmp_path):
    whole, first, rest = made(), made(), made()
    whole.go_on(4)
    first.go_on(2)
    first.save(tmp_path / "kept.npz")
    rest.load(tmp_path / "kept.npz")
    rest.go_on(2)
    assert np.array_equal(whole.steady, rest.steady)
    assert (whole.steps, whole.choices) == (rest.steps, rest.choices)


def test_training_of_another_seed_is_refused(tmp_path):
    first = made()
    first.save(tmp_path / "kept.npz")
    with pytest.raises(ValueError, match="seed"):
        made(seed=2).load(tmp_path / "kept.npz")


def test_the_first_weights_play_by_the_rule_of_thumb():
    trainer = made()
    lead = trainer.leads(trainer.learned(), deals=20)[0]
    assert lead.mean == pytest.approx(0, abs=1e-9)


def test_errors_shrink():
    trainer = made()
    first = sum(trainer.go_on(20))
    trainer.go_on(300)
    assert sum(trainer.go_on(40)) < first


def test_command_writes_the_net_with_its_curve(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "DEALS", 4)
    rising = iter([0.1, 0.2, 0.3])
    monkeypatch.setattr(command, "lead_of", lambda leads: next(rising))
    trainer = made()
    for steps in (2, 3):
        command.train(trainer, tmp_path / "kept.npz", seconds=60, steps=steps, net=tmp_path / FILE)
    told = load(tmp_path / FILE).told
    assert (told["seed"], told["steps"]) == (1, 3)
    assert [look["steps"] for look in told["curve"]] == [2, 3]


def test_a_better_net_stays(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "DEALS", 300)
    path = tmp_path / FILE
    path.write_bytes((TRUCO.folder / FILE).read_bytes())
    command.train(made(), tmp_path / "kept.npz", seconds=60, steps=2, net=path)
    assert path.read_bytes() == (TRUCO.folder / FILE).read_bytes()
    assert "stays as it is" in capsys.readouterr().err
    assert (tmp_path / "kept.npz").exists()


def test_a_game_that_is_not_there_is_told():
    with pytest.raises(SystemExit, match="skat"):
        command.main(["scat"])


def test_without_partners_all_others_are_counted():
    """Briscola has partners at a table of four, and none at one of three."""
    game = games.get("briscola")
    trainer = Trainer(game, builtin.rule_of_thumb(game))
    worth = {
        players: trainer.play(trainer.learned(), which, [1] * players, deals=30, seed=3)
        for which, players in enumerate(game.players)
    }
    assert worth[3][:, :3].sum(axis=1) == pytest.approx(0, abs=1e-9)
    assert np.array_equal(worth[4][:, 0], worth[4][:, 2])
    assert not np.array_equal(worth[3][:, 0], worth[3][:, 2])
