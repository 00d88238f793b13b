"""Bots answer from a worker, once, whatever happens to messages and workers."""

from datetime import timedelta

import pytest

from bots import builtin
from bots.playing import runner
from league.models import Match, OnlineTable, TableAction
from league.services.play import bot_matches, table_answers, tables
from league.services.play.table_answers import LEASE
from tests.league.services.play import acts

Awaits = OnlineTable.Awaits


@pytest.fixture
def to_bot(table, bob, now):
    """The table, when a bot is to act."""
    while acts.row(table).awaits != Awaits.BOT:
        acts.act(table, bob, now)
    return acts.row(table)


def test_bots_play_until_a_person_is_to_act(to_bot, bob, now):
    assert acts.answer(to_bot, now)
    after = acts.row(to_bot)
    assert (after.awaits, after.turn, after.lease) == (Awaits.PERSON, 0, None)
    played = TableAction.objects.filter(table=to_bot, number__gte=to_bot.length)
    assert {action.is_default for action in played} == {False}
    assert {action.seat for action in played} <= {1, 2, 3}


def test_a_message_delivered_twice_is_answered_once(to_bot, now):
    table_answers.answer_tables(ids=[to_bot.pk, to_bot.pk], clock=lambda: now)
    length = acts.row(to_bot).length
    assert not acts.answer(to_bot, now)
    assert acts.row(to_bot).length == length


def test_a_table_that_another_worker_has_is_left_alone(to_bot, now):
    table_answers.claim(pk=to_bot.pk, now=now)
    assert not acts.answer(to_bot, now)
    assert acts.row(to_bot).length == to_bot.length


def test_a_table_of_a_killed_worker_is_answered_later(to_bot, now):
    table_answers.claim(pk=to_bot.pk, now=now)
    later = now + LEASE + timedelta(seconds=1)
    assert acts.answer(to_bot, later)


def test_the_watch_wakes_up_workers_for_a_killed_one(
    to_bot, now, messages, django_capture_on_commit_callbacks
):
    table_answers.claim(pk=to_bot.pk, now=now)
    with django_capture_on_commit_callbacks(execute=True):
        acts.watch(now, seconds=29)
        assert acts.watch(now, seconds=30) == 1
    assert messages == [("league.answer_tables", [[to_bot.pk]])]


def test_a_worker_that_lost_its_table_adds_nothing(to_bot, now, monkeypatch):
    think = table_answers._think

    def slowly(row, table):
        """Let another worker take the table while this one thinks."""
        done = think(row, table)
        monkeypatch.setattr(table_answers, "_think", think)
        assert acts.answer(to_bot, now + LEASE + timedelta(seconds=1))
        return done

    monkeypatch.setattr(table_answers, "_think", slowly)
    assert not acts.answer(to_bot, now)
    numbers = list(TableAction.objects.filter(table=to_bot).values_list("number", flat=True))
    assert numbers == list(range(acts.row(to_bot).length))


def test_a_table_that_was_called_off_is_not_answered(to_bot, alice, now, monkeypatch):
    think = table_answers._think

    def voided(row, table):
        from tests.league.services import acts as match_acts

        match_acts.void(Match.objects.get(), alice, now)
        return think(row, table)

    monkeypatch.setattr(table_answers, "_think", voided)
    assert not acts.answer(to_bot, now)
    assert acts.row(to_bot).status == OnlineTable.Status.CANCELLED


@pytest.mark.logs("no bot could act")
def test_one_table_that_fails_does_not_stop_others(to_bot, now, monkeypatch, caplog):
    think = table_answers._think

    def fail(row, table):
        monkeypatch.setattr(table_answers, "_think", think)
        raise RuntimeError

    monkeypatch.setattr(table_answers, "_think", fail)
    later = iter([now, now + LEASE + timedelta(seconds=1)])
    table_answers.answer_tables(ids=[to_bot.pk] * 2, clock=lambda: next(later, now))
    assert "no bot could act" in caplog.text
    assert acts.row(to_bot).length > to_bot.length


def test_bots_draw_from_the_secret_of_the_match(to_bot, now):
    with_bots = [builtin.get(name) for name in ("greedy", "random", "greedy")]
    from league.services.play import positions

    expected = positions.reach(to_bot).table
    secret = bytes(Match.objects.get().secret)
    seed = bot_matches.seed_of_players(secret)
    before = len(expected.rounds[-1].actions)
    runner.advance(expected, [None, *with_bots], seed=seed)
    acts.answer(to_bot, now)
    played = TableAction.objects.filter(table=to_bot, number__gte=to_bot.length)
    texts = [said["action"] for said in expected.told_openly()[before:]]
    assert [action.text for action in played] == texts


@pytest.mark.slow
def test_a_bot_that_looks_ahead_plays(event, bob, now):
    table = tables.open_table(event=event, by=bob, bots=["easy"] * 3, now=now)
    while acts.row(table).awaits != Awaits.PERSON:
        acts.answer(table, now)
    acts.act(table, bob, now)
    acts.answer(table, now)
    assert acts.row(table).awaits == Awaits.PERSON
