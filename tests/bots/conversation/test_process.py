"""A player that is a process, over a channel that Carol's test plays itself."""

from dataclasses import replace

import pytest
from pydantic import TypeAdapter

import games
from bots import builtin
from bots.conversation import changes
from bots.conversation.process import BotProcess, ProcessPlayer
from bots.conversation.protocol import FromHost
from bots.playing import runner
from bots.sandbox import BotFault, Clock, Reason, SandboxError
from bots.sandbox.account import Account
from bots.sandbox.process import Answers
from engine.play.table import Table

FROM_HOST = TypeAdapter(FromHost)
CLOCK = Clock(bank_s=9.0, per_move_s=2.0)
RANDOM = builtin.get("random")


def first_of(view):
    return {"action": view["legal"][0]}


class Scripted:
    """A process that answers the first legal action, unless told otherwise."""

    def __init__(self, clock, *, ready=(), act=None, of_match=None):
        self.account = Account(clock)
        self.ready = {"protocol": 1, **dict(ready)}
        self.act = act or first_of
        self.of_match = of_match or (lambda view, match: self.act(view))
        self.at_once = []
        self.heard = []
        self.views = {}
        self.killed = False
        self.is_worn = False

    def wind(self, clock):
        self.account = Account(clock)
        return self.account

    wind_beside = wind

    def log(self):
        return b"seq %d" % len(self.heard)

    def ask(self, message):
        seq = len(self.heard)
        self.tell({**message, "seq": seq})
        if message["type"] == "hello":
            return {"seq": seq, **self.ready}
        return {"seq": seq, **self.of_match(self.seen(message), message.get("match"))}

    def ask_all(self, asked):
        given = []
        self.at_once.append(len(asked))
        for message, account in asked:
            self.account = account
            try:
                given.append(self.ask(message))
            except BotFault as fault:
                return Answers(given, fault)
        return Answers(given, None)

    def seen(self, message):
        match = message.get("match")
        if "view" in message:
            self.views[match] = message["view"]
        else:
            self.views[match] = changes.applied(self.views[match], message)
        return self.views[match]

    def tell(self, message):
        FROM_HOST.validate_python(message)
        self.heard.append(message)

    def kill(self):
        self.killed = True


def player_of(*channels):
    """Return a player whose processes are these, one after another."""
    left = iter(channels)
    process = BotProcess(lambda clock: next(left), CLOCK, name="Carol's", games=("skat",))
    return ProcessPlayer(process)


def play(player, *, game="skat", players=3, secret=bytes(32), seed=b"seed"):
    table = Table(games.get(game), players, secret=secret)
    return table, runner.play_match(table, [player] + [RANDOM] * (players - 1), seed=seed)


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
@pytest.mark.parametrize("ready", [{}, {"protocol": 2}, {"protocol": 2, "changes": True}], ids=str)
def test_all_that_a_bot_is_sent_is_of_the_protocol(game, ready):
    channel = Scripted(CLOCK, ready={"events": True, **ready})
    _, faults = play(player_of(channel), game=game.slug, players=game.players[-1])
    assert faults == []
    assert {"hello", "match", "round", "event", "round_end", "act", "match_end"} == {
        message["type"] for message in channel.heard
    }


def test_who_wants_no_news_is_only_asked():
    channel = Scripted(CLOCK)
    play(player_of(channel))
    assert {message["type"] for message in channel.heard} == {"hello", "act"}


def test_changes_tell_what_views_tell():
    """Also in a second match of the process, which begins with a whole view again."""
    seen = []
    for ready in ({}, {"protocol": 2}, {"protocol": 2, "changes": True}):
        views = []
        channel = Scripted(
            CLOCK, ready=ready, act=lambda view, to=views: to.append(view) or first_of(view)
        )
        player = player_of(channel)
        for secret in (bytes(32), bytes(31) + b"1"):
            play(player, secret=secret)
        seen.append(views)
    assert seen[0] == seen[1] == seen[2]
    told = [message for message in channel.heard if message["type"] == "act"]
    assert sum("changes" in message for message in told) > len(told) / 2
    assert {message["match"] for message in told} == {0, 1}


def test_protocol_2_tells_of_the_end_of_each_match():
    channel = Scripted(CLOCK, ready={"protocol": 2})
    player = player_of(channel)
    for _match in range(2):
        play(player)
    news = [message for message in channel.heard if "seq" not in message]
    assert [(one["type"], one["match"]) for one in news] == [("match_end", 0), ("match_end", 1)]


def test_same_seed_asks_the_same():
    channels = [Scripted(CLOCK) for _ in range(2)]
    for channel in channels:
        play(player_of(channel))
    assert channels[0].heard == channels[1].heard


def test_every_request_has_a_seed_of_its_own():
    channels = [Scripted(CLOCK) for _ in range(2)]
    for channel, seed in zip(channels, (b"a", b"b"), strict=True):
        play(player_of(channel), seed=seed)
    seeds = [message["seed"] for channel in channels for message in channel.heard[1:]]
    assert len(set(seeds)) == len(seeds)


def test_request_tells_the_time_left():
    channel = Scripted(CLOCK)
    channel.wind = lambda clock: Account(replace(clock, bank_s=1.5))
    play(player_of(channel))
    assert channel.heard[1]["clock"] == {"bank_ms": 1500, "move_ms": 1500}


def test_process_plays_one_match_after_another():
    channel = Scripted(CLOCK, ready={"events": True})
    player = player_of(channel)
    play(player)
    channel.account.charge(9.0, 0.0)
    play(player)
    assert [message["type"] for message in channel.heard].count("hello") == 1
    assert channel.account.bank_s == CLOCK.bank_s


@pytest.mark.parametrize(
    ("answer", "reason", "detail"),
    [
        ({"action": "C1"}, Reason.ILLEGAL_ACTION, "'C1' is not a card of this game"),
        ({"action": 7}, Reason.BAD_ANSWER, "action in the answer: input should be a valid string"),
        ({"card": "CJ"}, Reason.BAD_ANSWER, "action in the answer: field required"),
    ],
)
def test_fault_ends_the_process_and_the_next_match_has_another(answer, reason, detail):
    bad, good = Scripted(CLOCK, act=lambda view: answer), Scripted(CLOCK)
    player = player_of(bad, good)
    table, [fault] = play(player)
    assert (fault.seat, fault.reason) == (0, reason)
    assert detail in fault.detail
    assert str(next(iter(answer.values()))) in fault.evidence
    assert table.over
    assert bad.killed
    assert play(player)[1] == []


@pytest.mark.parametrize(
    "ready",
    [
        {"protocol": 3},
        {"changes": True},
        {"tables": 2},
        {"name": "Bob's"},
        {"games": ["loo"]},
        {"colour": "red"},
    ],
)
def test_who_is_not_the_bot_of_the_manifest_does_not_play(ready):
    channel = Scripted(CLOCK, ready=ready)
    _, [fault] = play(player_of(channel))
    assert (fault.reason, channel.killed) == (Reason.BAD_ANSWER, True)


def test_who_names_what_the_manifest_names_plays():
    channel = Scripted(CLOCK, ready={"name": "Carol's", "games": ["skat"]})
    assert play(player_of(channel))[1] == []


def test_failure_of_the_host_is_nobodys_fault():
    def fail(view):
        raise SandboxError("no memory")

    channel = Scripted(CLOCK, act=fail)
    with pytest.raises(SandboxError, match="no memory"):
        play(player_of(channel))
    assert channel.killed


def test_request_that_cannot_be_sent_is_nobodys_fault():
    def fail(view):
        raise ValueError("a message of 300000 bytes is longer than 262144")

    with pytest.raises(SandboxError, match="300000 bytes"):
        play(player_of(Scripted(CLOCK, act=fail)))


def test_fault_while_hearing_news_counts_when_the_bot_is_to_act():
    channel = Scripted(CLOCK, ready={"events": True})

    def fail(message):
        raise BotFault(Reason.CLOSED, "it closed its stdin", b"bye")

    channel.ask = lambda message: {"seq": 0, **channel.ready}
    channel.tell = fail
    _, [fault] = play(player_of(channel))
    assert (fault.reason, fault.evidence, channel.killed) == (Reason.CLOSED, "bye", True)


def test_effort_is_that_of_the_match():
    channel = Scripted(CLOCK)

    def slowly(view):
        channel.account.charge(0.25 if view["phase"] == "play" else 0.0, 0.0)
        return {"action": view["legal"][0]}

    channel.act = slowly
    player = player_of(channel)
    for _match in range(2):
        asked = len(channel.heard) or 1
        play(player)
        effort = player.effort
        assert effort.actions == len(channel.heard) - asked
        assert effort.slowest_s == 0.25
        assert effort.thinking_s == channel.account.spent_s > 1
        assert effort.log == channel.log()


def test_effort_tells_of_the_action_that_was_a_fault():
    channel = Scripted(CLOCK, act=lambda view: {"action": "C1"})
    player = player_of(channel)
    play(player)
    assert (player.effort.actions, player.effort.log) == (1, b"seq 2")


def test_worn_process_is_followed_by_another():
    worn, fresh = Scripted(CLOCK), Scripted(CLOCK)
    player = player_of(worn, fresh)
    play(player)
    worn.is_worn = True
    play(player)
    assert (worn.killed, fresh.killed) == (True, False)
    assert len(fresh.heard) == len(worn.heard)


def test_player_leaves_no_process_behind():
    channel = Scripted(CLOCK)
    with player_of(channel) as player:
        player.start()
        assert not channel.killed
    assert channel.killed
