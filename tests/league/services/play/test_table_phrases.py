"""Phrases and hand signs: who may say something when, and who sees it."""

from datetime import timedelta

import pytest

from league.models import Event, TableSeat
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.play import table_phrases, tables
from league.services.registration import registrations
from tests.league.factories import EventFactory, SeasonFactory
from tests.league.services.play import acts

Phrase = TableSeat.Phrase


def said(table):
    return {seat.number: seat.phrase for seat in acts.row(table).seats.all() if seat.phrase}


def say(table, by, now, phrase=Phrase.HELLO):
    return table_phrases.say(table=acts.row(table), by=by, phrase=phrase, now=now)


def test_a_phrase_is_kept_at_the_seat_and_told_to_who_watches(to_bob, bob, now):
    before = to_bob.version
    after = say(to_bob, bob, now, Phrase.GOOD_LUCK)
    assert said(to_bob) == {0: "good-luck"}
    assert after.version == acts.row(to_bob).version == before + 1


def test_a_phrase_makes_nobodys_move_stale(to_bob, bob, now):
    seen = acts.look(to_bob, bob)
    say(to_bob, bob, now)
    acts.act(to_bob, bob, now, action=seen.legal[0], version=seen.version)
    assert acts.row(to_bob).length == to_bob.length + 1


def test_a_seat_keeps_its_last_phrase_only_and_waits_before_the_next(to_bob, bob, now):
    say(to_bob, bob, now)
    with pytest.raises(Conflict, match="Wait a few seconds"):
        say(to_bob, bob, now + table_phrases.GAP - timedelta(milliseconds=1), Phrase.CHEERS)
    assert said(to_bob) == {0: "hello"}
    say(to_bob, bob, now + table_phrases.GAP, Phrase.CHEERS)
    assert said(to_bob) == {0: "cheers"}


@pytest.mark.parametrize("phrase", ["", "hell", "I have the ace of hearts", "CHEERS"])
def test_nothing_else_can_be_said(to_bob, bob, now, phrase):
    with pytest.raises(Invalid):
        say(to_bob, bob, now, phrase)
    assert said(to_bob) == {}


def test_onlookers_are_silent(to_bob, dora, now):
    with pytest.raises(Forbidden):
        say(to_bob, dora, now)
    assert said(to_bob) == {}


def test_nothing_is_said_before_the_match(gathering, bob, now):
    with pytest.raises(Conflict, match="has begun"):
        say(gathering, bob, now)


@pytest.mark.further
def test_after_the_match_one_can_say_thank_you(to_bob, bob, now):
    over = acts.play_out(to_bob, [bob], now)
    say(over, bob, now, Phrase.GOOD_GAME)
    assert said(to_bob) == {0: "good-game"}


@pytest.fixture
def partners(club, bob, now):
    """A table of Truco with two sides of two, Bob's turn."""
    season = SeasonFactory(club=club, game="truco")
    event = EventFactory(season=season, name="Two and two", draw=Event.Draw.ONLINE)
    registrations.register_oneself(event=event, by=bob, now=now)
    table = tables.open_table(event=event, by=bob, seats=4, bots=["greedy"] * 3, now=now)
    while not acts.look(table, bob).legal:
        acts.play_on(table, [bob], now)
    return acts.row(table)


def test_partners_are_silent_while_a_round_is_played(partners, bob, now):
    with pytest.raises(Conflict, match="Partners"):
        say(partners, bob, now)
    while acts.row(partners).awaits != "deal":
        acts.play_on(partners, [bob], now)
    say(partners, bob, now)
    assert said(partners) == {0: "hello"}
