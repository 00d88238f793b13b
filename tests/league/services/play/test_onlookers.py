"""Who watches without a seat sees each trick once it is complete, and nothing of the next one."""

import pytest

import games
from engine.play.table import Table
from league.models import OnlineTable
from league.services.play import positions
from tests.league.factories import ClubFactory
from tests.league.services.play import acts
from tests.league.web.online import online_event, play, seat_people

STEPS = 45


def then(table, length):
    """Return what an onlooker would have seen after so much of the log."""
    row = acts.row(table)
    position = positions.Position(positions._new_table(row))
    position.follow(row.actions.order_by("number")[:length])
    assert isinstance(position.table, Table)
    return position.table.view(None)


def walk(slug, seed):
    """Yield a table of a game after each of its first actions, as players see it and watchers."""
    found, accounts = seat_people(online_event(ClubFactory(), slug), games.get(slug).players[-1])
    for step in range(STEPS):
        found = play(found, accounts, 1, seed=seed + step)
        if found.status != OnlineTable.Status.PLAYING:
            return
        yield found, acts.look(found, accounts[0]), acts.look(found)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_no_card_of_the_trick_being_played_is_seen(game, db):
    for _table, player, watcher in walk(game.slug, 5):
        if not player.view["round_over"]:
            assert watcher.view["table"] == []
        else:
            assert len(watcher.log) == len(player.log)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_what_is_seen_was_so_and_moves_on_with_the_tricks(game, db):
    lengths = []
    for table, player, watcher in walk(game.slug, 7):
        past = table.length - len(player.log) + len(watcher.log)
        assert watcher.view == then(table, past)
        lengths.append(past)
    assert lengths == sorted(lengths)
    assert lengths[-1] > lengths[0]


def test_calls_are_seen_while_no_card_lies_on_the_table(table, bob, now):
    while not acts.look(table, bob).view["table"]:
        assert len(acts.look(table).log) == len(acts.look(table, bob).log)
        acts.play_on(table, [bob], now)


def test_organisers_see_no_more_than_other_watchers(to_bob, alice, bob, now):
    acts.act(to_bob, bob, now)
    assert acts.look(to_bob, alice).view == acts.look(to_bob).view


def test_the_clock_of_who_watches_is_that_of_what_they_see(table, bob, now):
    while not (acts.look(table, bob).view["table"] and acts.look(table, bob).legal):
        acts.play_on(table, [bob], now)
    watcher = acts.look(table)
    clock = watcher.clock
    assert (clock.turn, clock.due_at, clock.is_warned) == (watcher.view["turn"], None, False)


@pytest.mark.further
def test_the_whole_round_is_seen_once_it_is_over(table, bob, now):
    while acts.row(table).awaits != OnlineTable.Awaits.DEAL:
        acts.play_on(table, [bob], now)
    watcher = acts.look(table)
    assert (watcher.view["round_over"], watcher.clock.awaits) == (True, "deal")


def test_watching_costs_no_query_while_no_trick_was_completed(
    to_bob, now, django_assert_num_queries
):
    stored = acts.row(to_bob)
    acts.look(to_bob)
    with django_assert_num_queries(0):
        acts.tables.look(table=stored, by=None)


@pytest.mark.further
def test_a_process_that_has_just_begun_shows_watchers_the_same(table, bob, now):
    for _ in range(25):
        acts.play_on(table, [bob], now)
        known = acts.look(table)
        acts.forget()
        fresh = acts.look(table)
        assert (fresh.view, fresh.log, fresh.clock) == (known.view, known.log, known.clock)
