"""An evening that costs ten euros, and people who come to it."""

import pytest

from league.models import Event, Match
from league.services.books import fees, payments
from tests.league.factories import MatchFactory, PlayerFactory, RegistrationFactory, ResultFactory

FEE = 1000


@pytest.fixture
def evening(event, alice, now):
    fees.set_fee(event=event, fee=FEE, by=alice, now=now)
    return Event.objects.select_related("season__club").get(pk=event.pk)


@pytest.fixture
def anna(evening):
    return RegistrationFactory(event=evening, player=PlayerFactory(name="Anna"))


@pytest.fixture
def pay(alice, now):
    """Return a function that notes that somebody has paid, in cash unless said otherwise."""

    def note(registration, way="cash", **what):
        given = {"by": alice, "now": now, **what}
        return payments.note_paid(registration=registration, way=way, **given)

    return note


@pytest.fixture
def played(evening, session, pay, now):
    """Four people have paid, and the only match of the evening is final: each beat the next."""
    rows = [
        RegistrationFactory(event=evening, player=PlayerFactory(name=name))
        for name in ("Anna", "Bert", "Cora", "Dirk")
    ]
    match = MatchFactory(session=session, players=[row.player for row in rows])
    ResultFactory(match=match)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, finished_at=now)
    for place, seat in enumerate(match.seats.order_by("number"), start=1):
        seat.place, seat.points, seat.score = place, 9 - place, 9 - place
        seat.save()
    for row in rows:
        pay(row)
    return match
