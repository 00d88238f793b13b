"""An event rebuilt from its log is the event; what is changed behind its back is found."""

from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from league.logic.outcomes import PlayedRound
from league.models import (
    Account,
    AuditEntry,
    Dispute,
    Event,
    Match,
    Penalty,
    Record,
    Result,
    Role,
    Round,
    Seat,
    Session,
)
from league.models.audit import AppendOnly
from league.services.corrections import rebuilds
from league.services.draws import draws
from league.services.events import events
from league.services.results import disputes, results
from league.services.seasons import penalties
from tests.league.factories import (
    NOW,
    BotFactory,
    PersonFactory,
    SeasonFactory,
    agree,
    make_member,
)
from tests.league.services import acts

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(once):
    """The evening and who was there: what takes longest is done once."""
    return once(make_evening)


@pytest.fixture
def evening(made):
    return Event.objects.get(pk=made.event.pk)


@pytest.fixture
def alice(made):
    return Account.objects.get(pk=made.alice.pk)


@pytest.fixture
def bob(made):
    return Account.objects.get(pk=made.bob.pk)


def make_evening():
    """Make an event by services alone, in which everything happens that can happen to results."""
    season, now = SeasonFactory(), NOW
    owner, alice, bob, dora = (
        make_member(season.club, name, role)
        for name, role in (
            ("Olga", Role.OWNER),
            ("Alice", Role.ORGANISER),
            ("Bob", Role.MEMBER),
            ("Dora", Role.MEMBER),
        )
    )
    act = {"by": alice, "now": now}
    event = events.create_event(season=season, name="December", **act)
    session = events.create_session(event=event, **act)
    friends = [bob.player, dora.player, *PersonFactory.create_batch(2)]
    tables = [PersonFactory.create_batch(4) for _ in range(5)]
    bots = [BotFactory.create_batch(4)]
    agree(season.club, *friends, *(player for table in tables for player in table))
    draws.seat_players(session=session, tables=[tables[0], friends], **act)
    draws.seat_players(session=session, tables=[friends, *tables, *bots], **act)
    draws.publish(session=session, **act)
    events.create_session(event=event, **act)
    matches = list(session.matches.order_by("table_number"))
    for match in matches[:4]:
        acts.enter(match, owner, now)
        acts.confirm(match, alice, now)
    acts.dispute(matches[0], dora, now)
    acts.correct(matches[0], alice, now)
    acts.void(matches[1], alice, now)
    acts.reopen(matches[1], alice, now)
    acts.propose(matches[2], owner, now, rounds=[[9, 9, 3, 1]] * 4)
    acts.agree(matches[2], alice, now)
    acts.propose(matches[2], owner, now)
    acts.decline(matches[2], alice, now)
    acts.forfeit(matches[3], alice, now)
    acts.void(matches[4], alice, now)
    acts.enter(matches[5], owner, now)
    row = acts.dispute(matches[5], alice, now)
    disputes.withdraw(dispute=row, by=alice, now=now)
    acts.dispute(matches[5], alice, now)
    play(matches[6], now)
    for event_or_none in (event, None):
        penalty = penalties.penalise(
            season=season,
            event=event_or_none,
            player=bob.player,
            points=Decimal(3),
            reason="late",
            **act,
        )
    penalties.penalise(
        season=season, event=event, player=dora.player, points=Decimal(3), reason="late", **act
    )
    penalties.revoke(penalty=penalty, reason="train was late", **act)
    return SimpleNamespace(event=event, alice=alice, bob=bob)


def play(match, now):
    rounds = [PlayedRound(dealer=n, scores=[3, 1, 2, 0]) for n in range(4)]
    played = results.Played(match, [12, 4, 8, 0], [1, 3, 2, 4], rounds, b"blob")
    results.store_played(plays=[played], now=now)
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk], now=now)


def test_an_event_is_equal_to_its_log(evening):
    assert rebuilds.differences(evening) == []
    assert len([row for row in rebuilds.stored(evening) if row.startswith("result:")]) == 10


def test_the_log_alone_has_the_points_of_everybody(evening, bob):
    rebuilt = rebuilds.rebuilt(evening)
    assert rebuilt[f"standing:{bob.player.code}"] == {"points": Decimal(-3), "matches": 1}


@pytest.mark.parametrize(
    ("model", "changes", "field"),
    [
        (Seat, {"points": 99}, "points"),
        (Seat, {"place": 9}, "place"),
        (Result, {"totals": [1, 2, 3, 4]}, "totals"),
        (Result, {"reason": "because"}, "reason"),
        (Result, {"confirmed_at": None}, "confirmed_at"),
        (Round, {"scores": [9, 9, 9, 9]}, "rounds"),
        (Round, {"sheet": {"players": []}}, "rounds"),
        (Record, {"blob": b"other"}, "record"),
        (Match, {"table_number": 77}, "table_number"),
        (Match, {"version": 50}, "version"),
        (Session, {"status": "closed"}, "status"),
        (Dispute, {"reason": "because"}, "reason"),
        (Penalty, {"points": 4}, "points"),
    ],
)
def test_a_row_changed_behind_the_log_is_found(evening, model, changes, field):
    row = model.objects.order_by("pk").first()
    model.objects.filter(pk=row.pk).update(**changes)
    assert field in {found.field for found in rebuilds.differences(evening)}


@pytest.mark.parametrize("model", [Result, Record, Dispute, Match, Session])
def test_a_row_deleted_behind_the_log_is_found(evening, model):
    model.objects.order_by("pk").last().delete()
    assert rebuilds.differences(evening) != []


def test_a_seat_given_to_somebody_else_is_found(evening, mallory):
    Seat.objects.filter(number=0).update(player=mallory.player)
    assert "player" in {found.field for found in rebuilds.differences(evening)}


def test_the_command_says_equal(evening, capsys):
    call_command("rebuild_event", evening.code)
    assert capsys.readouterr().out == f"{evening.code} December: equal to its log\n"


def test_the_command_lists_differences(evening, capsys):
    penalty = Penalty.objects.filter(event=evening).first()
    Penalty.objects.filter(pk=penalty.pk).update(reason="because")
    with pytest.raises(CommandError, match="1 fields"):
        call_command("rebuild_event", evening.code)
    said = f"penalty:{penalty.code} reason: stored because, by the log late\n"
    assert capsys.readouterr().out == said


def test_the_command_refuses_an_unknown_event(db):
    with pytest.raises(CommandError, match="xyz"):
        call_command("rebuild_event", "xyz")


@pytest.mark.parametrize(
    "act",
    [
        lambda entry: AuditEntry.objects.update(action="x"),
        lambda entry: AuditEntry.objects.all().delete(),
        lambda entry: AuditEntry.objects.bulk_update([entry], ["action"]),
        lambda entry: entry.delete(),
        lambda entry: entry.save(),
    ],
)
def test_entries_are_neither_changed_nor_deleted(evening, act):
    with pytest.raises(AppendOnly):
        act(AuditEntry.objects.first())


@pytest.mark.parametrize("column", ["action", "data", "subject", "event_id", "at"])
def test_the_database_keeps_entries_as_they_are(evening, column):
    sql = f"UPDATE league_auditentry SET {column} = {column}"
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        connection.cursor().execute(sql)


@pytest.mark.only("postgresql", "SQLite's flush deletes rows")
def test_postgresql_deletes_no_entry(evening):
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        connection.cursor().execute("DELETE FROM league_auditentry")


def test_an_account_can_be_forgotten(evening, alice):
    alice.delete()
    assert AuditEntry.objects.filter(event=evening, account=None).exists()
