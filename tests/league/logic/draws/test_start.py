"""The first seating that a search begins with."""

from collections import Counter

from league.logic.draws.start import start


def test_pair_begins_at_the_table_where_it_stands():
    units = [(1,), (2,), (3,), (4,), (5,), (6,), (7,), (8,), (9,), (10, 11), (12,)]
    tables = start(units, [4, 4, 4], 4, Counter()).tables
    assert tables == [[1, 2, 3, 4], [5, 6, 7, 8], [10, 11, 9, 12]]
