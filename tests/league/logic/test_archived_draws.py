"""What an archive says of a draw is taken as it is written, or refused."""

import pytest
from pydantic import ValidationError

from league.logic.archived_draws import Explanation

TOLD = {"total": 5, "tables": [], "breaches": [], "open": ["abcdefghjk"]}


def test_what_a_draw_costs_is_read():
    assert Explanation.model_validate(TOLD).total == 5


@pytest.mark.parametrize(
    "other",
    [
        {"total": "5"},
        {"total": 5.0},
        {"total": True},
        {"checked_in_only": "yes"},
        {"open": ["ABCDEFGHJK"]},
        {"open": ["abcdefghj"]},
        {"unknown": 1},
        {"weights": {"unknown": 1}},
    ],
)
def test_what_is_of_another_type_is_refused(other):
    with pytest.raises(ValidationError):
        Explanation.model_validate(TOLD | other)
