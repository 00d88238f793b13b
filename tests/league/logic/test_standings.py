from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from league.logic.standings import Line, tally

LINES = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.builds(
            Line.of_seat,
            points=st.decimals(-999, 999, places=3),
            score=st.integers(-999, 999),
            place=st.integers(1, 4),
        ),
    )
)


def test_line_of_the_first_place_is_a_win():
    assert Line.of_seat(points=Decimal(4), score=9, place=1).wins == 1


def test_line_of_another_place_is_no_win():
    assert Line.of_seat(points=Decimal(4), score=9, place=2).wins == 0


def test_tally_adds_what_belongs_together():
    one, two = Line(Decimal(1), 2, 3, 1), Line(Decimal("0.5"), -4, 1, 0)
    assert tally([("bob", one), ("dora", two), ("bob", two)]) == {
        "bob": Line(Decimal("1.5"), -2, 4, 1),
        "dora": two,
    }


@given(LINES, st.randoms(use_true_random=False))
def test_tally_does_not_depend_on_the_order(lines, random):
    shuffled = random.sample(lines, len(lines))
    assert tally(shuffled) == tally(lines)
