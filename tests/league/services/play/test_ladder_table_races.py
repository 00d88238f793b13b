"""Two at once on ladders of remote bots: no ladder, and no bot, has more tables than it may."""

import pytest

from league.models import Duplicate, OnlineTable, Rating, Season, TableSeat
from league.services.base.refusals import ANY
from league.services.play import ladder_tables, remote_bots, remote_seats
from league.services.seasons import seasons
from tests.league.factories import BotFactory
from tests.league.ladders import rate_player
from tests.league.services.play import remote_ladders
from tests.league.services.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ladders(club):
    """Two ladders, on which the same bot plays against a built-in one."""
    found = [remote_ladders.make(club) for _number in range(2)]
    anchor = BotFactory(builtin="greedy")
    for season in found:
        rate_player(season, anchor)
    return found


@pytest.fixture
def fox(ladders, carol, now):
    """A bot that plays at one table at a time."""
    bot = remote_ladders.enter(ladders[0], carol, now, "Fox", most_tables=1)
    remote_ladders.ladders.enter_remote(season=ladders[1], bot=bot, by=carol, now=now)
    return bot


def filling(season, now):
    return lambda: ladder_tables.fill(season=Season.objects.get(pk=season.pk), now=now)


def test_a_bot_with_one_table_free_sits_down_on_one_of_two_ladders(ladders, fox, now):
    at_once(*(filling(season, now) for season in ladders))
    for season in ladders:
        ladder_tables.fill(season=season, now=now)
    assert TableSeat.objects.filter(player=fox.player).count() == 1
    assert Duplicate.objects.count() == OnlineTable.objects.count() == 1


def test_two_matchmakers_open_no_more_tables_than_one(ladders, carol, bob, now, settings):
    settings.LADDER_OPEN = 2
    for owner, name in ((carol, "Fox"), (bob, "Owl")):
        remote_ladders.enter(ladders[0], owner, now, name)
    at_once(*[filling(ladders[0], now)] * 3)
    assert Duplicate.objects.count() == OnlineTable.objects.count() == 2


def test_who_is_retired_while_the_ladder_is_filled_sits_down_no_more(ladders, fox, carol, now):
    outcomes = at_once(
        lambda: remote_bots.retire(bot=fox, by=carol, now=now), filling(ladders[0], now)
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, ANY)]
    before = TableSeat.objects.count()
    for season in ladders:
        ladder_tables.fill(season=season, now=now)
    assert TableSeat.objects.count() == before
    assert not Rating.objects.filter(player=fox.player, is_active=True).exists()
    assert remote_seats.live_tables(fox).count() <= 1


def test_a_ladder_closed_while_it_is_filled_gets_no_table_afterwards(ladders, fox, alice, now):
    mine = Season.objects.get(pk=ladders[0].pk)
    at_once(lambda: seasons.close_season(season=mine, by=alice, now=now), filling(ladders[0], now))
    before = OnlineTable.objects.filter(match__season=mine).count()
    ladder_tables.fill(season=mine, now=now)
    assert OnlineTable.objects.filter(match__season=mine).count() == before
