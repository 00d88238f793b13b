import numpy as np
import pytest

from league.logic.draws.movements.mixed_search import _places


@pytest.mark.parametrize(("players", "short", "sessions"), [(11, 3, 7), (14, 6, 5), (23, 9, 12)])
def test_places_at_short_tables_go_round(players, short, sessions):
    places = _places(players, short, sessions, np.random.default_rng(1))
    assert [sorted(row) for row in places.tolist()] == [list(range(players))] * sessions
    times = np.bincount(places[:, players - short :].ravel(), minlength=players)
    assert times.max() - times.min() <= 1
