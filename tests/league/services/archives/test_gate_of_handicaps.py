"""Handicaps in archives are those that organisers could have set."""

from decimal import Decimal

import pytest

from league.models import Handicap
from league.services.archives import import_gate
from league.services.base.refusals import Invalid
from tests.league.factories import NOW, EventFactory

ENDED = {"status": "ended", "ended_at": NOW}
CANCELLED = {"cancelled_at": NOW, "cancelled_because": "snow"}


def check(event=(), **fields):
    row = {"points": Decimal(3), "status": "in_force", "set_at": NOW} | fields
    import_gate.check_handicap(Handicap(event=EventFactory(**dict(event)), **row))


@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{}, ENDED, {"event": CANCELLED, **ENDED}])
def test_what_could_have_been_set_is_taken(fields):
    check(**fields)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("points", {"points": Decimal(10_001)}),
        ("points", {"points": Decimal("0.0001")}),
        ("event", {"event": {"draw": "knockout"}}),
        ("event", {"event": {"draw": "open"}, **ENDED}),
        ("event", {"event": CANCELLED}),
        ("ended_at", {"status": "ended"}),
        ("ended_at", {"ended_at": NOW}),
        ("reason", {"reason": "x" * 1001}),
        ("ended_because", {**ENDED, "ended_because": "x" * 1001}),
    ],
)
def test_what_nobody_could_have_set_is_refused(field, fields):
    with pytest.raises(Invalid) as refusal:
        check(**fields)
    assert list(refusal.value.errors) == [field]
