"""At a practice table nothing counts, and what was done can be taken back."""

from datetime import timedelta

import pytest

import games
from league.models import (
    AuditEntry,
    Hint,
    Match,
    OnlineTable,
    Practice,
    Session,
    Standing,
    TableAction,
    Unrated,
)
from league.services.base import rights
from league.services.base.refusals import Conflict, Invalid, Stale
from league.services.jobs import leftovers
from league.services.overviews import front
from league.services.play import positions, practice, tables
from league.services.privacy import erasures
from league.services.registration import registrations
from tests.league.factories import AccountFactory, EventFactory
from tests.league.services.play import acts

BRISCOLA = games.get("briscola")


@pytest.fixture
def table(bob, now):
    return practice.practise(game=BRISCOLA, by=bob, seats=2, bots=["greedy"], now=now)


@pytest.fixture
def to_bob(table, bob, now):
    """The table, once Bob has played a card and is to play another one."""
    has_played = False
    while not (has_played and acts.look(table, bob).legal):
        has_played = has_played or bool(acts.look(table, bob).legal)
        acts.play_on(table, [bob], now)
    return acts.row(table)


def back(table, by, now, *, version=None):
    seen = acts.row(table)
    wanted = seen.version if version is None else version
    return practice.take_back(table=seen, by=by, expected_version=wanted, now=now)


def hands(table, by):
    view = acts.look(table, by).view
    return view["hand"], view["table"], view["totals"]


def test_a_practice_table_is_dealt_at_once(table, bob):
    look = acts.look(table, bob)
    assert (look.seat, look.table.status, look.view["game"]) == (0, "playing", "briscola")


def test_a_practice_table_plays_what_the_tables_of_its_event_play(season, bob, now):
    event = EventFactory(season=season, table_size=4)
    table = practice.practise(game=games.get(season.game), event=event, by=bob, now=now)
    found = Practice.objects.get()
    assert (table.size, found.game, found.options) == (4, season.game, season.options)


@pytest.mark.further
def test_nothing_of_practice_is_kept_but_the_table(table, bob, now):
    entries = AuditEntry.objects.count()
    over = acts.play_out(table, [bob], now)
    assert over.status == OnlineTable.Status.OVER
    found = [model.objects.count() for model in (Match, Session, Standing, Unrated)]
    assert (found, AuditEntry.objects.count()) == ([0] * 4, entries)


@pytest.mark.further
def test_deals_of_practice_can_be_checked_once_it_is_over(table, bob, now):
    assert acts.look(table, bob).secret is None
    acts.play_out(table, [bob], now)
    assert acts.look(table, bob).secret == bytes(Practice.objects.get().secret).hex()


def test_nobody_else_knows_of_a_practice_table(table, bob, dora, mallory):
    known = [rights.readable_tables(by).filter(pk=table.pk).exists() for by in (bob, dora, None)]
    assert known == [True, False, False]
    assert table not in front.live_tables(bob)


def test_nobody_waits_for_whoever_practises(table, bob, now):
    while not acts.look(table, bob).legal:
        acts.answer(table, now)
    assert acts.row(table).due_at is None


def test_nobody_sits_down_at_a_practice_table(table, dora, now):
    for act in (tables.join, tables.leave, tables.fill, tables.cancel):
        with pytest.raises(Conflict, match="already begun"):
            act(table=acts.row(table), by=dora, now=now)


def test_the_oldest_practice_table_makes_room(table, bob, now):
    for _ in range(practice.MOST_KEPT):
        practice.practise(game=BRISCOLA, by=bob, bots=["greedy"], now=now)
    assert OnlineTable.objects.count() == practice.MOST_KEPT
    assert not OnlineTable.objects.filter(pk=table.pk).exists()


def test_practice_is_forgotten_after_a_week(table, now, settings):
    leftovers.forget(now=now + timedelta(days=settings.PRACTICE_DAYS))
    assert OnlineTable.objects.exists()
    leftovers.forget(now=now + timedelta(days=settings.PRACTICE_DAYS, seconds=1))
    assert not OnlineTable.objects.exists()


def test_practice_goes_with_whoever_is_erased(table, bob, now):
    erasures.erase(player=bob.player, account=bob, by=bob, now=now)
    assert not OnlineTable.objects.exists()


def test_an_account_that_is_nobody_gives_its_name(db, now):
    account = AccountFactory()
    with pytest.raises(Invalid, match="player name"):
        practice.practise(game=BRISCOLA, by=account, now=now)
    table = practice.practise(game=BRISCOLA, own_name="Nora", by=account, now=now)
    assert table.opened_by.name == "Nora"


def test_a_bot_of_an_author_does_not_practise(bob, now):
    with pytest.raises(Invalid, match="built-in"):
        practice.practise(game=BRISCOLA, by=bob, bots=["fox"], now=now)


def test_practising_again_takes_the_same_rules_and_bots(table, bob, now):
    again = practice.practise_again(table=acts.row(table), by=bob, now=now)
    assert [seat.player.builtin for seat in again.seats.all()] == ["", "greedy"]
    assert again.practice.secret != table.practice.secret


def test_what_was_done_last_is_taken_back_with_what_bots_did_since(to_bob, bob, now):
    seen = hands(to_bob, bob)
    acts.act(to_bob, bob, now)
    acts.answer(to_bob, now)
    back(to_bob, bob, now)
    assert hands(to_bob, bob) == seen


def test_one_may_take_back_up_to_the_deal(to_bob, bob, now):
    while any(said.seat == 0 for said in acts.look(to_bob, bob).log):
        back(to_bob, bob, now)
    with pytest.raises(Conflict, match="nothing to take back"):
        back(to_bob, bob, now)


def test_the_end_of_a_round_is_taken_back(to_bob, bob, now):
    while acts.row(to_bob).awaits != OnlineTable.Awaits.DEAL:
        acts.play_on(to_bob, [bob], now)
    assert acts.look(to_bob, bob).history
    back(to_bob, bob, now)
    seen = acts.look(to_bob, bob)
    assert (seen.is_my_turn, seen.history, seen.view["totals"]) == (True, [], [0, 0])


def test_a_process_that_has_just_begun_sees_the_same(to_bob, bob, now):
    acts.act(to_bob, bob, now)
    back(to_bob, bob, now)
    acts.act(to_bob, bob, now, action=acts.look(to_bob, bob).legal[-1])
    acts.answer(to_bob, now)
    seen = acts.look(to_bob, bob)
    positions.kept.forget()
    fresh = acts.look(to_bob, bob)
    assert (fresh.view, fresh.log, fresh.last_trick) == (seen.view, seen.log, seen.last_trick)


def test_the_same_play_gets_the_same_answer(to_bob, bob, now):
    def seen():
        acts.act(to_bob, bob, now)
        acts.answer(to_bob, now)
        return hands(to_bob, bob)

    first = seen()
    back(to_bob, bob, now)
    assert seen() == first


def test_the_log_only_grows(to_bob, bob, now):
    acts.act(to_bob, bob, now)
    before = list(TableAction.objects.values_list("number", "text"))
    back(to_bob, bob, now)
    after = list(TableAction.objects.values_list("number", "text"))
    assert after == [*before, (len(before), practice.BACK)]


def test_who_takes_back_has_seen_the_table(to_bob, bob, now):
    version = to_bob.version
    acts.act(to_bob, bob, now)
    with pytest.raises(Stale):
        back(to_bob, bob, now, version=version)


def test_matches_that_count_have_no_way_back_and_no_hints(season, bob, now):
    event = EventFactory(season=season, draw="online")
    registrations.register_oneself(event=event, by=bob, now=now)
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 3, now=now)
    for act in (practice.take_back, practice.ask_hint):
        with pytest.raises(Conflict, match="counts"):
            act(table=table, by=bob, expected_version=table.version, now=now)
    assert not Hint.objects.exists()
