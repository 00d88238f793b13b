"""Play at an online table: act, deal, come back, and what becomes of the match."""

import pytest

from engine.records import document
from engine.rules import shuffle
from league.models import (
    Job,
    Match,
    OnlineTable,
    Record,
    Result,
    Round,
    Standing,
    TableAction,
    TableSeat,
)
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale
from league.services.play import table_answers, tables
from tests.league.services import acts as match_acts
from tests.league.services.play import acts

Status, Awaits = OnlineTable.Status, OnlineTable.Awaits


def test_an_action_is_added_to_the_log(to_bob, bob, now):
    before = acts.look(to_bob, bob)
    acts.act(to_bob, bob, now)
    last = TableAction.objects.filter(table=to_bob).last()
    assert (last.seat, last.text, last.is_default) == (0, before.legal[0], False)
    after = acts.row(to_bob)
    assert (after.length, after.version) == (last.number + 1, before.version + 1)


def test_who_has_not_seen_the_last_action_is_told_so(to_bob, bob, now):
    seen = acts.look(to_bob, bob)
    acts.act(to_bob, bob, now)
    with pytest.raises(Stale) as refused:
        acts.act(to_bob, bob, now, action=seen.legal[0], version=seen.version)
    assert refused.value.current.version == seen.version + 1
    assert TableAction.objects.filter(table=to_bob, seat=0).count() == 1


def test_a_warning_keeps_nobody_from_acting(to_bob, bob, now):
    seen = acts.look(to_bob, bob)
    acts.watch(now, seconds=60)
    acts.act(to_bob, bob, now, action=seen.legal[0], version=seen.version)
    assert acts.row(to_bob).length == to_bob.length + 1


def test_a_version_that_is_yet_to_come_is_refused(to_bob, bob, now):
    with pytest.raises(Stale):
        acts.act(to_bob, bob, now, version=to_bob.version + 1)


@pytest.mark.parametrize("action", ["B99", "", "declare grand", "x" * 120])
def test_what_is_no_action_changes_nothing(to_bob, bob, now, action):
    with pytest.raises(Invalid, match="action"):
        acts.act(to_bob, bob, now, action=action)
    assert acts.row(to_bob).version == to_bob.version


def test_a_card_of_another_is_not_legal_and_stays_unknown(to_bob, bob, now):
    look = acts.look(to_bob, bob)
    other = next(card for card in ("B1", "R5", "G7", "Y9", "B3") if card not in look.view["hand"])
    with pytest.raises(Invalid) as refused:
        acts.act(to_bob, bob, now, action=other)
    [said] = refused.value.errors["action"]
    assert set(said.split(": ")[-1].rstrip(".").split(", ")) <= set(look.legal) or "Choose" in said


def test_an_illegal_action_leaves_the_table_playable(to_bob, bob, now):
    with pytest.raises(Invalid):
        acts.act(to_bob, bob, now, action="B99")
    acts.act(to_bob, bob, now)
    assert acts.row(to_bob).length == to_bob.length + 1


def test_nobody_acts_out_of_turn(event, bob, dora, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 2, now=now)
    tables.join(table=table, by=dora, now=now)
    acts.watch(now, seconds=4)
    while acts.row(table).awaits == Awaits.BOT:
        acts.answer(table, now)
    [waiting] = [by for by in (bob, dora) if not acts.look(table, by).legal]
    with pytest.raises(Conflict, match="not your turn"):
        acts.act(table, waiting, now, action="B1")


@pytest.mark.parametrize("command", [tables.deal, tables.step_away, tables.come_back])
def test_who_looks_on_does_nothing(table, dora, now, command):
    with pytest.raises(Forbidden):
        command(table=table, by=dora, now=now)


def test_who_looks_on_does_not_act(table, dora, now):
    with pytest.raises(Forbidden):
        acts.act(table, dora, now, action="B1")


def test_nobody_acts_before_the_match_begins(gathering, bob, now):
    with pytest.raises(Conflict, match="This table is still waiting for players"):
        acts.act(gathering, bob, now, action="B1")


def until_pause(table, bob, now):
    while acts.row(table).awaits != Awaits.DEAL:
        acts.play_on(table, [bob], now)
    return acts.row(table)


@pytest.mark.further
def test_anybody_at_the_table_deals_the_next_round(table, bob, now):
    pause = until_pause(table, bob, now)
    tables.deal(table=table, by=bob, expected_version=pause.version, now=now)
    assert acts.look(table, bob).view["round"] == 1


@pytest.mark.further
def test_the_same_deal_sent_twice_deals_once(table, bob, now):
    pause = until_pause(table, bob, now)
    for _ in range(2):
        tables.deal(table=table, by=bob, expected_version=pause.version, now=now)
    assert TableAction.objects.filter(table=table, seat=None).count() == 2


def test_nobody_deals_while_a_round_is_played(to_bob, bob, now):
    with pytest.raises(Conflict, match="not over yet"):
        tables.deal(table=to_bob, by=bob, now=now)


@pytest.mark.further
def test_the_next_round_is_dealt_by_itself(table, bob, now):
    until_pause(table, bob, now)
    acts.watch(now, seconds=9)
    assert acts.row(table).awaits == Awaits.DEAL
    acts.watch(now, seconds=10)
    assert acts.look(table, bob).view["round"] == 1


@pytest.mark.further
def test_the_result_is_final_with_the_last_card(table, bob, now):
    over = acts.play_out(table, [bob], now)
    match = Match.objects.get()
    assert (over.status, match.status) == (Status.OVER, Match.Status.FINAL)
    result = Result.objects.get()
    assert (result.source, result.totals) == ("played", acts.look(table).view["totals"])
    assert Round.objects.count() == 4
    assert Standing.objects.get(player=bob.player).matches == 1
    assert Record.objects.get().status == Record.Status.VALID
    assert not Job.objects.exists()


@pytest.mark.slow
def test_the_record_stands_when_replayed(table, bob, now):
    acts.play_out(table, [bob], now)
    kept = document.decode(bytes(Record.objects.get().blob))
    verdict = document.validate(kept)
    assert (verdict.ok, verdict.complete) == (True, True)
    assert kept["secret"] == bytes(Match.objects.get().secret).hex()


@pytest.mark.slow
def test_the_secret_is_told_at_the_end_and_keeps_the_commitment(table, bob, now):
    before = acts.look(table)
    acts.play_out(table, [bob], now)
    after = acts.look(table)
    assert before.secret is None
    assert shuffle.commitment(bytes.fromhex(after.secret)) == before.commitment == after.commitment


@pytest.mark.slow
def test_nobody_acts_after_the_end(table, bob, now):
    acts.play_out(table, [bob], now)
    with pytest.raises(Conflict, match="is over"):
        acts.act(table, bob, now, action="B1")


@pytest.mark.slow
def test_a_record_that_does_not_stand_is_left_to_a_job(table, bob, now, monkeypatch):
    monkeypatch.setattr("league.services.results.records.replay", lambda statements: ["wrong"])
    acts.play_out(table, [bob], now)
    assert Match.objects.get().status == Match.Status.ENTERED
    assert Job.objects.get().kind == Job.Kind.VALIDATE_RECORD


def test_no_result_is_entered_by_hand_while_it_is_played(table, bob, now):
    with pytest.raises(Conflict, match="played online"):
        match_acts.enter(Match.objects.get(), bob, now)


def test_nobody_forfeits_a_match_while_it_is_played(table, alice, now):
    with pytest.raises(Conflict, match="played online"):
        match_acts.forfeit(Match.objects.get(), alice, now)


@pytest.mark.slow
def test_the_result_can_be_corrected_afterwards(table, bob, alice, now):
    acts.play_out(table, [bob], now)
    match_acts.correct(Match.objects.get(), alice, now)
    assert Result.objects.count() == 2


def test_a_void_match_is_not_played_on(to_bob, bob, alice, now):
    match_acts.void(Match.objects.get(), alice, now)
    with pytest.raises(Conflict, match="is over"):
        acts.act(to_bob, bob, now, action="B1")
    assert acts.row(to_bob).status == Status.CANCELLED


def test_a_match_that_is_open_again_goes_on(to_bob, bob, alice, now):
    before = acts.look(to_bob, bob)
    match_acts.void(Match.objects.get(), alice, now)
    match_acts.reopen(Match.objects.get(), alice, now)
    after = acts.look(to_bob, bob)
    assert (after.table.status, after.view) == (Status.PLAYING, before.view)
    acts.act(to_bob, bob, now)


def test_who_comes_back_plays_again(to_bob, bob, now):
    acts.watch(now, seconds=60)
    acts.watch(now, seconds=75)
    tables.come_back(table=to_bob, by=bob, now=now)
    assert not TableSeat.objects.get(table=to_bob, number=0).stood_in
    assert acts.row(to_bob).awaits == Awaits.PERSON


def test_who_steps_away_is_played_for_at_once(to_bob, bob, now):
    tables.step_away(table=to_bob, by=bob, now=now)
    assert TableSeat.objects.get(table=to_bob, number=0).stood_in
    assert acts.row(to_bob).awaits == Awaits.BOT


def test_who_acts_is_back(to_bob, bob, now):
    acts.watch(now, seconds=60)
    acts.watch(now, seconds=75)
    acts.act(to_bob, bob, now)
    assert not TableSeat.objects.get(table=to_bob, number=0).stood_in


def test_a_seat_that_was_stood_in_for_still_is_its_persons(table, bob, now):
    TableSeat.objects.filter(table=table, number=0).update(stood_in=True)
    if acts.row(table).awaits == Awaits.PERSON:
        OnlineTable.objects.filter(pk=table.pk).update(awaits=Awaits.BOT)
    acts.play_out(table, [], now)
    assert Standing.objects.get(player=bob.player).matches == 1
    assert set(
        TableAction.objects.filter(table=table, seat=0).values_list("is_default", flat=True)
    ) == {True}


def test_the_log_tells_what_the_default_bot_played(to_bob, bob, now):
    acts.watch(now, seconds=60)
    acts.watch(now, seconds=75)
    table_answers.answer_tables(ids=[to_bob.pk])
    assert any(said.is_default for said in acts.look(to_bob).log if said.seat == 0)
