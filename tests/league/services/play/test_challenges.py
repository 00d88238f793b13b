"""Remote bots are asked to sit down, and answer."""

from datetime import timedelta

import pytest

from league.models import RemoteBot, TableChallenge, TableSeat
from league.services.base.refusals import Conflict, Forbidden, NotFound
from league.services.play import challenges, rematches, tables
from tests.league.factories import BotFactory
from tests.league.services.play import acts, remote


@pytest.fixture
def asked(gathering, fern, bob, now):
    """Bob's table, to which he has asked Fern."""
    ask(gathering, fern, bob, now)
    return gathering


def ask(table, bot, by, now):
    return challenges.challenge(table=acts.row(table), bot=bot.player, by=by, now=now)


def answers(table):
    return [(row.player.name, row.status) for row in challenges.of_table(acts.row(table))]


def test_who_has_opened_a_table_asks_a_bot(asked, fern, bob):
    assert answers(asked) == [("Fern", "asked")]
    row = challenges.open_for(fern).get()
    assert (row.table, row.by) == (asked, bob.player)


def test_an_organiser_asks_a_bot_too(gathering, fern, alice, now):
    ask(gathering, fern, alice, now)
    assert answers(gathering) == [("Fern", "asked")]


def test_others_ask_nobody(gathering, fern, dora, now):
    tables.join(table=acts.row(gathering), by=dora, now=now)
    with pytest.raises(Forbidden):
        ask(gathering, fern, dora, now)


def test_asking_again_changes_nothing(asked, fern, bob, now):
    version = acts.row(asked).version
    ask(asked, fern, bob, now)
    assert acts.row(asked).version == version
    assert TableChallenge.objects.count() == 1


def test_a_bot_accepts_by_sitting_down(asked, fern, now):
    remote.join(asked, fern, now)
    assert answers(asked) == [("Fern", "accepted")]
    assert not challenges.open_for(fern).exists()


def test_a_bot_declines_and_is_not_asked_again(asked, fern, bob, now):
    challenges.decline(table=acts.row(asked), by=fern.account, now=now)
    challenges.decline(table=acts.row(asked), by=fern.account, now=now)
    assert answers(asked) == [("Fern", "declined")]
    with pytest.raises(Conflict, match="has declined"):
        ask(asked, fern, bob, now)


def test_who_was_not_asked_declines_nothing(gathering, fern, dora, now):
    for account in (fern.account, dora):
        with pytest.raises(NotFound):
            challenges.decline(table=acts.row(gathering), by=account, now=now)


def test_a_challenge_lets_into_a_private_table(event, fern, bob, now):
    private = tables.open_table(event=event, by=bob, is_private=True, now=now)
    ask(private, fern, bob, now)
    remote.join(private, fern, now)
    assert TableSeat.objects.filter(table=private, player=fern.player).exists()


def test_a_bot_that_has_declined_needs_the_link(event, fern, bob, now):
    private = tables.open_table(event=event, by=bob, is_private=True, now=now)
    ask(private, fern, bob, now)
    challenges.decline(table=acts.row(private), by=fern.account, now=now)
    with pytest.raises(Forbidden):
        remote.join(private, fern, now)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"seen_at": None}, "not connected"),
        ({"is_open": False}, "takes no requests"),
        ({"games": ["rummy"]}, "does not play this game"),
        ({"most_tables": 1}, "no table free"),
    ],
)
def test_a_bot_that_cannot_come_is_not_asked(event, gathering, fern, dora, bob, now, fields, why):  # noqa: PLR0917
    remote.join(tables.open_table(event=event, by=dora, now=now), fern, now)
    RemoteBot.objects.filter(pk=fern.pk).update(**fields)
    with pytest.raises(Conflict, match=why):
        ask(gathering, fern, bob, now)
    assert challenges.candidates(acts.row(gathering), now=now) == []


def test_a_bot_that_was_seen_a_minute_ago_is_away(gathering, fern, bob, now):
    with pytest.raises(Conflict, match="not connected"):
        ask(gathering, fern, bob, now + timedelta(seconds=61))


def test_a_bot_at_the_table_is_not_asked(gathering, fern, bob, now):
    remote.join(gathering, fern, now)
    with pytest.raises(Conflict, match="already sits at this table"):
        ask(gathering, fern, bob, now)


def test_a_person_or_another_bot_is_no_remote_bot(gathering, fern, dora, bob, now):
    for player in (dora.player, BotFactory(builtin="greedy")):
        with pytest.raises(NotFound):
            challenges.challenge(table=acts.row(gathering), bot=player, by=bob, now=now)


def test_a_table_asks_four_at_once(gathering, fern, carol, bob, now):
    bots = [remote.make(carol, now, f"Fern {letter}") for letter in "abcde"]
    for bot in bots[:4]:
        ask(gathering, bot, bob, now)
    with pytest.raises(Conflict, match="4 bots are asked already"):
        ask(gathering, bots[4], bob, now)
    challenges.decline(table=acts.row(gathering), by=bots[0].account, now=now)
    ask(gathering, bots[4], bob, now)


def test_an_event_that_takes_no_bots_asks_none(gathering, carol, bob, now):
    fern = remote.make(carol, now)
    with pytest.raises(Forbidden, match="may not sit down here"):
        ask(gathering, fern, bob, now)
    assert challenges.candidates(acts.row(gathering), now=now) == []


def test_a_challenge_ends_when_the_table_begins(asked, fern, bob, now):
    tables.fill(table=acts.row(asked), by=bob, bots=["greedy"] * 3, now=now)
    assert answers(asked) == []
    assert not challenges.open_for(fern).exists()
    with pytest.raises(Conflict, match="already begun"):
        challenges.decline(table=acts.row(asked), by=fern.account, now=now)


def test_candidates_cost_the_same_for_one_bot_and_many(
    gathering, fern, carol, now, django_assert_num_queries
):
    table = acts.row(gathering)
    with django_assert_num_queries(2):
        assert challenges.candidates(table, now=now) == [fern]
    for letter in "abcdef":
        remote.make(carol, now, f"Fern {letter}")
    with django_assert_num_queries(2):
        assert len(challenges.candidates(table, now=now)) == 7


def test_after_a_match_the_same_bot_is_asked_again(event, fern, bob, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy", "greedy"], now=now)
    remote.join(table, fern, now)
    acts.play_out(table, [bob, fern.account], now)
    again = rematches.play_again(table=acts.row(table), by=bob, now=now)
    assert [seat.player.name for seat in acts.row(again).seats.all()] == ["Bob", "greedy", "greedy"]
    assert answers(again) == [("Fern", "asked")]
    remote.join(again, fern, now)
    assert acts.row(again).status == "playing"


def test_a_bot_that_is_away_is_not_asked_again(event, fern, bob, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy", "greedy"], now=now)
    remote.join(table, fern, now)
    acts.play_out(table, [bob, fern.account], now)
    RemoteBot.objects.filter(pk=fern.pk).update(seen_at=None)
    again = rematches.play_again(table=acts.row(table), by=bob, now=now)
    assert answers(again) == []
