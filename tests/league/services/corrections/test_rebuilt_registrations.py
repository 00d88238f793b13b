"""Registrations are rebuilt from the log, whatever was done in whatever order."""

import random
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from league.models import Event, Registration, Session
from league.services.base.refusals import ANY, Refused
from league.services.corrections import rebuilds
from league.services.draws import draws
from league.services.events import attendance, events
from league.services.registration import registrations, rosters
from tests.league.factories import PlayerFactory

ACTS = 120


class Evening:
    """An event at which somebody who organises does one thing after the other, at random."""

    def __init__(self, event, by, now, seed):
        self.event, self.by, self.now = event, by, now
        self.dice = random.Random(seed)
        self.players = PlayerFactory.create_batch(14)

    def act(self):
        """Do something that may be refused; return what it was and whether it was done."""
        self.now += timedelta(seconds=self.dice.choice([0, 1, 30]))
        name = self.dice.choice([*(["register"] * 3), *WHAT])
        try:
            getattr(self, name)()
        except ANY:
            return name, False
        return name, True

    def row(self):
        rows = list(Registration.objects.filter(event=self.event).order_by("pk"))
        if not rows:
            raise Refused("nobody is registered")
        return self.dice.choice(rows)

    def signed(self):
        return {"by": self.by, "now": self.now}

    def register(self):
        player, group = self.dice.choice(self.players), self.dice.choice(["", "Fox"])
        registrations.register(event=self.event, player=player, group=group, **self.signed())

    def bring_list(self):
        lines = [f"Guest {self.dice.randrange(9)},{self.dice.randrange(1, 9)}"]
        content = "\n".join(["name,fixed_table", *lines]).encode()
        rosters.import_roster(event=self.event, content=content, **self.signed())

    def describe(self):
        wanted = {"fixed_table": self.dice.choice([None, 2]), "group": self.dice.choice(["", "A"])}
        registrations.describe(registration=self.row(), **wanted, **self.signed())

    def withdraw(self):
        attendance.withdraw(registration=self.row(), **self.signed())

    def replace(self):
        player = self.dice.choice(self.players)
        attendance.replace(registration=self.row(), player=player, **self.signed())

    def check_in(self):
        attendance.check_in(registration=self.row(), **self.signed())

    def undo_check_in(self):
        attendance.undo_check_in(registration=self.row(), **self.signed())

    def check_in_all(self):
        attendance.check_in_all(event=self.event, **self.signed())

    def resize(self):
        capacity = self.dice.choice([None, 4, 6, 9])
        events.describe_event(event=self.event, capacity=capacity, **self.signed())

    def cancel(self):
        events.cancel_event(event=self.event, reason="Flood", **self.signed())
        self.withdraw()

    def reinstate(self):
        events.reinstate_event(event=self.event, **self.signed())

    def seat(self):
        """Seat four who are there, in the next draft."""
        session = self.event.sessions.filter(status=Session.Status.DRAFT).order_by("number").first()
        session = session or events.create_session(event=self.event, **self.signed())
        there = registrations.present(self.event, session.number)
        tables = [[row.player for row in there][:4]]
        draws.seat_players(session=session, tables=tables, **self.signed())

    def publish(self):
        session = self.event.sessions.filter(status=Session.Status.DRAFT).order_by("number").first()
        if session is not None:
            session = Session.objects.select_related("event__season__club").get(pk=session.pk)
            draws.publish(session=session, **self.signed())


WHAT = sorted(name for name in vars(Evening) if not name.startswith("_"))
WHAT = [name for name in WHAT if name not in {"act", "row", "signed"}]


@pytest.fixture
def event(season, alice, now):
    return events.create_event(season=season, name="December", capacity=6, by=alice, now=now)


@pytest.mark.further
@pytest.mark.sweep(1)
@pytest.mark.parametrize("seed", range(6))
def test_any_sequence_of_acts_is_rebuilt(event, alice, now, seed):
    evening = Evening(event, alice, now, seed)
    for number in range(ACTS):
        act, is_done = evening.act()
        evening.event = Event.objects.select_related("season__club").get(pk=event.pk)
        if is_done and number % 10 == 0:
            assert rebuilds.differences(event) == [], act
    assert rebuilds.differences(event) == []


@pytest.mark.slow
def test_the_acts_do_all_that_can_be_done(event, alice, now):
    evening = Evening(event, alice, now, seed=0)
    done = set()
    for _number in range(6 * ACTS):
        act, is_done = evening.act()
        evening.event = Event.objects.select_related("season__club").get(pk=event.pk)
        done |= {act} if is_done else set()
    assert done == set(WHAT)


@pytest.fixture
def full(event, alice, now):
    """Six who have a place, and two who wait."""
    act = {"by": alice, "now": now}
    for player in PlayerFactory.create_batch(8):
        registrations.register(event=event, player=player, **act)
    return event


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"status": "withdrawn"}, "status"),
        ({"first_session": 3}, "first_session"),
        ({"last_session": 4}, "last_session"),
        ({"fixed_table": 7}, "fixed_table"),
        ({"group": "Fox"}, "group"),
        ({"registered_by": None}, "registered_by"),
    ],
)
def test_a_registration_changed_behind_the_log_is_named(full, changes, field):
    row = full.registrations.order_by("pk").first()
    Registration.objects.filter(pk=row.pk).update(**changes)
    [found] = rebuilds.differences(full)
    assert (found.row, found.field) == (f"registration:{row.code}", field)


def test_a_check_in_behind_the_log_is_named(full, now, capsys):
    row = full.registrations.order_by("pk").first()
    Registration.objects.filter(pk=row.pk).update(checked_in_at=now)
    with pytest.raises(CommandError, match="1 fields"):
        call_command("rebuild_event", full.code)
    said = f"registration:{row.code} checked_in_at: stored {now.isoformat()}, by the log None\n"
    assert capsys.readouterr().out == said


def test_who_jumps_the_queue_is_found(full, now):
    last = full.registrations.filter(status="waiting").order_by("pk").last()
    Registration.objects.filter(pk=last.pk).update(registered_at=now - timedelta(days=1))
    assert "waiting:list" in {found.row for found in rebuilds.differences(full)}


def test_a_substitute_changed_behind_the_log_is_found(full, alice, now):
    row, other = full.registrations.filter(status="registered").order_by("pk")[:2]
    came = attendance.replace(registration=row, player=PlayerFactory(), by=alice, now=now)
    assert rebuilds.differences(full) == []
    Registration.objects.filter(pk=came.pk).update(replaces=other)
    [found] = rebuilds.differences(full)
    assert (found.field, found.stored, found.rebuilt) == ("replaces", other.code, row.code)


@pytest.mark.parametrize("act", ["delete", "create"])
def test_a_registration_there_or_gone_behind_the_log_is_found(full, now, act):
    if act == "delete":
        full.registrations.filter(status="registered").first().delete()
    else:
        Registration.objects.create(event=full, player=PlayerFactory(), registered_at=now)
    assert {found.field for found in rebuilds.differences(full)} >= {"player", "status"}
