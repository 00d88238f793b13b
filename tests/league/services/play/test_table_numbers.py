"""Numbers that browsers add: who may, when, once, and that the deals follow from them."""

from datetime import timedelta

import pytest

from engine.records import document
from engine.rules import shuffle
from league.models import Match, OnlineTable, Record, TableAction, TableSeat
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.play import positions, tables
from tests.league.services import acts as match_acts
from tests.league.services.play import acts
from tests.league.services.races import at_once, losers, winners

Awaits = OnlineTable.Awaits
ONE, TWO = "11" * 32, "22" * 32


def add(table, by, now, number=ONE):
    return tables.add_number(table=acts.row(table), by=by, number=number, now=now)


def deals(table):
    return TableAction.objects.filter(table=table, seat=None).count()


def kept(table):
    rows = TableSeat.objects.filter(table=table).values_list("added", flat=True)
    return [added and bytes(added).hex() for added in rows]


@pytest.fixture
def alone(event, bob, now):
    """A table of Bob and three bots that waits for Bob's number."""
    bots = ["greedy", "random", "greedy"]
    return tables.open_table(event=event, by=bob, bots=bots, adds_number=True, now=now)


@pytest.fixture
def pair(event, bob, dora, now):
    """A table of Bob, two bots and Dora that waits for their numbers."""
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 2, now=now)
    return tables.join(table=table, by=dora, now=now)


def test_the_commitment_is_out_before_a_number_and_before_a_card(alone, bob):
    look = acts.look(alone, bob)
    secret = bytes(Match.objects.get().secret)
    assert look.commitment == shuffle.commitment(secret)
    assert (look.view, look.secret, look.may_add, deals(alone)) == (None, None, True, 0)


def test_the_first_round_is_dealt_with_the_number_of_who_plays_alone(alone, bob, now):
    add(alone, bob, now)
    assert (deals(alone), kept(alone)) == (1, [ONE, None, None, None])


def test_who_adds_no_number_gets_cards_at_once(table, bob):
    look = acts.look(table, bob)
    assert (deals(table), look.may_add, list(look.numbers)) == (1, False, [None] * 4)


def test_with_others_the_deal_waits_for_all_numbers(pair, bob, dora, now):
    add(pair, dora, now, TWO)
    assert (deals(pair), acts.look(pair, bob).may_add) == (0, True)
    assert not acts.look(pair, dora).may_add
    add(pair, bob, now)
    assert (deals(pair), kept(pair)) == (1, [ONE, None, None, TWO])


def test_numbers_are_told_with_the_first_deal_and_not_before(pair, bob, dora, now):
    add(pair, dora, now, TWO)
    assert list(acts.look(pair, bob).numbers) == []
    add(pair, bob, now)
    assert list(acts.look(pair).numbers) == [ONE, None, None, TWO]


def test_who_sends_none_is_not_waited_for_long(pair, bob, now):
    add(pair, bob, now)
    acts.watch(now, seconds=3)
    assert deals(pair) == 0
    acts.watch(now, seconds=4)
    assert (deals(pair), kept(pair)) == (1, [ONE, None, None, None])


def test_a_late_number_counts_as_long_as_nobody_has_dealt(pair, dora, now):
    add(pair, dora, now + timedelta(seconds=5))
    assert (deals(pair), kept(pair)) == (1, [None, None, None, ONE])


def test_nobody_deals_before_others_could_add_their_numbers(pair, bob, dora, now):
    with pytest.raises(Conflict, match="still add their numbers"):
        tables.deal(table=pair, by=bob, now=now)
    add(pair, dora, now)
    tables.deal(table=pair, by=bob, now=now)
    assert deals(pair) == 1


def test_who_plays_alone_deals_without_a_number(alone, bob, now):
    tables.deal(table=alone, by=bob, now=now)
    assert (deals(alone), kept(alone)) == (1, [None] * 4)


def test_the_same_number_sent_twice_is_added_once(alone, bob, now):
    for _ in range(2):
        add(alone, bob, now)
    assert (deals(alone), kept(alone)) == (1, [ONE, None, None, None])


def test_the_first_number_of_a_seat_stays(pair, bob, now):
    add(pair, bob, now)
    with pytest.raises(Conflict, match="Another number"):
        add(pair, bob, now, TWO)
    assert kept(pair) == [ONE, None, None, None]


def test_no_number_comes_after_the_first_deal(table, bob, now):
    with pytest.raises(Conflict, match="dealt already"):
        add(table, bob, now)
    assert kept(table) == [None] * 4


def test_no_number_comes_before_the_commitment(gathering, bob, now):
    with pytest.raises(Conflict, match="waiting for players"):
        add(gathering, bob, now)


def test_who_looks_on_adds_nothing(alone, dora, now):
    with pytest.raises(Forbidden):
        add(alone, dora, now)


@pytest.mark.parametrize("number", ["", "11", "1" * 63, "GG" * 32, "AA" * 32, ONE + "\n", ONE * 2])
def test_what_is_no_number_is_refused(alone, bob, now, number):
    with pytest.raises(Invalid, match="number"):
        add(alone, bob, now, number)
    assert deals(alone) == 0


def test_the_deals_follow_from_secret_and_numbers(pair, bob, dora, now):
    acts.look(pair, bob)  # a process that has looked before the numbers came
    add(pair, bob, now)
    acts.look(pair, bob)
    add(pair, dora, now, TWO)
    game = positions.reach(acts.row(pair)).table.game
    secret = bytes(Match.objects.get().secret)
    key = shuffle.key_of(secret, [bytes.fromhex(ONE), None, None, bytes.fromhex(TWO)])
    pack = game.deck_of(4, game.options())
    for _ in range(2):  # as dealt, and as a process that has just begun replays it
        dealt = positions.reach(acts.row(pair)).table.rounds[0]
        assert dealt.deck.tolist() == shuffle.deck_of_round(key, 0, pack)
        assert dealt.dealer == shuffle.first_dealer(key, 4)
        acts.forget()


def test_a_void_match_that_is_open_again_takes_the_number_that_lacks(pair, bob, dora, alice, now):
    add(pair, bob, now)
    match_acts.void(Match.objects.get(), alice, now)
    with pytest.raises(Conflict, match="is over"):
        add(pair, dora, now, TWO)
    match_acts.reopen(Match.objects.get(), alice, now)
    add(pair, dora, now, TWO)
    assert (deals(pair), kept(pair)) == (1, [ONE, None, None, TWO])


@pytest.mark.slow
def test_the_record_names_the_numbers_and_stands_when_replayed(pair, bob, dora, now):
    add(pair, bob, now)
    add(pair, dora, now, TWO)
    acts.play_out(pair, [bob, dora], now)
    stored = Record.objects.get()
    record = document.decode(bytes(stored.blob))
    assert (stored.status, record["numbers"]) == ("valid", [ONE, None, None, TWO])
    assert document.validate(record).ok


@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_of_two_numbers_of_a_seat_one_is_added(self, pair, bob, now):
        outcomes = at_once(lambda: add(pair, bob, now), lambda: add(pair, bob, now, TWO))
        assert len(winners(outcomes)) == 1
        assert [type(loser) for loser in losers(outcomes)] == [Conflict]
        assert kept(pair)[0] in {ONE, TWO}

    def test_two_last_numbers_deal_once(self, pair, bob, dora, now):
        at_once(lambda: add(pair, bob, now), lambda: add(pair, dora, now, TWO))
        assert (deals(pair), kept(pair)) == (1, [ONE, None, None, TWO])

    def test_a_number_is_in_the_deal_or_refused(self, alone, bob, now):
        outcomes = at_once(
            lambda: add(alone, bob, now), lambda: tables.deal(table=alone, by=bob, now=now)
        )
        shown = positions.reach(acts.row(alone)).table.numbers
        assert deals(alone) == 1
        assert [number and number.hex() for number in shown] == (kept(alone) if shown else [])
        assert bool(shown) == (kept(alone)[0] == ONE)
        assert all(isinstance(loser, Conflict) for loser in losers(outcomes))
