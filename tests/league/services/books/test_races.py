"""Two at once at the door: whoever has paid has paid once, and gets one prize."""

import pytest

from league.models import Event, Payment
from league.services.books import payments, prizes
from league.services.registration import places
from tests.league.services.races import at_once, winners

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_who_tick_at_once_note_one_payment(anna, alice, now):
    rows = [places.fresh(anna) for _ in range(2)]
    outcomes = at_once(
        *(
            lambda row=row: payments.note_paid(registration=row, way="cash", by=alice, now=now)
            for row in rows
        )
    )
    assert len(winners(outcomes)) == 2
    assert Payment.objects.count() == 1


def test_two_who_hand_out_a_prize_at_once_note_one(played, evening, alice, now):
    prizes.set_pot(event=evening, kept=0, shares=[100], by=alice, now=now)
    player = played.seats.get(place=1).player
    events = [Event.objects.select_related("season__club").get() for _ in range(2)]
    at_once(
        *(
            lambda event=event: prizes.hand_out(
                event=event, player=player, way="cash", by=alice, now=now
            )
            for event in events
        )
    )
    assert Payment.objects.filter(kind="prize").count() == 1
