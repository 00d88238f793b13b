"""Two answers at once: one is stored, and the other is told."""

import pytest

from league.models import Account, Agreement, Notice
from league.services.accounts import agreements
from league.services.base.refusals import Conflict
from league.services.privacy import departures
from tests.league.factories import AgreementFactory, PersonFactory
from tests.league.services.races import at_once, losers, winners

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stranger(db):
    return PersonFactory(name="Carol Miller")


def row_of(player):
    return Agreement.objects.select_related("club", "player").get(player=player)


def answering(act, player, now):
    row, by = row_of(player), Account.objects.get(player=player)
    return lambda: act(agreement=row, by=by, now=now)


@pytest.mark.parametrize(
    ("status", "acts"),
    [
        ("asked", [agreements.agree, agreements.decline]),
        ("asked", [agreements.decline, agreements.decline]),
        ("declined", [agreements.agree, agreements.agree]),
        ("agreed", [departures.leave, departures.leave]),
    ],
)
def test_of_two_answers_at_once_one_counts(club, stranger, now, status, acts):
    AgreementFactory(club=club, player=stranger, status=status)
    outcomes = at_once(*[answering(act, stranger, now) for act in acts])
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert row_of(stranger).status == winners(outcomes)[0].status


def test_of_two_who_ask_at_once_one_does(club, stranger, alice, owner, now):
    def asking(by):
        return lambda: agreements.ask(club=club, players=[stranger], by=by, now=now)

    outcomes = at_once(asking(alice), asking(owner))
    assert sorted(map(len, outcomes)) == [0, 1]
    assert Notice.objects.filter(account=stranger.account).count() == 1


def test_who_agrees_twice_at_once_has_agreed(club, stranger, now):
    def agreeing():
        return agreements.agree_unasked(club=club, by=stranger.account, now=now)

    assert len(winners(at_once(agreeing, agreeing))) == 2
    assert row_of(stranger).status == "agreed"
