"""How rounds of Fipsen are told to have been scored."""

import pytest

from tests.games.told import told

FOUR = {"declarer": 1, "bid": "4", "trump": "H", "value": 4, "needed": 4}


def lines(score, **facts):
    own = FOUR | {"played_on": False, "surrendered": False} | facts
    return dict(told("fipsen", scores=[0, score, 0, 0], facts=own))


@pytest.mark.parametrize(
    ("tricks", "score", "ended"),
    [(3, -8, "Failed: 2 × 4"), (4, 4, "Made"), (5, 4, "Made")],
)
def test_contract_is_made_with_the_tricks_it_needs(tricks, score, ended):
    said = lines(score, tricks=tricks)
    assert said["Tricks, 4 needed"] == [None, tricks, None, None]
    assert said[ended] == [None, score, None, None]
