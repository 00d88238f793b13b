"""People who play at online tables with bots, and open the next table when one is over."""

import json
import random
import threading
import uuid
from itertools import count

from tests.faults.people import Client

THINKS_S, LONGEST_S = 5.0, 25.0
"""How long somebody thinks about an action, on average and at most."""
NEWS_S = 10.0
"""Within this a stream tells of an action; then whoever waits looks, as a page does."""
BOTS = ("greedy", "easy", "medium")
OVERTAKEN = {409, 412}
"""Somebody was faster: the clock, that deals, or who stands in."""


class Wrong(Exception):
    """A request was not answered with success."""


class Player(threading.Thread):
    """One person at one place; `tables` counts how many were played to their end."""

    def __init__(self, url, seat, place, *, number, seed, seen, is_over):
        super().__init__(name=f"player {number}")
        self._client = Client(url, seat["token"], seen=seen, is_over=is_over)
        self._seat, self._place, self._is_over, self._seen = seat, place, is_over, seen
        self._bots = [BOTS[number % len(BOTS)]] * (seat["size"] - 1)
        self._chance = random.Random(f"{seed} {number}")
        self._keys = (uuid.UUID(int=self._chance.getrandbits(128)).hex for _ in count())
        self.failures = []
        self.tables = self.acts = self.late_news = 0

    def run(self):
        while not self._is_over.is_set():
            try:
                self._play()
            except Exception as error:
                self.failures.append(repr(error))
                self._is_over.wait(5)

    def _play(self):
        """Open a table and play there until it is over."""
        asked = {"seats": self._seat["size"], "bots": self._bots}
        look = self._ask("POST", f"events/{self._seat['event']}/tables", asked)
        self._place.lead_to(look["table"]["code"])
        while look["table"]["status"] == "playing" and not self._is_over.is_set():
            look = self._go_on(look)
        self.tables += look["table"]["status"] == "over"

    def _go_on(self, look):
        """Return how the table looks after the next thing has happened there."""
        path, seen = f"tables/{look['table']['code']}", {"expected_version": look["version"]}
        if look["legal"]:
            self._is_over.wait(min(LONGEST_S, self._chance.expovariate(1 / THINKS_S)))
            asked = seen | {"action": self._chance.choice(look["legal"])}
            self.acts += 1
            return self._ask("POST", f"{path}/act", asked) or self._ask("GET", path)
        if look["clock"]["awaits"] == "deal":
            return self._ask("POST", f"{path}/deal", seen) or self._ask("GET", path)
        is_told = self._place.is_newer(look["version"], within_s=NEWS_S)
        after = self._ask("GET", f"{path}?after={look['version']}")
        if after and not is_told and not self._is_over.is_set():
            # It may have happened this very moment.
            self.late_news += not self._place.is_newer(look["version"], within_s=NEWS_S)
        return after or look

    def _ask(self, method, path, body=None):
        """Return what is answered; None where there is nothing new, or somebody was faster."""
        status, answer, _etag = self._client.send(method, path, body, key=next(self._keys))
        if status == 204 or status in OVERTAKEN:
            self._seen["overtaken"] += status in OVERTAKEN
            return None
        if not 200 <= status < 300:
            raise Wrong(f"{method} {path}: {status} {answer[:300]}")
        return json.loads(answer)
