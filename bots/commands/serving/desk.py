"""A bot at the tables of a site: sits down where it is asked to, and answers when it is its turn.

The main thread hears the news, and each table that has some is attended to in a thread of its own.
What is stored on the site is all there is to know: after a break, a look shows where to go on.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

import games
from bots.commands.site import SiteError
from stammtisch.client import Client
from stammtisch.client.operations.tables import Tables
from stammtisch.client.sending import new_key

from .hearing import Hearing, News
from .link import Link, Stopped
from .thinking import GaveUp, Thinking

if TYPE_CHECKING:
    from stammtisch.client.types.remote_bots import ChallengeOutput, OwnTableOutput
    from stammtisch.client.types.shared import LookOutput, OnlineTableOutput
    from stammtisch.client.types.tables import TurnOutput

AT_REST = frozenset({"over", "cancelled"})
UNKNOWN_TOKEN = 401
GONE = 404
STALE = 412
MARGIN_S = 1.0
"""So much of the clock is left for the way to the site."""
RISE_S = 3.0
"""So long the end of the service waits for the site."""
GRACE_S = 60.0
"""So long after the clock has run out an answer is still sent, if the site is away."""


Command = Callable[[Tables, str, str], "LookOutput"]
"""Does something at a table, by its code and under a key."""


@dataclass
class Table:
    """A table at which the bot sits, and what this program has seen of it."""

    code: str
    version: int = -1
    """The newest version that somebody has seen, or attends to."""
    has_begun: bool = False
    has_only_bots: bool = False
    is_unclear: bool = True
    """Whether to look at it when it is not the bot's turn: something else may be to be done."""
    is_given_up: bool = False
    """Whether the default bot plays there to the end, after faults."""
    is_attended: bool = False
    is_wanted: bool = False
    """Whether there is news since somebody began to attend to it."""


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What the author wants: `most` tables at once of these `games`, also those of an `event`."""

    most: int
    games: Collection[str]
    event: str = ""


@dataclass
class Desk:
    """Serves the tables of one bot until an exception ends it; `say` is told what happens."""

    link: Link
    thinking: Thinking
    wishes: Wishes
    say: Callable[[str], object]
    tables: dict[str, Table] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._news: SimpleQueue[News | Exception] = SimpleQueue()
        self._lock = Lock()
        self._left: dict[str, int] = {}  # their last versions
        self._answered: set[str] = set()  # challenges

    def serve(self) -> NoReturn:
        """Play until an exception comes: SiteError when the site refuses the token."""
        Hearing(self.link, self._news.put).start()
        self._look()
        while True:
            if self._are_unclear():
                self._look()

    def _are_unclear(self) -> bool:
        """Heed the news that there are; return whether only a look can tell what is new."""
        try:
            news = [self._news.get(timeout=self.link.patience.look_s)]
        except Empty:
            return True
        while not self._news.empty():
            news.append(self._news.get())
        is_unclear = False
        for one in news:
            if isinstance(one, Exception):
                raise one
            table = self.tables.get(one.table)
            if table is None:
                is_unclear |= one.table not in self._left
            elif one.version > table.version:
                self._want(table, one.version)
        return is_unclear

    def _look(self) -> None:
        """Look at all that concerns the bot, and do what is to be done."""
        me = self.link.ask(lambda site, _key: site.remote_bots.me())
        current = {told["code"]: told for told in me["tables"] if self._is_open(told)}
        for code, told in current.items():
            table = self._table(code)
            if told["is_stood_in"]:
                table.is_unclear = True
            if told["is_your_turn"] or told["is_stood_in"] or told["version"] > table.version:
                self._want(table, told["version"])
        for code, table in list(self.tables.items()):
            if code not in current:
                table.is_unclear = True  # it may be over
                self._want(table)
        for asked in me["challenges"]:
            self._consider(asked)
        if self.wishes.event:
            self._join_some()

    def _is_open(self, told: "OwnTableOutput") -> bool:
        """Return whether a table is not over; the match of one that was can be taken up again."""
        return bool(told["version"] > self._left.get(told["code"], -1))

    def _consider(self, asked: "ChallengeOutput") -> None:
        """Sit down where the bot is asked to, or decline."""
        code, game = asked["table"], asked["game"]
        if code in self._answered or code in self.tables:
            return
        self._answered.add(code)
        if game not in self.wishes.games:
            self._decline(code, f"the bot does not play {game}")
        elif len(self.tables) >= self.wishes.most:
            self._decline(code, f"the bot sits at {self.wishes.most} tables already")
        elif not self._join(code):
            self._decline(code, "")

    def _decline(self, code: str, why: str) -> None:
        if why:
            self.say(f"Table {code}: declined, {why}.")
        try:
            self.link.ask(lambda site, key: site.tables.decline(code, idempotency_key=key))
        except SiteError as error:
            self._mind(code, error)

    def _join(self, code: str) -> bool:
        """Sit down; return whether there was a seat."""
        try:
            look = self.link.ask(lambda site, key: site.tables.join(code, idempotency_key=key))
        except SiteError as error:
            self._mind(code, error)
            return False
        table = self._table(code)
        if self._heed(table, look):
            self._want(table)
        return True

    def _join_some(self) -> None:
        """Sit down at tables of the event that wait for players."""
        event = self.wishes.event
        for told in self.link.ask(lambda site, _key: _gathering(site, event)):
            if len(self.tables) >= self.wishes.most:
                return
            code = told["code"]
            is_known = code in self.tables or code in self._answered
            if not is_known and not told["is_private"] and told["game"] in self.wishes.games:
                self._answered.add(code)
                self._join(code)

    def _table(self, code: str) -> Table:
        return self.tables.setdefault(code, Table(code))

    def _want(self, table: Table, version: int = 0) -> None:
        """Have somebody attend to a table, now or once more, as it has this version."""
        table.version = max(table.version, version)
        with self._lock:
            table.is_wanted = True
            if table.is_attended:
                return
            table.is_attended = True
        Thread(target=self._attend, args=(table,), name=table.code, daemon=True).start()

    def _attend(self, table: Table) -> None:
        """Do what there is to do at a table, until there is nothing."""
        try:
            while self._is_wanted(table):
                try:
                    self._visit(table)
                except SiteError as error:
                    self._mind(table.code, error)
                    if error.status == GONE:
                        self._forget(table)
        except Stopped:
            return
        except Exception as error:
            if not self.link.stopping.is_set():
                self._news.put(error)

    def _is_wanted(self, table: Table) -> bool:
        with self._lock:
            is_here = self.tables.get(table.code) is table  # or it was left, or is gone
            table.is_attended, table.is_wanted = table.is_wanted and is_here, False
            return table.is_attended

    def _mind(self, code: str, error: SiteError) -> None:
        """Say what the site refuses at one table; raises the error if it refuses everything."""
        if error.status == UNKNOWN_TOKEN:
            raise error
        self.say(f"Table {code}: {error}")

    def _visit(self, table: Table) -> None:
        """Act as long as it is the bot's turn, and look how things are where that is unclear."""
        if not table.has_begun and not self._look_at(table):
            return
        while turn := self.link.ask(lambda site, _key: site.tables.turn_retrieve(table.code)):
            if table.is_given_up or not self._act(table, turn):
                return
        is_to_see = table.is_unclear or table.has_only_bots or self.thinking.hears_events
        if is_to_see and self._look_at(table):  # its turn has come meanwhile
            self._want(table)

    def _look_at(self, table: Table) -> bool:
        """Look at a table; return whether it is the bot's turn."""
        table.is_unclear = False
        look = self.link.ask(lambda site, _key: site.tables.retrieve(table.code))
        return look is not None and self._heed(table, look)

    def _act(self, table: Table, turn: "TurnOutput") -> bool:
        """Answer a turn; return whether another one may have come by that."""
        version, left_s = turn["version"], turn["clock"]["move_ms"] / 1000
        time_s = max(left_s - MARGIN_S, left_s / 2)
        try:
            answer = self.thinking.act(table.code, turn, time_s=time_s)
        except GaveUp:
            table.is_given_up = True
            self.say(f"Table {table.code}: the default bot plays on there.")
            return self._do(table, _step_away)  # so that nobody waits for the clock
        if answer is None:
            self.say(f"Table {table.code}: the clock has run out.")
            return False
        try:
            look = self._sent(table.code, answer, version, within_s=left_s + GRACE_S)
        except SiteError as error:
            if error.status != STALE:
                raise
            self.say(f"Table {table.code}: {answer!r} came too late, the match has moved on.")
            table.is_unclear = True  # who is late is stood in for
            return True
        table.is_unclear = not (look["view"] or {}).get("hand")  # a round or the match ends
        return self._heed(table, look)

    def _sent(self, code: str, action: str, version: int, *, within_s: float) -> "LookOutput":
        """Send an action; return the table after it."""

        def act(site: Client, key: str) -> "LookOutput":
            return site.tables.act(
                code, idempotency_key=key, action=action, expected_version=version
            )

        return self.link.ask(act, within_s=within_s)

    def _heed(self, table: Table, look: "LookOutput") -> bool:
        """Take note of a table as the bot's account sees it; return whether it is its turn."""
        table.version = max(table.version, look["version"])
        status, view = look["table"]["status"], look["view"]
        if status in AT_REST:
            self._leave(table, look)
            return False
        if status == "playing" and not table.has_begun:
            table.has_begun = True
            self.say(f"Table {table.code}: {_described(look)} begins, {self._page(table)}")
        if view and self.thinking.hears_events and not table.is_given_up:
            self.thinking.hear(table.code, view)
        if status == "playing" and not table.is_given_up:
            if _is_stood_in(look):
                return self._do(table, _come_back)
            table.has_only_bots = _has_only_bots(look)
            if look["clock"]["awaits"] == "deal" and table.has_only_bots:
                return self._do(table, _deal)  # no person looks at the scores
        return bool(look["legal"])

    def _do(self, table: Table, command: Command) -> bool:
        """Deal, step away or come back, unless that is done; return whether it is its turn then."""
        try:
            look = self.link.ask(lambda site, key: command(site.tables, table.code, key))
        except SiteError as error:
            if error.status == UNKNOWN_TOKEN:
                raise
            return False  # somebody else was first, of which there is news
        return self._heed(table, look)

    def _leave(self, table: Table, look: "LookOutput") -> None:
        """Say how a match has ended, and forget its table."""
        self._left[table.code] = table.version
        is_over = look["table"]["status"] == "over"
        if self._forget(table, look["view"] if is_over else None):
            self.say(f"Table {table.code}: {_outcome(look) if is_over else 'it was called off.'}")

    def _forget(self, table: Table, view: dict[str, Any] | None = None) -> bool:
        """Sit at a table no more, if anybody does; `view` is the last one of a whole match."""
        with self._lock:
            if self.tables.pop(table.code, None) is None:
                return False
        self.thinking.end(table.code, view)
        return True

    def rise(self) -> list[str]:
        """End the service; return the addresses of the tables where the default bot plays on.

        Nobody there shall wait for the clock: the bot steps away, and gives back seats where no
        match has begun. A site that does not answer at once finds out by itself.
        """
        self.link.stopping.set()
        tables = list(self.tables.values())
        rising = [Thread(target=self._rise, args=(table,), daemon=True) for table in tables]
        for thread in rising:
            thread.start()
        end = monotonic() + RISE_S
        for thread in rising:
            thread.join(max(0.0, end - monotonic()))
        return [self._page(table) for table in tables if table.has_begun]

    def _rise(self, table: Table) -> None:
        command = _step_away if table.has_begun else _leave
        with suppress(SiteError), self.link.site.talking() as site:
            command(site.tables, table.code, new_key())

    def _page(self, table: Table) -> str:
        return f"{self.link.site.url}/tables/{table.code}/"


def _gathering(site: Client, event: str) -> "list[OnlineTableOutput]":
    """Return the tables of an event that wait for players."""
    return list(site.tables.list(event=event, status="gathering"))


def _deal(tables: Tables, code: str, key: str) -> "LookOutput":
    return tables.deal(code, idempotency_key=key)


def _step_away(tables: Tables, code: str, key: str) -> "LookOutput":
    return tables.step_away(code, idempotency_key=key)


def _come_back(tables: Tables, code: str, key: str) -> "LookOutput":
    return tables.come_back(code, idempotency_key=key)


def _leave(tables: Tables, code: str, key: str) -> "LookOutput":
    return tables.leave(code, idempotency_key=key)


def _described(look: "LookOutput") -> str:
    """Return what is played with whom."""
    table = look["table"]
    others = [seat["player"]["name"] for seat in table["seats"] if seat["number"] != look["seat"]]
    return f"{games.get(table['game']).name} with {', '.join(others)}"


def _outcome(look: "LookOutput") -> str:
    """Return how a match has ended for the bot's seat."""
    totals, seat = (look["view"] or {})["totals"], look["seat"] or 0
    place = games.get(look["table"]["game"]).place(totals)[seat]
    return f"it is over: place {place} of {len(totals)} with {totals[seat]} points."


def _is_stood_in(look: "LookOutput") -> bool:
    """Return whether the default bot plays for the bot."""
    return any(
        seat["stood_in"] for seat in look["table"]["seats"] if seat["number"] == look["seat"]
    )


def _has_only_bots(look: "LookOutput") -> bool:
    return all(seat["player"]["kind"] == "bot" for seat in look["table"]["seats"])
