"""How hands of Truco are told to have been scored."""

import pytest

from tests.games.told import told

FACTS = {"hand": "plain", "winner": 1, "ran": False, "trucador": None, "proposed": None, "stake": 1}


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "The hand"),
        ({"trucador": 1, "stake": 3}, "The hand, after truco"),
        ({"trucador": 1, "ran": True, "proposed": 6, "stake": 3}, "The others ran from 6"),
        ({"hand": "eleven", "ran": True}, "The others ran at eleven"),
        ({"hand": "iron"}, "Iron hand"),
    ],
)
def test_stake_is_told_with_its_reason(facts, words):
    own = FACTS | {"tricks": [0, 1, 1]} | facts
    stake = own["stake"]
    assert told("truco", scores=[0, stake, 0, stake], facts=own) == [
        ("Tricks won", [1, 2, 1, 2]),
        (words, [None, stake, None, stake]),
    ]


def test_nobody_scores_for_tied_tricks():
    own = FACTS | {"winner": None, "tricks": [None, None, None]}
    *_, (words, values) = told("truco", scores=[0, 0, 0, 0], facts=own)
    assert (words, values) == ("The tricks were tied: nobody scores", ())
