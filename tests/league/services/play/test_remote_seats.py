"""Where remote bots sit down, and how they play there."""

from datetime import timedelta

import pytest

from league.models import Agreement, OnlineTable, RemoteBot, Seat, TableAction, TableSeat
from league.services.accounts import counting
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale
from league.services.play import remote_bots, table_invitations, tables
from league.services.play.table_play import GRACE
from tests.league.factories import EventFactory
from tests.league.services.play import acts, remote
from tests.league.services.races import at_once, losers, winners

Awaits, Status = OnlineTable.Awaits, OnlineTable.Status


@pytest.fixture
def playing(event, bob, fern, now):
    """A table of Bob, Fern and two built-in bots; the first round is dealt."""
    table = tables.open_table(event=event, by=bob, bots=["greedy", "greedy"], now=now)
    remote.join(table, fern, now)
    acts.watch(now, seconds=5)
    return acts.row(table)


def to(account, table, now, others):
    """Play on until an account is to act."""
    while not acts.look(table, account).legal:
        acts.play_on(table, others, now)
    return acts.row(table)


def test_a_bot_sits_down_unregistered_and_agrees_to_nothing(gathering, fern, now):
    remote.join(gathering, fern, now, seat=2)
    assert TableSeat.objects.get(player=fern.player).number == 2
    assert not fern.player.registrations.exists()
    assert not Agreement.objects.filter(player=fern.player).exists()


def test_an_event_that_takes_no_bots_refuses_them(gathering, carol, now):
    fern = remote.make(carol, now)
    with pytest.raises(Forbidden, match="may not sit down here"):
        remote.join(gathering, fern, now)
    assert not TableSeat.objects.filter(player=fern.player).exists()


def test_a_bot_that_does_not_play_the_game_is_refused(gathering, fern, now):
    RemoteBot.objects.filter(pk=fern.pk).update(games=["rummy"])
    with pytest.raises(Conflict, match="does not play this game"):
        remote.join(gathering, fern, now)


def test_a_retired_bot_is_refused(gathering, fern, carol, now):
    remote_bots.retire(bot=fern, by=carol, now=now)
    with pytest.raises(Forbidden, match="retired"):
        remote.join(gathering, fern, now)


def test_a_bot_sits_at_a_table_once(gathering, fern, now):
    remote.join(gathering, fern, now)
    with pytest.raises(Conflict, match="already sit at this table"):
        remote.join(gathering, fern, now)


def test_a_bot_sits_at_several_tables_up_to_its_limit(event, gathering, fern, dora, now):
    RemoteBot.objects.filter(pk=fern.pk).update(most_tables=1)
    other = tables.open_table(event=event, by=dora, now=now)
    remote.join(gathering, fern, now)
    with pytest.raises(Conflict, match="as many tables as it plays at once: 1"):
        remote.join(other, fern, now)
    RemoteBot.objects.filter(pk=fern.pk).update(most_tables=2)
    remote.join(other, fern, now)
    assert TableSeat.objects.filter(player=fern.player).count() == 2


def test_a_private_table_needs_its_link(event, bob, fern, now):
    private = tables.open_table(event=event, by=bob, is_private=True, now=now)
    with pytest.raises(Forbidden, match="the link of this table"):
        remote.join(private, fern, now)
    with pytest.raises(Invalid, match="invitation"):
        remote.join(private, fern, now, invitation="stj_x")
    remote.join(private, fern, now, invitation=table_invitations.secret_of(private))


def test_a_bot_alone_keeps_no_table(gathering, fern, bob, now):
    remote.join(gathering, fern, now)
    tables.leave(table=acts.row(gathering), by=bob, now=now)
    assert acts.row(gathering).status == Status.CANCELLED


def test_the_first_deal_waits_for_the_number_of_the_person(event, bob, fern, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy", "greedy"], now=now)
    remote.join(table, fern, now)
    assert acts.row(table).awaits == Awaits.DEAL
    tables.add_number(table=acts.row(table), by=bob, number="7a" * 32, now=now)
    assert acts.row(table).length > 0


def test_its_clock_is_that_of_people(playing, fern, bob, now):
    table = to(fern.account, playing, now, [bob])
    assert table.awaits == Awaits.PERSON
    assert table.due_at == now + timedelta(seconds=60)


def test_a_bot_that_is_late_is_warned_and_stood_in_for(playing, fern, bob, now):
    table = to(fern.account, playing, now, [bob])
    seat = table.turn
    acts.watch(now, seconds=60)
    assert acts.row(table).warned
    late = now + timedelta(seconds=60) + GRACE
    acts.watch(late)
    acts.answer(table, late)
    last = TableAction.objects.filter(table=table, seat=seat).latest("number")
    assert last.is_default
    assert acts.row(table).seats.get(number=seat).stood_in


def test_a_bot_that_comes_back_plays_on(playing, fern, bob, now):
    table = to(fern.account, playing, now, [bob])
    tables.step_away(table=table, by=fern.account, now=now)
    assert acts.row(table).awaits == Awaits.BOT
    tables.come_back(table=acts.row(table), by=fern.account, now=now)
    assert acts.row(table).awaits == Awaits.PERSON
    acts.act(table, fern.account, now)


def test_an_act_sent_twice_is_played_once(playing, fern, bob, now):
    table = to(fern.account, playing, now, [bob])
    seen = acts.look(table, fern.account)
    acts.act(table, fern.account, now, action=seen.legal[0], version=seen.version)
    with pytest.raises(Stale):
        acts.act(table, fern.account, now, action=seen.legal[0], version=seen.version)


def test_a_match_is_played_to_its_end_and_counts(playing, fern, bob, now):
    table = acts.play_out(playing, [bob, fern.account], now)
    assert table.status == Status.OVER
    seats = Seat.objects.filter(match=table.match)
    assert not seats.filter(score=None).exists()
    assert seats.filter(counting.counted(), player=fern.player).exists()
    defaults = TableAction.objects.filter(table=table, is_default=True)
    assert not defaults.exists()


def test_only_the_event_lets_bots_in(season, event, fern, bob, now):
    other = EventFactory(season=season, name="Other", draw="online")
    with pytest.raises(Forbidden):
        tables.open_table(event=other, by=fern.account, now=now)
    with pytest.raises(Forbidden):
        tables.open_table(event=event, by=fern.account, now=now)


@pytest.mark.django_db(transaction=True)
def test_the_same_act_twice_at_once_is_played_once(playing, fern, bob, now):
    table = to(fern.account, playing, now, [bob])
    seen = acts.look(table, fern.account)

    def act():
        acts.act(table, fern.account, now, action=seen.legal[0], version=seen.version)

    outcomes = at_once(act, act)
    assert (len(winners(outcomes)), len(losers(outcomes))) == (1, 1)
    assert acts.row(table).length == seen.table.length + 1


@pytest.mark.django_db(transaction=True)
def test_a_bot_with_one_table_left_gets_one_of_two(event, gathering, fern, dora, now):
    RemoteBot.objects.filter(pk=fern.pk).update(most_tables=1)
    other = tables.open_table(event=event, by=dora, now=now)
    outcomes = at_once(
        *[lambda table=table: remote.join(table, fern, now) for table in (gathering, other)]
    )
    assert (len(winners(outcomes)), len(losers(outcomes))) == (1, 1)
    assert TableSeat.objects.filter(player=fern.player).count() == 1
