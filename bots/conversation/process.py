"""A player that is a process: the protocol, spoken over a channel.

What carries the lines is a `Channel`: `bots.sandbox` on a server, `local` for authors.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from bots.sandbox.account import Account
from bots.sandbox.command import Clock
from bots.sandbox.faults import BotFault, Reason, SandboxError
from bots.sandbox.process import Answers

from . import changes
from .protocol import MAX_ACTION, VERSION, Answer, MatchBegins, MatchEnds, News, PartEnds, Ready

Reply = TypeVar("Reply", bound=BaseModel)
Message = dict[str, Any]


class Channel(Protocol):
    """A conversation with one process, which has to answer in time.

    Whoever asks and tells may meet BotFault, and SandboxError or OSError where the host is to
    blame.
    """

    @property
    def is_worn(self) -> bool:
        """Whether another process should play the next matches."""

    def wind(self, clock: Clock) -> Account:
        """Return the account of another match, with an empty log."""

    def wind_beside(self, clock: Clock) -> Account:
        """Return the account of a match that is played beside others."""

    def log(self) -> bytes:
        """Return the end of what it wrote to stderr since it was wound; also after its end."""

    def ask(self, message: Message) -> Message:
        """Send a request, numbered with `seq`; return the answer that repeats it."""

    def ask_all(self, asked: Sequence[tuple[Message, Account]]) -> Answers:
        """Send requests of several matches; return their answers in order, until a fault."""

    def tell(self, message: Message) -> None:
        """Send what wants no answer; it may go out with the next request only."""

    def kill(self) -> None:
        """End the process; may be called again."""


AT_ONCE = 8
"""So many are asked at once at most: who must tell that it lives waits for all their answers."""

_MUTE = Ready(seq=0, protocol=1)
"""What a process wants that has not answered yet: nothing."""


@dataclass
class Effort:
    """What a match has cost a process so far; `log` once its part or the match has ended."""

    actions: int = 0
    """How often it was asked to act."""
    thinking_s: float = 0.0
    slowest_s: float = 0.0
    log: bytes = b""


class Asked(NamedTuple):
    """A player that is to act, and its view; the seed follows from that of the match if None."""

    player: "ProcessPlayer"
    view: dict[str, Any]
    seed: int | None = None


class BotProcess:
    """A bot's process, with its players at one table or at several at once.

    `open_channel` starts a process with a clock, when a match begins and there is none. `name` and
    `games` are those of the manifest. A fault ends the process; where it has other players left,
    another one goes on for them. `ready` is what the latest one has said of itself, `life` its
    number, and `log` what it wrote to stderr once it has ended; `seated` is the number of players
    in a match.
    """

    def __init__(
        self,
        open_channel: Callable[[Clock], Channel],
        clock: Clock,
        *,
        name: str,
        games: tuple[str, ...],
    ) -> None:
        self.name = name
        self.games = games
        self.clock = clock
        self.channel: Channel | None = None
        self.ready = _MUTE
        self.life = 0
        self.log = b""
        self._open = open_channel
        self.seated = 0
        self._matches = 0  # that this process has been told of

    def start(self) -> Channel:
        """Start a process and shake hands, if there is none; return its channel.

        Raises BotFault.
        """
        if self.channel is not None:
            return self.channel
        channel = self.channel = self._open(self.clock)
        self.life, self._matches = self.life + 1, 0
        try:
            self.ready = self._greet(channel)
        except Exception:
            self.end()
            raise
        return channel

    @property
    def tables(self) -> int:
        """At how many tables the process can sit at once."""
        return min(self.clock.tables, self.ready.tables)

    def end(self) -> None:
        """End the process, if there is one."""
        channel, self.channel = self.channel, None
        if channel is not None:
            channel.kill()
            self.log = channel.log()

    def sit_down(self) -> Account:
        """Return the account of a match that begins; raises BotFault if no process starts."""
        if not self.seated and self.channel is not None and self.channel.is_worn:
            self.end()
        channel = self.start()
        begin = channel.wind_beside if self.seated else channel.wind
        account = begin(self.clock)
        self.seated += 1
        return account

    def stand_up(self) -> None:
        """Let a match be over that has an account."""
        self.seated -= 1

    def number(self) -> int:
        """Return the number of another match that the process is told of."""
        self._matches += 1
        return self._matches - 1

    def act_all(
        self, asked: Sequence[Asked], *, pulse: Callable[[], object] | None = None
    ) -> list[str | BotFault]:
        """Return what the players of this process answer to their views, or their faults.

        As many are asked at once as `AT_ONCE` allows; `pulse` is called before. After a fault,
        those who are left ask another process.
        """
        found: list[str | BotFault] = []
        while len(found) < len(asked):
            if pulse is not None:
                pulse()
            found += self._act(asked[len(found) : len(found) + AT_ONCE])
        return found

    def _act(self, asked: Sequence[Asked]) -> list[str | BotFault]:
        """Return what is found of the first ones, at least of one."""
        if asked[0].player.fault is not None:
            return [asked[0].player.fault]
        able = next((at for at, one in enumerate(asked) if one.player.fault), len(asked))
        asked = asked[:able]
        try:
            channel = self.start()
            requests = [one.player.request(one.view, one.seed) for one in asked]
            with _host_to_blame():
                given, fault = channel.ask_all(requests)
        except BotFault as unheard:
            return [asked[0].player.has_failed(unheard)]
        except BaseException:
            self.end()
            raise
        found: list[str | BotFault] = []
        for one, answer in zip(asked, given, strict=False):
            one.player.has_acted()
            try:
                found.append(_action_of(answer))
            except BotFault as bad:
                found.append(one.player.has_failed(bad))
        if fault is not None:
            failed = asked[len(given)].player
            failed.has_acted()
            found.append(failed.has_failed(fault))
        return found

    def _greet(self, channel: Channel) -> Ready:
        """Shake hands; raises BotFault if the process is not the bot of the manifest."""
        with _host_to_blame():
            answer = channel.ask({"type": "hello", "protocol": 1, "newest": VERSION})
        ready = _parse(Ready, answer)
        if ready.name not in {None, self.name}:
            detail = f"it says its name is {ready.name!r}, but the manifest says {self.name!r}"
            raise BotFault(Reason.BAD_ANSWER, detail)
        if ready.games is not None and set(ready.games) != set(self.games):
            raise BotFault(Reason.BAD_ANSWER, "it names other games than the manifest")
        if ready.protocol == 1 and (ready.changes or ready.tables > 1):
            detail = "it wants changes or several tables, which protocol 1 does not have"
            raise BotFault(Reason.BAD_ANSWER, detail)
        return ready


class ProcessPlayer:
    """A bot's process at a table, in one match after another, until it makes a fault.

    Used as a context, it leaves no process behind.
    """

    def __init__(self, process: BotProcess) -> None:
        self.process = process
        self.fault: BotFault | None = None
        self.effort = Effort()
        self._match: MatchBegins | None = None
        self._account: Account | None = None
        self._spent_s = 0.0  # of the account, before it is asked
        self._news: list[Message] = []  # of the match, for a process that goes on for another
        self._life = 0  # of the process that knows of the match
        self._number = 0  # which the match has there
        self._last: dict[str, Any] | None = None  # the view that it has seen there

    def beside(self) -> "ProcessPlayer":
        """Return a player of the same process for another table at the same time."""
        return ProcessPlayer(self.process)

    def __enter__(self) -> "ProcessPlayer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The name of the bot."""
        return self.process.name

    @property
    def hears_events(self) -> bool:
        """Whether the bot wants news."""
        return self.process.ready.events

    def act(
        self, view: dict[str, Any], *, seed: int | None = None, time_s: float | None = None
    ) -> str:
        """Return what the bot answers to its view; raises BotFault.

        The seed of the request follows from that of the match, unless it is given. With `time_s`
        it has that long for this answer, whatever it has taken before.
        """
        if time_s is not None and self._account is not None:
            self._account.refill(time_s)
        [answer] = self.process.act_all([Asked(self, view, seed)])
        if isinstance(answer, BotFault):
            raise answer
        return answer

    def tell(self, news: News) -> None:
        """Pass news on, if the bot wants them; a fault is raised when it is next to act."""
        if isinstance(news, PartEnds) and self._match and news.seat == self._match.seat:
            if self.fault is None:  # otherwise it has ended, and another one may be at work
                self.close()
            return
        try:
            if isinstance(news, MatchBegins):
                self._begin(news)
            if self._wants(news):
                self._news.append(news.model_dump(warnings=False, exclude_unset=True))
                self._pass_on(self._news[-1:])
        except BotFault as fault:
            self.has_failed(fault)
        if isinstance(news, MatchEnds):
            if self.process.channel is not None:
                self.effort.log = self.process.channel.log()
            self.leave()

    def start(self) -> None:
        """Start the process and shake hands, if there is none; raises BotFault."""
        self.process.start()

    def close(self) -> None:
        """End the process, if there is one, and the part in the match."""
        self.process.end()
        if self._account is not None:
            self.effort.log = self.process.log
        self.leave()

    def request(self, view: dict[str, Any], seed: int | None) -> tuple[Message, Account]:
        """Return what asks the process to act, which has heard all there is to hear by then."""
        match, account = self._match, self._account
        if match is None or account is None:
            raise RuntimeError("a process is asked to act only after it was told of its match")
        if self._life != self.process.life:
            self._introduce()
            self._pass_on(self._news)
        self._spent_s = account.spent_s
        message = {
            "type": "act",
            "seed": seed_of_act(match.seed, view) if seed is None else seed,
            "clock": _time_left(account),
            **self._shown(view),
        }
        return message, account

    def has_acted(self) -> None:
        """Note what an answer has cost."""
        spent_s = self._account.spent_s - self._spent_s if self._account else 0.0
        self.effort.actions += 1
        self.effort.thinking_s += spent_s
        self.effort.slowest_s = max(self.effort.slowest_s, spent_s)

    def has_failed(self, fault: BotFault) -> BotFault:
        """Note a fault, which ends the process and the part in this match; return it."""
        self.fault = fault
        self.close()
        self.effort.log = self.process.log
        return fault

    def _begin(self, match: MatchBegins) -> None:
        self.leave()
        self._match, self.fault, self.effort, self._news = match, None, Effort(), []
        self._account = self.process.sit_down()
        self._introduce()

    def _introduce(self) -> None:
        """Have the process know the match by a number, and nothing else of it yet."""
        self._life, self._number, self._last = self.process.life, self.process.number(), None

    def leave(self) -> None:
        """Sit in no match any more; may be called again."""
        if self._account is not None:
            self._account = None
            self.process.stand_up()

    def _pass_on(self, news: Sequence[Message]) -> None:
        """Tell the process of news, unless it does not know of the match yet."""
        if self.process.channel is not None and self._life == self.process.life:
            for message in news:
                self.process.channel.tell(message | self._of_match())

    def _shown(self, view: dict[str, Any]) -> Message:
        """Return what shows a view: all of it as it is, or what has changed since the last one."""
        before, self._last = self._last, view
        if before is not None and self.process.ready.changes:
            told = changes.told(before, view)
            if told is not None:
                return told | self._of_match()
        return {"view": view} | self._of_match()

    def _of_match(self) -> dict[str, int]:
        return {"match": self._number} if self.process.ready.protocol > 1 else {}

    def _wants(self, news: News) -> bool:
        """Return whether to tell the bot; all hear which match is over and can be forgotten."""
        ready = self.process.ready
        return ready.events or (ready.protocol > 1 and isinstance(news, MatchEnds))


@contextmanager
def _host_to_blame() -> Iterator[None]:
    """Let what is no fault be the host's: a request too long, no descriptors, no time left."""
    try:
        yield
    except (BotFault, SandboxError):
        raise
    except Exception as error:
        said = str(error) or type(error).__name__
        raise SandboxError(f"a bot could not be asked: {said}") from error


def _time_left(account: Account) -> dict[str, int]:
    """Return the clock of a request."""
    bank_s = account.bank_s
    move_s = min(account.clock.per_move_s, bank_s)
    return {"bank_ms": int(bank_s * 1000), "move_ms": int(move_s * 1000)}


def _action_of(answer: dict[str, Any]) -> str:
    """Return the action of an answer; raises BotFault."""
    action = answer.get("action")
    if type(action) is str and len(action) <= MAX_ACTION and len(answer) == 2:
        return action  # beside the `seq` that the channel has seen; as the model wants it
    return _parse(Answer, answer).action


def _parse(model: type[Reply], answer: dict[str, Any]) -> Reply:
    try:
        return model.model_validate(answer)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        detail = f"{where} in the answer: {first['msg'].lower()}"
        evidence = json.dumps(answer, ensure_ascii=False).encode()
        raise BotFault(Reason.BAD_ANSWER, detail, evidence) from None


def seed_of_act(seed: int, view: dict[str, Any]) -> int:
    """Return a seed for one action of a match."""
    digest = hashlib.sha256(f"{seed} {view['round']} {len(view['log'])}".encode()).digest()
    return int.from_bytes(digest[:4], "big")
