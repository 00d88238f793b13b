"""All who use the site while it is watched, seeded: players, watchers, visitors, organisers."""

import random
import threading
import time
from collections import Counter
from urllib.parse import urlsplit

from bench.load.users import Ask, ask_for
from tests.faults.people import Client, People

from .players import Player
from .streams import Place, Streams

STREAMS = 200
VISITORS, LOOKING_S, SLICE_S = 6, 3.0, 10.0
PAUSE_S = 1.0
"""A scorer looks up the next sheet for so long."""
CHECKED_S = 300
"""A bot is checked by then, while everything else goes on."""


class Load:
    """The users of a site, from entering the `with` block to leaving it."""

    def __init__(self, url, made, *, seed):
        self.seen = Counter()
        self.failures = []
        self.is_over = threading.Event()
        self.made, self._url, self._seed = made, url, seed
        places = [Place() for _ in made["seats"]]
        each = STREAMS // len(places)
        self.streams = Streams(url, places, each=each, is_over=self.is_over)
        self.players = [
            Player(url, seat, place, number=number, seed=seed, seen=self.seen, is_over=self.is_over)
            for number, (seat, place) in enumerate(zip(made["seats"], places, strict=True))
        ]
        self.people = People(url, made["tokens"], pause_s=PAUSE_S)
        self._others = [threading.Thread(target=each) for each in (self._visit, self._enter_bot)]
        self._sessions = iter(made["sessions"])

    def __enter__(self):
        self.people.__enter__()
        for thread in (self.streams, *self.players, *self._others):
            thread.start()
        return self

    def __exit__(self, kind, *error):
        self.is_over.set()
        for thread in (self.streams, *self.players, *self._others):
            thread.join()
        self.people.__exit__(kind, *error)

    def begin_evening(self):
        """Publish the next session, whose results come in then."""
        self.people.publish(next(self._sessions))

    def told(self):
        """Return how much was done, and all that went wrong."""
        wrong = [*self.failures, *self.streams.failures, *self.people.failures]
        wrong += [failure for player in self.players for failure in player.failures]
        answers = self.seen + self.people.seen
        return {
            "requests": sum(number for key, number in answers.items() if isinstance(key, int)),
            "statuses": {str(key): n for key, n in sorted(answers.items(), key=str)},
            "actions": sum(player.acts for player in self.players),
            "tables": sum(player.tables for player in self.players),
            "late_news": sum(player.late_news for player in self.players),
            "streams": dict(self.streams.seen),
            "results": len(self.people.told),
            "failures": wrong,
        }

    def _visit(self):
        """Let visitors look at pages, for slices of time, so that they stop soon."""
        chance = random.Random(f"{self._seed} visitors")
        address = urlsplit(self._url).netloc
        while not self.is_over.is_set():
            seen = ask_for(
                SLICE_S, VISITORS, address, lambda *_: Ask(self._page(chance)), looking_s=LOOKING_S
            )
            self.seen[200] += sum(len(user.took_s) for user in seen)
            self.failures += [wrong for user in seen for wrong in user.wrong]

    def _page(self, chance):
        season, ladders = self.made["season"], self.made["ladders"]
        online = chance.choice(self.made["seats"])["event"]
        return chance.choice(
            [
                *("/", "/clubs/linde/", "/play/", f"/events/{online}/"),
                *(f"/seasons/{season}/", f"/api/v1/seasons/{season}/standings"),
                *(f"/seasons/{chance.choice(ladders)}/", "/api/v1/matches?page_size=20"),
                f"/seasons/{season}/course/",
            ]
        )

    def _enter_bot(self):
        """Have an author's bot play on the ladder of Skat, once it is checked."""
        tokens = self.made["tokens"]
        carol = Client(self._url, tokens["carol"], seen=self.seen, is_over=self.is_over)
        until = time.monotonic() + CHECKED_S
        path, body = f"seasons/{self.made['ladders'][1]}/enter", {"version": self.made["version"]}
        status, attempt = 409, 0
        while status == 409 and time.monotonic() < until and not self.is_over.wait(2):
            attempt += 1
            status, answer, _ = carol.send("POST", path, body, key=f"enter-{attempt}")
        if status != 200 and not self.is_over.is_set():
            self.failures.append(f"the bot of an author is not on the ladder: {status} {answer}")
