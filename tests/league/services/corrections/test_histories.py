"""What a result was before it was corrected."""

from league.services.corrections import histories
from tests.league.services import acts


def last_correction(match):
    return histories.last_correction(match, match.result_in_force())


def test_a_corrected_result_is_told_beside_what_it_was(final, alice, now):
    acts.correct(final, alice, now)
    told = last_correction(acts.row(final))
    assert told.rows == [(0, 48, 0), (1, 24, 12), (2, 0, 24), (3, 12, 48)]


def test_a_result_nobody_corrected_has_no_history(final):
    assert last_correction(final) is None
