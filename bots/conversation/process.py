"""A player that is a process: the protocol, spoken over a channel.

What carries the lines is a `Channel`: `bots.sandbox` on a server, `local` for authors.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from bots.sandbox.command import Clock
from bots.sandbox.faults import BotFault, Reason, SandboxError

from .protocol import MAX_ACTION, VERSION, Answer, MatchBegins, MatchEnds, News, PartEnds, Ready

Reply = TypeVar("Reply", bound=BaseModel)


class Channel(Protocol):
    """A conversation with one process, which has to answer in time.

    `ask` and `tell` raise BotFault, and SandboxError or OSError where the host is to blame.
    """

    @property
    def bank_s(self) -> float:
        """What is left of its time for the match, in seconds."""

    @property
    def spent_s(self) -> float:
        """The time of its answers in this match, in seconds."""

    @property
    def is_worn(self) -> bool:
        """Whether another process should play the next match."""

    def wind(self, clock: Clock) -> None:
        """Give it the time of another match, with an empty log."""

    def log(self) -> bytes:
        """Return the end of what it wrote to stderr in this match; also after its end."""

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a request, numbered with `seq`; return the answer that repeats it."""

    def tell(self, message: dict[str, Any]) -> None:
        """Send what wants no answer; it may go out with the next request only."""

    def kill(self) -> None:
        """End the process; may be called again."""


@dataclass
class Effort:
    """What a match has cost a process so far; `log` once its part or the match has ended."""

    actions: int = 0
    """How often it was asked to act."""
    thinking_s: float = 0.0
    slowest_s: float = 0.0
    log: bytes = b""


class ProcessPlayer:
    """A bot's process at a table, in one match after another, until it makes a fault.

    `open_channel` starts a process with a clock, when a match begins and there is none.
    `name` and `games` are those of the manifest. Used as a context, it leaves no process behind.
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
        self._open = open_channel
        self._clock = clock
        self._channel: Channel | None = None
        self._match: MatchBegins | None = None
        self._fault: BotFault | None = None
        self._hears = False
        self.effort = Effort()

    def __enter__(self) -> "ProcessPlayer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def hears_events(self) -> bool:
        """Whether the bot wants news."""
        return self._hears

    def act(self, view: dict[str, Any], *, seed: int | None = None) -> str:
        """Return what the bot answers to its view; raises BotFault.

        The seed of the request follows from that of the match, unless it is given.
        """
        if self._fault is not None:
            raise self._fault
        channel, match = self._channel, self._match
        if channel is None or match is None:
            raise RuntimeError("a process is asked to act only after it was told of its match")
        request = {
            "type": "act",
            "seed": seed_of_act(match.seed, view) if seed is None else seed,
            "clock": self._time_left(channel.bank_s),
            "view": view,  # as it is: a model of it would only be taken apart again
        }
        spent_s = channel.spent_s
        try:
            return _action_of(_ask(channel, request))
        except Exception:
            self.close()
            raise
        finally:
            self._note(channel.spent_s - spent_s)

    def tell(self, news: News) -> None:
        """Pass news on, if the bot wants them; a fault is raised when it is next to act."""
        if isinstance(news, PartEnds) and self._match and news.seat == self._match.seat:
            self.close()
            return
        try:
            if isinstance(news, MatchBegins):
                self._begin(news)
            if self._hears and self._channel is not None:
                self._channel.tell(news.model_dump(warnings=False, exclude_unset=True))
            if isinstance(news, MatchEnds) and self._channel is not None:
                self.effort.log = self._channel.log()
        except BotFault as fault:
            self.close()
            self._fault = fault

    def close(self) -> None:
        """End the process, if there is one."""
        channel, self._channel, self._hears = self._channel, None, False
        if channel is not None:
            channel.kill()
            self.effort.log = channel.log()

    def start(self) -> None:
        """Start the process and shake hands, if there is none; raises BotFault."""
        if self._channel is not None:
            return
        self._channel = self._open(self._clock)
        try:
            self._hears = self._greet(self._channel).events
        except Exception:
            self.close()
            raise

    def _begin(self, match: MatchBegins) -> None:
        if self._channel is not None and self._channel.is_worn:
            self.close()
        self._match, self._fault, self.effort = match, None, Effort()
        self.start()
        if self._channel is not None:
            self._channel.wind(self._clock)

    def _note(self, thought_s: float) -> None:
        self.effort.actions += 1
        self.effort.thinking_s += thought_s
        self.effort.slowest_s = max(self.effort.slowest_s, thought_s)

    def _time_left(self, bank_s: float) -> dict[str, int]:
        move_s = min(self._clock.per_move_s, bank_s)
        return {"bank_ms": int(bank_s * 1000), "move_ms": int(move_s * 1000)}

    def _greet(self, channel: Channel) -> Ready:
        """Shake hands; raises BotFault if the process is not the bot of the manifest."""
        answer = _ask(channel, {"type": "hello", "protocol": VERSION})
        ready = _parse(Ready, answer)
        if ready.name not in {None, self.name}:
            detail = f"it says its name is {ready.name!r}, but the manifest says {self.name!r}"
            raise BotFault(Reason.BAD_ANSWER, detail)
        if ready.games is not None and set(ready.games) != set(self.games):
            raise BotFault(Reason.BAD_ANSWER, "it names other games than the manifest")
        return ready


def _ask(channel: Channel, request: dict[str, Any]) -> dict[str, Any]:
    try:
        return channel.ask(request)
    except (BotFault, SandboxError):
        raise
    except Exception as error:  # a request too long, no descriptors, a worker out of time
        said = str(error) or type(error).__name__
        raise SandboxError(f"a bot could not be asked: {said}") from error


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
