import pytest

from league.models import Match
from league.services.base.refusals import Stale
from league.services.results import states
from tests.league.services import acts


def test_who_is_second_is_told_what_the_first_has_stored(match, bob, now):
    acts.enter(match, bob, now)
    first, second = acts.row(match), acts.row(match)
    states.advance(first, to=Match.Status.FINAL, finished_at=now)
    with pytest.raises(Stale, match="Somebody else has just changed") as refused:
        states.advance(second, to=Match.Status.DISPUTED)
    assert refused.value.current.status == acts.row(match).status == Match.Status.FINAL
