"""A ladder of remote bots seats those that listen, apart by author, and rates what they play."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import (
    AuditEntry,
    Duplicate,
    Job,
    Match,
    OnlineTable,
    Rating,
    RemoteBot,
    Season,
    TableSeat,
)
from league.services.base.refusals import Conflict, Forbidden
from league.services.jobs import leftovers
from league.services.ladders import absences, duplicates, ladders, levels, ratings
from league.services.play import ladder_tables, remote_bots, tables
from league.services.seasons import seasons
from tests.league.factories import BotFactory
from tests.league.ladders import make_ladder, make_version, rate_player
from tests.league.services.play import acts, remote_ladders
from tests.league.services.play.remote_ladders import duplicate_of, enter, fill, listen

MINUTE = timedelta(minutes=1)


@pytest.fixture
def ladder(club):
    return remote_ladders.make(club)


@pytest.fixture
def fox(ladder, carol, now):
    return enter(ladder, carol, now, "Fox")


@pytest.fixture
def owl(ladder, dora, now):
    return enter(ladder, dora, now, "Owl")


@pytest.fixture
def both(fox, owl):
    return [fox, owl]


@pytest.fixture
def table(ladder, both, now):
    """The first table of Fox and Owl, dealt."""
    [opened] = fill(ladder, now)[:1]
    acts.watch(now)
    return acts.row(opened)


def rating_of(bot):
    return Rating.objects.get(player=bot.player)


def leave_it(table, bot, now):
    """Have a bot step away, so that the default bot plays for it."""
    tables.step_away(table=acts.row(table), by=bot.account, now=now)


def play(table, bots, now):
    return acts.play_out(table, [bot.account for bot in bots], now)


def test_bots_that_listen_are_seated_unasked(table, fox, owl):
    assert {seat.player for seat in table.seats.all()} == {fox.player, owl.player}
    assert (table.status, table.event) == (OnlineTable.Status.PLAYING, None)


def test_a_contest_is_one_match_with_deals_of_its_own(ladder, fox, owl, now):
    opened = fill(ladder, now)
    assert len(opened) == duplicates.MOST_OPEN
    assert [duplicate_of(one).matches.count() for one in opened] == [1, 1, 1]
    assert len({bytes(one.match.secret) for one in opened}) == 3
    assert not Job.objects.exists()


def test_a_finished_match_moves_the_ratings(table, ladder, fox, owl, now):
    over = play(table, [fox, owl], now)
    assert over.match.status == Match.Status.FINAL
    assert duplicate_of(table).status == Duplicate.Status.RATED
    assert set(ladder.ratings.values_list("duplicates", flat=True)) == {1}
    assert rating_of(fox).mu != rating_of(owl).mu


@pytest.mark.further
def test_a_recount_finds_the_same_ratings(ladder, fox, owl, now):
    for opened in fill(ladder, now):
        acts.watch(now)
        play(opened, [fox, owl], now)
    assert ratings.recount(ladder) == 0


def test_rounds_are_dealt_without_a_rest(table, fox, owl, now):
    while (stored := acts.row(table)).awaits != OnlineTable.Awaits.DEAL:
        acts.play_on(table, [fox.account, owl.account], now)
    assert stored.due_at == now


def test_a_bot_that_does_not_listen_is_not_seated(ladder, fox, owl, now):
    listen(owl, now - 2 * MINUTE)
    assert fill(ladder, now) == []


def test_bots_of_one_author_do_not_meet(ladder, fox, carol, dora, now):
    enter(ladder, carol, now, "Vixen")
    assert fill(ladder, now) == []
    enter(ladder, dora, now, "Owl")
    for opened in fill(ladder, now):
        assert "Owl" in [seat.player.name for seat in opened.seats.all()]


def test_a_bot_sits_at_no_more_tables_than_it_plays_at_once(ladder, fox, owl, event, now):
    RemoteBot.objects.filter(pk=owl.pk).update(most_tables=2)
    gathering = OnlineTable.objects.create(
        event=event, opened_by=owl.player, size=2, created_at=now, due_at=now
    )
    TableSeat.objects.create(table=gathering, number=0, player=owl.player)
    assert len(fill(ladder, now)) == 1
    assert fill(ladder, now + MINUTE) == []


def test_a_bot_that_no_longer_plays_the_game_is_not_seated(ladder, fox, owl, now):
    RemoteBot.objects.filter(pk=owl.pk).update(games=["skat"])
    assert fill(ladder, now) == []


def test_built_in_bots_play_along_but_not_among_themselves(club, carol, now):
    ladder = remote_ladders.make(club, anchors=["greedy", "random"])
    assert fill(ladder, now) == []
    fox = enter(ladder, carol, now, "Fox")
    for opened in fill(ladder, now):
        assert opened.opened_by == fox.player


@pytest.mark.further
def test_a_match_with_an_anchor_is_played_to_the_end(club, carol, now):
    ladder = remote_ladders.make(club, anchors=["greedy"])
    fox = enter(ladder, carol, now, "Fox")
    [opened, *_] = fill(ladder, now)
    acts.watch(now)
    play(opened, [fox], now)
    assert rating_of(fox).duplicates == 1


def test_filling_costs_the_same_for_any_number_of_tables(ladder, fox, owl, settings, now):
    def queries(most, at):
        settings.LADDER_OPEN = most
        listen(fox, at)
        listen(owl, at)
        with CaptureQueriesContext(connection) as queries:
            opened = ladder_tables.fill(season=ladder, now=at)
        return len(opened), len(queries)

    one, cost = queries(1, now)
    two, same = queries(3, now + MINUTE)
    assert (one, two) == (1, 2)
    assert cost == same


@pytest.mark.parametrize("status", [Season.Status.DRAFT, Season.Status.CLOSED])
def test_only_a_running_ladder_is_filled(ladder, fox, owl, now, status):
    Season.objects.update(status=status)
    assert ladder_tables.fill_all(now=now) == 0


def test_each_matchmaker_keeps_to_its_ladders(ladder, fox, owl, club, now):
    other = make_ladder(club)
    assert duplicates.fill(season=ladder, now=now) == []
    assert ladder_tables.fill(season=other, now=now) == []
    assert duplicates.fill_all(now=now, season_ids=[ladder.pk]) == 0
    assert ladder_tables.fill_all(now=now, season_ids=[ladder.pk]) == duplicates.MOST_OPEN


def test_nobody_sits_down_leaves_or_calls_off_a_table(table, fox, owl, alice, now):
    with pytest.raises(Conflict):
        tables.join(table=acts.row(table), by=fox.account, now=now)
    with pytest.raises(Conflict):
        tables.leave(table=acts.row(table), by=fox.account, now=now)
    with pytest.raises(Conflict):
        tables.cancel(table=acts.row(table), by=alice, now=now)


def test_who_watches_sees_no_hand_and_no_secret(table, carol, fox):
    for by in (None, carol):
        seen = acts.look(table, by)
        assert (seen.seat, seen.secret, seen.legal) == (None, None, [])
        assert not seen.view["hand"]
    assert acts.look(table, fox.account).view["hand"]


def test_the_secret_is_told_once_the_match_is_rated(table, fox, owl, now):
    play(table, [fox, owl], now)
    assert acts.look(table).secret == bytes(table.match.secret).hex()


def test_a_table_that_is_stuck_is_called_off_and_counts_for_nothing(table, ladder, fox, now):
    late = now + ladder_tables.LONGEST
    assert ladder_tables.void_stuck(now=late) == 0
    assert ladder_tables.void_stuck(now=late + MINUTE) == duplicates.MOST_OPEN
    assert acts.row(table).status == OnlineTable.Status.CANCELLED
    assert duplicate_of(table).status == Duplicate.Status.VOID
    assert acts.row(table).match.status == Match.Status.VOID
    assert set(ladder.ratings.values_list("duplicates", flat=True)) == {0}
    subject = f"duplicate:{duplicate_of(table).code}"
    assert AuditEntry.objects.filter(action="duplicate.void", subject=subject).exists()


@pytest.mark.further
def test_who_closes_a_ladder_lets_its_matches_end(table, ladder, both, alice, now):
    seasons.close_season(season=ladder, by=alice, now=now)
    play(table, both, now)
    assert duplicate_of(table).status == Duplicate.Status.RATED


@pytest.mark.further
def test_who_leaves_plays_to_the_end_and_counts(table, ladder, both, carol, now):
    fox, owl = both
    ladders.leave(season=ladder, player=fox.player, by=carol, now=now)
    play(table, both, now)
    assert rating_of(fox).duplicates == 1
    listen(fox, now + MINUTE)
    listen(owl, now + MINUTE)
    assert fill(ladder, now + MINUTE) == []


@pytest.mark.further
def test_who_is_retired_leaves_its_ladders_and_is_stood_in_for(table, fox, owl, carol, now):
    remote_bots.retire(bot=fox, by=carol, now=now)
    play(table, [owl], now)
    assert rating_of(fox).duplicates == 1
    assert not rating_of(fox).is_active


@pytest.mark.further
def test_a_bot_that_was_stood_in_for_waits_for_its_next_table(table, ladder, fox, owl, now):
    leave_it(table, fox, now)
    play(table, [owl], now)
    assert (rating_of(fox).missed, rating_of(owl).missed) == (1, 0)
    assert rating_of(fox).waits_until == now + absences.FIRST_WAIT
    for minutes, tables_then in ((4, 0), (5, 1)):
        at = now + minutes * MINUTE
        listen(fox, at)
        listen(owl, at)
        assert bool(fill(ladder, at)) == bool(tables_then)


@pytest.mark.further
def test_matches_missed_together_are_missed_once(ladder, fox, owl, now):
    for opened in fill(ladder, now):
        acts.watch(now)
        leave_it(opened, fox, now)
        play(opened, [owl], now)
    assert rating_of(fox).missed == 1


def test_waits_double_up_to_a_day():
    waits = [absences.wait_after(missed) for missed in (1, 2, 3, 10, 1000)]
    assert waits[:3] == [5 * MINUTE, 10 * MINUTE, 20 * MINUTE]
    assert waits[3:] == [absences.LONGEST_WAIT] * 2


@pytest.mark.further
def test_a_match_played_by_itself_ends_the_waiting(table, fox, owl, now):
    Rating.objects.filter(player=fox.player).update(missed=3, waits_until=now + MINUTE)
    play(table, [fox, owl], now)
    assert (rating_of(fox).missed, rating_of(fox).waits_until) == (0, None)


def test_entering_again_ends_the_waiting(ladder, fox, carol, now):
    Rating.objects.update(missed=3, waits_until=now + MINUTE)
    ladders.enter_remote(season=ladder, bot=fox, by=carol, now=now)
    assert (rating_of(fox).missed, rating_of(fox).waits_until) == (0, None)


def test_nobody_enters_the_bot_of_another(ladder, fox, mallory, now):
    with pytest.raises(Forbidden):
        ladders.enter_remote(season=ladder, bot=fox, by=mallory, now=now)


def test_a_retired_bot_is_not_entered(ladder, fox, carol, now):
    remote_bots.retire(bot=fox, by=carol, now=now)
    with pytest.raises(Conflict, match="retired"):
        ladders.enter_remote(season=ladder, bot=fox, by=carol, now=now)


def test_a_bot_is_not_entered_for_a_game_that_it_does_not_play(ladder, fox, carol, now):
    remote_bots.change(bot=fox, games=["skat"], by=carol, now=now)
    with pytest.raises(Conflict, match="does not play this game"):
        ladders.enter_remote(season=ladder, bot=fox, by=carol, now=now)


def test_each_kind_of_bot_has_its_ladders(ladder, fox, club, carol, now):
    with pytest.raises(Conflict, match="Only remote bots"):
        ladders.enter(season=ladder, version=make_version(carol), by=carol, now=now)
    with pytest.raises(Conflict, match="do not play on this ladder"):
        ladders.enter_remote(season=make_ladder(club, bots=0), bot=fox, by=carol, now=now)


@pytest.mark.parametrize("who", ["carol", "alice"])
def test_author_and_organiser_take_a_bot_off(request, ladder, fox, now, who):
    by = request.getfixturevalue(who)
    assert not ladders.leave(season=ladder, player=fox.player, by=by, now=now).is_active


def test_nobody_else_takes_a_bot_off(ladder, fox, mallory, now):
    with pytest.raises(Forbidden):
        ladders.leave(season=ladder, player=fox.player, by=mallory, now=now)


def test_levels_of_built_in_bots_come_from_ladders_of_uploaded_ones(club):
    bot = BotFactory(builtin="greedy")
    rate_player(remote_ladders.make(club), bot, duplicates=5)
    assert levels.ratings_of("briscola") == {}


def test_tables_of_ladders_are_not_forgotten_as_practice_is(table, settings, now):
    leftovers.forget(now=now + timedelta(days=settings.PRACTICE_DAYS + 1))
    assert acts.row(table).status == OnlineTable.Status.PLAYING
