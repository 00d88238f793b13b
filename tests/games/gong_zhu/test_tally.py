"""How rounds of Gong Zhu are told to have been scored."""

from tests.games.told import told


def test_doubler_adds_as_much_as_all_before_it_and_exposed_cards_count_double():
    captured = [["SQ", "H5"], ["DJ", "HA", "CT"], ["HK"], ["HQ", "HJ"]]
    facts = {"captured": captured, "exposed": ["SQ"]}
    assert told("gong-zhu", scores=[-210, 100, -40, -50], facts=facts) == [
        ("Hearts", [-10, -50, -40, -50]),
        ("Pig, exposed", [-200, None, None, None]),
        ("Sheep", [None, 100, None, None]),
        ("Doubler", [None, 50, None, None]),
    ]
