"""A player that is a process, over a channel that Carol's test plays itself."""

import pytest
from pydantic import TypeAdapter

import games
from bots import builtin
from bots.conversation.process import ProcessPlayer
from bots.conversation.protocol import FromHost
from bots.playing import runner
from bots.sandbox import BotFault, Clock, Reason, SandboxError
from engine.play.table import Table

FROM_HOST = TypeAdapter(FromHost)
CLOCK = Clock(bank_s=9.0, per_move_s=2.0)
RANDOM = builtin.get("random")


class Scripted:
    """A process that answers the first legal action, unless told otherwise."""

    def __init__(self, clock, *, ready=(), act=None):
        self.bank_s = clock.bank_s
        self.ready = {"protocol": 1, **dict(ready)}
        self.act = act or (lambda view: {"action": view["legal"][0]})
        self.heard = []
        self.killed = False
        self.is_worn = False
        self.spent_s = 0.0

    def wind(self, clock):
        self.bank_s = clock.bank_s
        self.spent_s = 0.0

    def log(self):
        return b"seq %d" % len(self.heard)

    def ask(self, message):
        seq = len(self.heard)
        self.tell({**message, "seq": seq})
        answer = self.ready if message["type"] == "hello" else self.act(message["view"])
        return {"seq": seq, **answer}

    def tell(self, message):
        FROM_HOST.validate_python(message)
        self.heard.append(message)

    def kill(self):
        self.killed = True


def player_of(*channels):
    """Return a player whose processes are these, one after another."""
    left = iter(channels)
    return ProcessPlayer(lambda clock: next(left), CLOCK, name="Carol's", games=("skat",))


def play(player, *, game="skat", players=3, secret=bytes(32), seed=b"seed"):
    table = Table(games.get(game), players, secret=secret)
    return table, runner.play_match(table, [player] + [RANDOM] * (players - 1), seed=seed)


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_all_that_a_bot_is_sent_is_of_the_protocol(game):
    channel = Scripted(CLOCK, ready={"events": True})
    _, faults = play(player_of(channel), game=game.slug, players=game.players[-1])
    assert faults == []
    assert {"hello", "match", "round", "event", "round_end", "act", "match_end"} == {
        message["type"] for message in channel.heard
    }


def test_who_wants_no_news_is_only_asked():
    channel = Scripted(CLOCK)
    play(player_of(channel))
    assert {message["type"] for message in channel.heard} == {"hello", "act"}


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
    channel.wind = lambda clock: setattr(channel, "bank_s", 1.5)
    play(player_of(channel))
    assert channel.heard[1]["clock"] == {"bank_ms": 1500, "move_ms": 1500}


def test_process_plays_one_match_after_another():
    channel = Scripted(CLOCK, ready={"events": True})
    player = player_of(channel)
    play(player)
    channel.bank_s = 0
    play(player)
    assert [message["type"] for message in channel.heard].count("hello") == 1
    assert channel.bank_s == CLOCK.bank_s


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
    "ready", [{"protocol": 2}, {"name": "Bob's"}, {"games": ["loo"]}, {"colour": "red"}]
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
        channel.spent_s += 0.25 if view["phase"] == "play" else 0.0
        return {"action": view["legal"][0]}

    channel.act = slowly
    player = player_of(channel)
    for _match in range(2):
        asked = len(channel.heard) or 1
        play(player)
        effort = player.effort
        assert effort.actions == len(channel.heard) - asked
        assert effort.slowest_s == 0.25
        assert effort.thinking_s == channel.spent_s > 1
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
