import pytest

from engine.rules.cards import RANKS, Pack, bit_of, card_of, rank_of, suit_of
from engine.rules.errors import InvalidNotation

GERMAN = Pack(
    "ELHS",
    ("Eichel", "Laub", "Herz", "Schelle"),
    dict(zip(range(7, 15), "789TUOKS", strict=True)),
    {card_of(3, 6): "W"},
)


def test_card_has_the_suit_and_rank_that_it_was_made_of():
    made = [(suit, rank) for suit in range(5) for rank in range(RANKS)]
    cards = [card_of(suit, rank) for suit, rank in made]
    assert [(suit_of(card), rank_of(card)) for card in cards] == made
    assert cards == sorted(set(cards))


def test_cards_of_a_suit_have_a_bit_each():
    assert [int(bit_of(card_of(3, rank))) for rank in range(RANKS)] == [1 << i for i in range(32)]


@pytest.mark.parametrize("text", ["E7", "LT", "HU", "SS", "W"])
def test_card_reads_back_as_written(text):
    assert GERMAN.format(GERMAN.parse(text)) == text


@pytest.mark.parametrize("text", ["", "e7", "E", "E6", "7E", "E7 ", "W7", "💥"])
def test_card_that_is_none_is_refused(text):
    with pytest.raises(InvalidNotation):
        GERMAN.parse(text)


def test_card_of_its_own_stands_before_the_seven():
    assert GERMAN.parse("W") < GERMAN.parse("S7")


def test_set_in_canonical_order_is_read():
    assert GERMAN.parse_set(["E7", "LT"]) == [GERMAN.parse("E7"), GERMAN.parse("LT")]


@pytest.mark.parametrize("words", [["LT", "E7"], ["E7", "E7"]])
def test_set_out_of_order_is_invalid_not_corrected(words):
    with pytest.raises(InvalidNotation, match="in order"):
        GERMAN.parse_set(words)


def test_suit_that_is_none_is_refused():
    with pytest.raises(InvalidNotation):
        GERMAN.parse_suit("X")
