"""How rounds of Mulatschag are told to have been scored."""

from tests.games.told import told

FACTS = {"holder": 0, "bid": 3, "mulatschag": False, "dropped": None, "trump": "H", "value": 4}


def test_values_are_multiplied_and_the_reason_is_told():
    facts = FACTS | {"tricks": [2, 3]}
    assert told("mulatschag", scores=[40, -12], facts=facts) == [
        ("Everything counts 4 times, one fold before, hearts are trump", ()),
        ("Contract: tricks to win", [3, None]),
        ("Contract failed", [40, None]),
        ("Tricks", [None, -12]),
    ]
