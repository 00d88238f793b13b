"""A process that sits at several tables at once."""

import pytest

import games
from bots import builtin
from bots.conversation import process
from bots.conversation.process import BotProcess, ProcessPlayer
from bots.playing.runner import Sitting, play_beside, play_match
from bots.sandbox import BotFault, Clock, Reason, SandboxError
from engine.play.table import Table
from engine.records.document import record_of

from .test_process import Scripted

CLOCK = Clock(tables=8)
RANDOM = builtin.get("random")
SECRETS = [bytes(31) + bytes([number]) for number in range(5)]
CHANGES = {"protocol": 2, "changes": True, "tables": 16}
NEWS = {**CHANGES, "events": True}


def table_of(secret):
    return Table(games.get("skat"), 3, secret=secret)


def player_of(*channels):
    left = iter(channels)
    of_channels = BotProcess(lambda clock: next(left), CLOCK, name="Carol's", games=("skat",))
    return ProcessPlayer(of_channels)


def sittings(player, others=(RANDOM, RANDOM)):
    return [Sitting(table_of(secret), [player.beside(), *others], secret) for secret in SECRETS]


def alone(player):
    """Return the records of the same matches, played one after another."""
    records = []
    for secret in SECRETS:
        table = table_of(secret)
        assert play_match(table, [player, RANDOM, RANDOM], seed=secret) == []
        records.append(record_of(table))
    return records


@pytest.mark.parametrize("ready", [CHANGES, NEWS], ids=["views", "news"])
def test_matches_side_by_side_are_those_played_alone(ready):
    beside, one = Scripted(CLOCK, ready=ready), Scripted(CLOCK, ready=ready)
    played = sittings(player_of(beside))
    assert play_beside(played) == [[]] * len(SECRETS)
    assert [record_of(sitting.table) for sitting in played] == alone(player_of(one))
    assert max(beside.at_once) == len(SECRETS)
    assert {message["match"] for message in beside.heard[1:]} == set(range(len(SECRETS)))


def test_not_too_many_are_asked_before_who_waits_can_tell_that_it_lives(monkeypatch):
    monkeypatch.setattr(process, "AT_ONCE", 2)
    channel, pulses = Scripted(CLOCK, ready=CHANGES), []
    assert play_beside(sittings(player_of(channel)), pulse=lambda: pulses.append(1)) == [[]] * 5
    assert max(channel.at_once) == 2
    assert len(pulses) == len(channel.at_once)


def test_two_bots_at_the_same_tables_are_asked_apart():
    channels = [Scripted(CLOCK, ready=CHANGES) for _ in range(2)]
    first, second = (player_of(channel) for channel in channels)
    played = [
        Sitting(table_of(secret), [first.beside(), RANDOM, second.beside()], secret)
        for secret in SECRETS
    ]
    assert play_beside(played) == [[]] * len(SECRETS)
    assert all(max(channel.at_once) > 1 for channel in channels)


def crashing(number, at):
    """Return what a bot does that crashes when it has acted so often in one match."""
    acted = []

    def act(view, match):
        if match == number:
            acted.append(view)
            if len(acted) == at:
                raise BotFault(Reason.CRASH, "it ended with exit status 3", b"oh dear")
        return {"action": view["legal"][0]}

    return act


@pytest.mark.parametrize("ready", [CHANGES, NEWS], ids=["views", "news"])
def test_a_fault_ends_the_part_in_its_own_match_only(ready):
    """The others go on in a process that is told all it has to know."""
    broken = Scripted(CLOCK, ready=ready, of_match=crashing(2, at=6))
    fresh, one = Scripted(CLOCK, ready=ready), Scripted(CLOCK, ready=ready)
    played = sittings(player_of(broken, fresh))
    faults = play_beside(played)
    assert [len(of_match) for of_match in faults] == [0, 0, 1, 0, 0]
    assert (faults[2][0].reason, faults[2][0].evidence) == (Reason.CRASH, "oh dear")
    assert (broken.killed, fresh.killed) == (True, False)
    records = [record_of(sitting.table) for sitting in played]
    assert records == alone(player_of(one))  # a stand-in plays the first legal action, too
    assert {message["match"] for message in fresh.heard[1:]} == set(range(len(SECRETS) - 1))
    if ready is NEWS:
        begun = [message for message in fresh.heard if message["type"] == "match"]
        assert len(begun) == len(SECRETS) - 1


def test_an_answer_that_is_none_ends_its_own_match_only():
    def act(view, match):
        return {"card": "CJ"} if match == 1 else {"action": view["legal"][0]}

    broken, fresh = Scripted(CLOCK, ready=CHANGES, of_match=act), Scripted(CLOCK, ready=CHANGES)
    faults = play_beside(sittings(player_of(broken, fresh)))
    assert [[one.reason for one in of_match] for of_match in faults] == [
        [],
        [Reason.BAD_ANSWER],
        [],
        [],
        [],
    ]
    assert broken.killed


def test_an_illegal_action_ends_its_own_match_only():
    def act(view, match):
        return {"action": "C1" if match == 3 else view["legal"][0]}

    broken, fresh = Scripted(CLOCK, ready=CHANGES, of_match=act), Scripted(CLOCK, ready=CHANGES)
    faults = play_beside(sittings(player_of(broken, fresh)))
    assert [len(of_match) for of_match in faults] == [0, 0, 0, 1, 0]
    assert faults[3][0].reason == Reason.ILLEGAL_ACTION


def test_each_match_has_time_of_its_own():
    channel = Scripted(CLOCK, ready=CHANGES)

    def slowly(view, match):
        channel.account.charge(0.5 if match == 0 else 0.0, 0.0)
        return {"action": view["legal"][0]}

    channel.of_match = slowly
    played = sittings(player_of(channel))
    play_beside(played)
    spent = [sitting.players[0].effort.thinking_s for sitting in played]
    assert spent[0] == 0.5 * played[0].players[0].effort.actions > 1
    assert spent[1:] == [0.0] * 4


def test_a_failure_of_the_host_leaves_nobody_seated():
    def fail(view, match):
        raise SandboxError("no memory")

    broken, fresh = Scripted(CLOCK, ready=CHANGES, of_match=fail), Scripted(CLOCK, ready=CHANGES)
    player = player_of(broken, fresh)
    with pytest.raises(SandboxError, match="no memory"):
        play_beside(sittings(player))
    assert broken.killed
    assert player.process.seated == 0
    assert play_match(table_of(SECRETS[0]), [player, RANDOM, RANDOM], seed=b"seed") == []


@pytest.mark.parametrize(
    ("ready", "tables"),
    [({}, 1), ({"protocol": 2}, 1), ({"protocol": 2, "tables": 3}, 3), (CHANGES, CLOCK.tables)],
)
def test_a_bot_sits_at_as_many_tables_as_it_says(ready, tables):
    with player_of(Scripted(CLOCK, ready=ready)) as player:
        player.start()
        assert player.process.tables == tables
