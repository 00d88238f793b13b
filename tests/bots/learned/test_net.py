"""Nets: layers as sums of columns, files of 16 bits a weight."""

import numpy as np
import pytest

import games
from bots.learned import net
from bots.learned.encoder import Encoding, record_of
from bots.learned.judge import FILE
from bots.learned.net import HIDDEN, Net

WIDTH, FIRST = 30, 8


@pytest.fixture
def small():
    """A net of thirty columns."""
    chance = np.random.default_rng(1)
    size = sum(int(np.prod(shape)) for shape in net.sizes(WIDTH, FIRST))
    encoding = Encoding(
        np.arange(4, dtype=np.uint8),
        np.zeros((3, 6), np.int32),
        np.arange(WIDTH, dtype=np.int16),
        WIDTH,
    )
    return Net(encoding, chance.normal(size=size).astype(np.float32), 12.5, "record", {"seed": 1})


def sums_of(small, slots):
    """Return the sums of the first layer."""
    sums = small.layers[1].copy()
    net.add_columns(sums, small.layers[0], np.array(slots))
    return sums


def test_sums_are_those_of_the_columns(small):
    columns, bias = small.layers[:2]
    assert sums_of(small, [3, -1, 7]) == pytest.approx(bias + columns[3] + columns[7])


@pytest.mark.parametrize("after", [[3, 5, 7], [-1, 5, 9], [4, -1, -1]])
def test_changed_sums_are_those_of_what_it_was_changed_to(small, after):
    before = [3, -1, 7]
    sums = sums_of(small, before)
    net.change_columns(sums, small.layers[0], np.array(before), np.array(after))
    assert sums == pytest.approx(sums_of(small, after), abs=1e-5)


def test_value_is_that_of_two_layers_of_positive_parts(small):
    sums = sums_of(small, [1, 2])
    _, _, second, second_bias, third, last = small.layers
    hidden = np.maximum(np.maximum(sums, 0) @ second + second_bias, 0)
    found = net.value_of(sums, small.layers, np.zeros(HIDDEN, np.float32))
    assert found == pytest.approx(hidden @ third + last[0], rel=1e-5)


def test_a_file_keeps_what_was_learned(small, tmp_path):
    small.save(tmp_path / FILE)
    found = net.load(tmp_path / FILE)
    assert (found.scale, found.record, found.told) == (12.5, "record", {"seed": 1})
    assert found.first == FIRST
    for kept, part in zip(found.layers, small.layers, strict=True):
        assert np.abs(kept - part).max() <= np.abs(part).max() / 32767
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_every_game_has_a_net_for_its_record(game):
    found = net.load(game.folder / FILE)
    assert found.record == record_of(game), "make train GAME=<slug>: the record has other fields"


def test_no_net_is_larger_than_it_may_be():
    found = [game.folder / FILE for game in games.all()]
    assert [path.stat().st_size < 400_000 for path in found] == [True] * len(games.all())


@pytest.mark.parametrize("width", [100, 1000, 2500])
def test_first_layer_is_as_wide_as_the_file_allows(width):
    first = net.first_of(width)
    size = 2 * sum(int(np.prod(shape)) for shape in net.sizes(width, first))
    assert first == 128 or size + 16 * (width + HIDDEN + 1) > net.MOST_BYTES
    assert (first % 8, size <= net.MOST_BYTES) == (0, True)
