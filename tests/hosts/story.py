"""What happens to the hosts while people play, and how long it kept them waiting."""

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.faults.waiting import await_true

from .crowd import Crowd
from .house import ENDS_S, WEBS, WORKERS, House
from .ledger import NO_ANSWER
from .release import TODAY, Release

UNDONE = "SELECT count(*) FROM league_job WHERE status IN ('waiting', 'running')"
UNRATED = "SELECT count(*) FROM league_unrated"
NEWS_S = 25
"""So long after a host was lost the proxy ends streams of it (deploy/nginx.conf), and no longer."""
ASKED_AGAIN_S = 10
"""So long after a web host is ready the proxy asks it again, as docs/operations.md says."""
SETTLES_S = 240


@dataclass(frozen=True)
class Size:
    """How long people play between what happens, and how many sessions there are for them."""

    quiet_s: float
    games: int
    sessions: int
    bots: int
    people: int


NOBODY, GONE = frozenset(), frozenset({NO_ANSWER, 502, 504})
"""Nobody is put off; or those are whom a host that is gone was answering."""
SESSION_S = 4.0
"""Every so many seconds a session is published."""
SHORT = Size(quiet_s=5, games=2, sessions=40, bots=4, people=4)
LONG = Size(quiet_s=60, games=3, sessions=120, bots=4, people=6)


@dataclass
class Happening:
    """Something that happened to a host, when it began, and until when it was felt."""

    name: str
    began: float
    ended: float = 0.0
    allowed: frozenset[int] = NOBODY
    """With what people may be put off by it, to ask again."""

    @property
    def span(self):
        return self.began, self.ended


@dataclass
class Story:
    """The site's life in one evening."""

    house: House
    before: Release
    size: Size
    made: dict
    seed: int = 1
    happened: list[Happening] = field(default_factory=list)

    def play(self):
        """Let everything happen while people play; return the people."""
        self._open()
        people = Crowd(self.house.url, self.made, seed=self.seed, games=self.size.games)
        with people as crowd, self._publishing(crowd):
            self._quiet(crowd)
            if self.before is not TODAY:
                self._upgrade()
                self._quiet(crowd)
            self._lose_web()
            self._quiet(crowd)
            self._lose_worker()
            self._quiet(crowd)
            self.say("the evening is closing: tables are played to their end")
        return crowd

    def settle(self):
        """Wait until all is done that people and bots have begun; return what is stored."""
        postgres = self.house.postgres
        await_true(lambda: not postgres.count(UNDONE), "jobs", seconds=SETTLES_S)
        await_true(lambda: not postgres.count(UNRATED), "ratings", seconds=SETTLES_S)
        return self.house.cast(TODAY, "verdict")

    def unexplained(self, crowd):
        """Return who was put off though nothing happened by which they may be."""
        return [
            answer
            for answer in crowd.ledger.put_off()
            if not any(
                answer.status in one.allowed and answer.is_within(*one.span)
                for one in self.happened
            )
        ]

    def _open(self):
        """Start the release that serves first on all hosts, as docs/operations.md says."""
        self.say(f"{self.before.name} is started on all hosts")
        each = [
            threading.Thread(target=self.house.prepare_web, args=(name, self.before))
            for name in WEBS
        ]
        for thread in each:
            thread.start()
        for thread in each:
            thread.join()
        for name in WEBS:
            self.house.start_web(name, self.before)
        for name in WORKERS:
            self.house.start_workers(name, self.before)
        self.house.start_clock(WORKERS[0], self.before)
        for name in WEBS:
            self.house.await_web(name)
        for name in WORKERS:
            self.house.await_workers(name)
        self.house.start_proxy()
        await_true(self.house.serves, "pages by the proxy")

    def _upgrade(self):
        """Upgrade hosts one by one, in the order of docs/operations.md."""
        house = self.house
        backup = house.hosts[WORKERS[1]].folder / "site.backup"
        with self._happens("a backup, by the release before"):
            house.manage(WORKERS[1], self.before, "backup", backup)
        with self._happens("tables are migrated while the release before serves"):
            house.once(TODAY)
        for name in WEBS:
            house.prepare_web(name, TODAY)
            with self._happens(f"{name} is upgraded", GONE):
                house.stop(name)
                house.start_web(name, TODAY)
                house.await_web(name)
                time.sleep(ASKED_AGAIN_S)
        for name in WORKERS:
            with self._happens(f"{name} is upgraded"):
                for what in house.stop(name):
                    self.say(f"{what} on {name} had not ended after {ENDS_S} s and was killed")
                house.start_workers(name, TODAY)
                house.await_workers(name)
        with self._happens("the clock is upgraded"):
            house.stop(WORKERS[0], only="clock")
            house.start_clock(WORKERS[0], TODAY)

    def _lose_web(self):
        with self._happens(f"{WEBS[0]} is lost for good", GONE):
            self.house.lose(WEBS[0])
            time.sleep(NEWS_S)

    def _lose_worker(self):
        """Lose the host with the clock, and start the clock on the other one."""
        with self._happens(f"{WORKERS[0]} is lost for good, with the clock"):
            self.house.lose(WORKERS[0])
            self.house.start_clock(WORKERS[1], TODAY)
            time.sleep(NEWS_S / 2)

    @contextmanager
    def _happens(self, name, allowed=NOBODY):
        self.say(name)
        one = Happening(name, time.monotonic(), allowed=allowed)
        yield
        one.ended = time.monotonic()
        self.happened.append(one)
        assert self.house.ended() == [], self.house.said()

    def _quiet(self, crowd):
        self.say(f"people play for {self.size.quiet_s:.0f} s")
        time.sleep(self.size.quiet_s)
        assert crowd.wrong() == []

    @contextmanager
    def _publishing(self, crowd):
        """Publish a session every few seconds, and those that are left when the evening closes."""
        is_closing = threading.Event()

        def publish():
            for session in self.made["sessions"]:
                crowd.scorers.publish(session)
                is_closing.wait(SESSION_S)

        thread = threading.Thread(target=publish)
        thread.start()
        try:
            yield
        finally:
            is_closing.set()
            thread.join()

    def say(self, what):
        print(f"{time.strftime('%H:%M:%S')}  {what}", flush=True)  # noqa: T201
