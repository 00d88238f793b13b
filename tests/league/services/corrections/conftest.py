import pytest

from tests.league.services import acts


@pytest.fixture
def final(match, bob, dora, now):
    """A match that Bob entered and Dora confirmed: 48, 24, 0 and 12."""
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    return acts.row(match)
