"""A hand of Loo in order: Pam is the highest trump."""

import pytest

from tests.games.hands import in_order


@pytest.mark.parametrize(
    ("trump", "order"), [("D", "CJ DA CQ H9 S3"), ("C", "CJ CQ H9 S3 DA"), ("S", "CJ S3 DA CQ H9")]
)
def test_pam_is_a_trump_and_no_club(trump, order):
    assert in_order("loo", "CJ CQ S3 H9 DA", trump=trump) == order
