"""A pot is shared out to the cent, and equals get the same."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from league.logic import prizes
from league.logic.prizes import split

CENTS = st.integers(0, 10**9)
TABLES = st.sampled_from(
    [*(shares for _most, shares in prizes.USUAL), prizes.USUAL_OF_MANY, (34, 33, 33), (1, 99)]
)
TIES = st.lists(st.integers(1, 6), max_size=12)


@given(pot=CENTS, kept=CENTS, shares=TABLES, ties=TIES)
def test_prizes_and_what_is_kept_are_the_pot(pot, kept, shares, ties):
    found = split(pot, kept=kept, shares=shares, ties=ties)
    given_out = sum(prize * size for prize, size in zip(found.prizes, ties, strict=True))
    assert given_out + found.kept + found.left == pot
    assert min(found.kept, found.left, *found.prizes, 0) == 0


@given(pot=CENTS, kept=CENTS, shares=TABLES, ties=TIES)
def test_less_than_a_cent_for_each_who_has_a_share_is_left(pot, kept, shares, ties):
    assume(sum(ties) >= len(shares))
    found = split(pot, kept=kept, shares=shares, ties=ties)
    firsts = [sum(ties[:place]) for place in range(len(ties))]
    having = sum(size for first, size in zip(firsts, ties, strict=True) if first < len(shares))
    assert found.left < having


@given(pot=CENTS, kept=CENTS, ties=TIES)
def test_a_better_place_never_gets_less(pot, kept, ties):
    found = split(pot, kept=kept, shares=(50, 30, 20), ties=ties)
    assert list(found.prizes) == sorted(found.prizes, reverse=True)


@given(pot=CENTS, kept=CENTS, shares=TABLES)
def test_the_club_gets_what_it_keeps_first(pot, kept, shares):
    assert split(pot, kept=kept, shares=shares, ties=[1] * 20).kept == min(pot, kept)


@pytest.mark.parametrize(
    ("ties", "found", "left"),
    [
        ([1, 1, 1, 1], (5000, 3000, 2000, 0), 0),
        ([2, 1, 1], (4000, 2000, 0), 0),
        ([1, 2], (5000, 2500), 0),
        ([1, 1, 2], (5000, 3000, 1000), 0),
        ([3, 1], (3333, 0), 1),
        ([1, 1], (5000, 3000), 2000),
        ([], (), 10000),
    ],
)
def test_who_is_equal_shares_the_shares_of_their_places(ties, found, left):
    shared = split(12000, kept=2000, shares=(50, 30, 20), ties=ties)
    assert (shared.prizes, shared.kept, shared.left) == (found, 2000, left)


@pytest.mark.parametrize("participants", [0, 3, 4, 5, 8, 9, 16, 17, 32, 33, 4000])
def test_usual_shares_are_a_whole_that_falls(participants):
    shares = prizes.usual(participants)
    assert prizes.are_shares(shares)
    assert list(shares) == sorted(shares, reverse=True)
    assert len(shares) <= max(1, participants / 2)


def test_the_docs_tell_the_usual_shares():
    told = Path("docs/books.md").read_text()
    for most, shares in prizes.USUAL:
        assert f"| up to {most} | {', '.join(map(str, shares))} |" in told
    assert f"| more | {', '.join(map(str, prizes.USUAL_OF_MANY))} |" in told


@pytest.mark.parametrize("shares", [(), (50, 40), (110, -10), (100, 0), (2,) * 50 + (0,)])
def test_what_is_no_whole_is_no_table_of_shares(shares):
    assert not prizes.are_shares(shares)
