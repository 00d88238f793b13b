"""A hand of Democracy in order: fives highest, jokers at the end."""

from tests.games.hands import in_order


def test_five_is_the_highest_and_jokers_are_no_suit():
    assert in_order("democracy", "CA C5 C6 S3 X1", trump="S") == "S3 C5 CA C6 X1"
