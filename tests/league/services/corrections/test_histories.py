"""What a result was before it was corrected."""

import pytest

from league.services.corrections import histories
from tests.league.services import acts


@pytest.fixture
def final(match, bob, dora, now):
    """A match that Bob entered and Dora confirmed: 48, 24, 0 and 12."""
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    return acts.row(match)


def last_correction(match):
    return histories.last_correction(match, match.result_in_force())


def test_a_corrected_result_is_told_beside_what_it_was(final, alice, now):
    acts.correct(final, alice, now)
    told = last_correction(acts.row(final))
    assert told.rows == [(0, 48, 0), (1, 24, 12), (2, 0, 24), (3, 12, 48)]


def test_a_result_nobody_corrected_has_no_history(final):
    assert last_correction(final) is None
