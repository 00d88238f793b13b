"""What a net is told: where cards are as a seat knows it, and the numbers of the record."""

import numpy as np
import pytest

import games
from bots.learned import encoder
from bots.learned.encoder import ALONE, BY_SEAT, NOT_KNOWN, SEAT, SET, VALUE, Encoding
from engine.play.table import Table
from engine.rules.cards import RANKS
from engine.rules.state import HAND, TABLE, UNKNOWN

GONG_ZHU = games.get("gong-zhu")


@pytest.fixture
def table():
    """A table at which the first trick is under way."""
    table = Table(GONG_ZHU, 4, secret=bytes(32))
    table.deal()
    while table.phase == "expose":
        table.play("pass")
    table.play_actions([table.legal_actions()[0]])
    return table


def code_of(table, card, *, seat):
    """Return the code of a card as a seat knows it."""
    mind = table.belief(seat)
    return encoder.place_code(mind, mind, seat, card)


def test_own_card_is_in_the_hand_of_the_seat_itself(table):
    card = int(np.flatnonzero(table.state.place == HAND + 2)[0])
    assert code_of(table, card, seat=2) == HAND


def test_card_in_another_hand_is_not_known(table):
    card = int(np.flatnonzero(table.state.place == HAND + 2)[0])
    assert code_of(table, card, seat=1) == NOT_KNOWN


@pytest.mark.parametrize("ahead", [1, 2, 3])
def test_card_of_the_trick_lies_so_many_seats_ahead(table, ahead):
    leader = int(table.state.leader)
    card = int(table.state.table[leader])
    assert code_of(table, card, seat=(leader - ahead) % 4) == TABLE + ahead


def test_seats_that_cannot_hold_a_card_are_told(table):
    seat = table.turn
    mind = table.belief(seat)
    card = int(np.flatnonzero(mind.place == UNKNOWN)[0])
    other = (seat + 2) % 4
    mind.lacks[other, card // RANKS] |= np.uint32(1 << card % RANKS)
    assert encoder.place_code(mind, mind, seat, card) == NOT_KNOWN + 0b10


def test_seats_that_may_have_got_a_card_since_are_not_told(table):
    seat = table.turn
    mind = table.belief(seat)
    card = int(np.flatnonzero(mind.place == UNKNOWN)[0])
    other = (seat + 2) % 4
    mind.lacks[other, card // RANKS] |= np.uint32(1 << card % RANKS)
    mind.since[other, card // RANKS] = 1
    assert encoder.place_code(mind, mind, seat, card) == NOT_KNOWN


def code(value, *, way=VALUE, axis=ALONE, ahead=0, me=0, n=4, places=4):
    """Return the raw number of `value`, the last of so many 8-byte numbers."""
    numbers = np.zeros(places, np.int64)
    numbers[-1] = value
    offset = 0 if axis == BY_SEAT else 8 * (places - 1)
    spec = np.array([offset, 8, ahead, axis, way, 1000])
    return encoder.number_code(numbers.view(np.uint8), spec, me, n)


@pytest.mark.parametrize(("value", "expected"), [(-7, 1000), (-1, 1000), (0, 1001), (999, 1257)])
def test_values_are_counted_from_minus_one_up_to_the_largest(value, expected):
    assert code(value) == expected


@pytest.mark.parametrize(("value", "expected"), [(2, 1001), (3, 1002), (1, 1004), (-1, 1000)])
def test_a_seat_is_counted_from_ones_own(value, expected):
    assert code(value, way=SEAT, me=2) == expected


@pytest.mark.parametrize(("value", "from_own"), [(0b0100, 0b0001), (0b1001, 0b0110), (0, 0)])
def test_a_set_of_seats_begins_with_ones_own(value, from_own):
    assert code(value, way=SET, me=2) == 1001 + from_own


def test_the_number_of_a_seat_is_found_from_ones_own():
    assert code(5, axis=BY_SEAT, ahead=1, me=2) == 1006


def test_a_seat_that_is_not_at_the_table_has_no_number():
    assert code(5, axis=BY_SEAT, ahead=3, n=3) == -1


@pytest.mark.parametrize("number", [-(1 << 40), -1, 0, 255, 1 << 40])
def test_numbers_are_read_as_they_are_written(number):
    assert encoder.read(np.array([0, number]).view(np.uint8), 8, 8) == number


class TestColumns:
    def met(self, counts):
        """Return the columns of one card and one value that were met so often."""
        first = encoder.CODES
        size = first + encoder.RAW_OF[VALUE]
        raw = Encoding(
            np.zeros(1, np.uint8),
            np.array([[0, 8, 0, ALONE, VALUE, first]], np.int32),
            np.arange(size, dtype=np.int16),
            size,
        )
        found = np.zeros(size, np.int64)
        for code, count in counts.items():
            found[code] = count
        return encoder.met(raw, found, least=20)

    def test_what_was_met_has_a_column(self):
        found = self.met({0: 100, 5: 100, 7: 3})
        assert (found.columns[[0, 5, 7]].tolist(), found.width) == ([2, 3, -1], 4)

    def test_what_is_always_the_same_has_none(self):
        found = self.met({0: 100, encoder.CODES + 1: 100})
        assert (found.width, len(found.reads)) == (2, 0)

    def test_neighbours_share_a_column(self):
        first = encoder.CODES
        found = self.met({first + 1: 50, first + 2: 10, first + 3: 10, first + 9: 30})
        columns = found.columns[first : first + 12].tolist()
        assert columns == [2, 2, 3, 3, *[4] * 8]
