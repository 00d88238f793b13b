"""Fifty people at once: players, watchers, scorers and readers, each in a thread."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

from tests.faults.people import People

from .cast import ONLINE
from .clients import Browser, Client
from .ledger import Ledger
from .players import Board, Place, Player
from .readers import Reader
from .watchers import Watcher

PLAYERS, WATCHERS, SCORERS, READERS = 16, 12, 8, 12
"""With the organiser who publishes and the visitor who asks all the time, fifty."""
LOGGED_IN = 4
VISITOR_S = 0.25
SCORER_S = 3.0


class Crowd:
    """All people; leaving the `with` block lets them finish what they have begun."""

    def __init__(self, url, made, *, seed, games):
        self.url = url
        self.ledger = Ledger()
        self.board = Board()
        self.is_closing = threading.Event()
        self.seen = Counter()
        self.failures = []
        self.is_over = threading.Event()
        self._made = made
        self._games = list(made["online"])[:games]
        self._chance = random.Random(seed)
        self.scorers = People(
            url,
            made["tokens"],
            pause_s=SCORER_S,
            scorers=SCORERS,
            client=partial(Client, ledger=self.ledger),
        )
        self.players = list(self._players())
        self.watchers = list(self._watchers())
        self.readers = list(self._readers())
        self._threads = [
            threading.Thread(target=self._try, args=(one.live, self))
            for one in (*self.players, *self.watchers, *self.readers)
        ]
        self._threads.append(threading.Thread(target=self._try, args=(self._visit,)))
        self._openers = {id(one.place): thread for one, thread in self._opening()}

    def __enter__(self):
        self.scorers.__enter__()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind, *error):
        if kind is not None:
            self.is_over.set()
        self.is_closing.set()
        self.scorers.__exit__(kind, *error)
        for thread in self._threads:
            thread.join()

    def opens(self, place):
        """Tell whether somebody may still open a table at a place."""
        return self._openers[id(place)].is_alive() or not place.codes.empty()

    def size(self):
        """Return how many people there are."""
        return len(self._threads) + SCORERS + 1

    def wrong(self):
        """Return what any of them met with that must not be."""
        found = [*self.failures, *self.scorers.failures]
        return found + [
            f"{what} ({n} times)" for one in self.readers for what, n in one.wrong.items()
        ]

    def _opening(self):
        for one, thread in zip(self.players, self._threads, strict=False):
            if one.opens:
                yield one, thread

    def _players(self) -> Iterator[Player]:
        for number in range(PLAYERS // 2):
            game = self._games[number % len(self._games)]
            place = Place(self._made["online"][game], ONLINE[game])
            for opens in (True, False):
                token = self._made["players"][2 * number + (not opens)]
                chance = random.Random(self._chance.random())
                yield Player(place, self._client(token), self.board, chance, opens)

    def _watchers(self) -> Iterator[Watcher]:
        for token in self._made["players"][PLAYERS:]:
            client = self._client(token)
            chance = random.Random(self._chance.random())
            yield Watcher(self.url, client, self.ledger, self.board, chance)

    def _readers(self) -> Iterator[Reader]:
        made = self._made
        pages = ["/", f"/clubs/{made['club']}/", f"/events/{made['evening']}/", "/games/"]
        pages += [f"/seasons/{made['season']}/", f"/api/v1/seasons/{made['season']}/standings"]
        pages += [f"/events/{code}/" for code in made["online"].values()]
        names = made["readers"] + [""] * (READERS - LOGGED_IN)
        for name in names:
            chance = random.Random(self._chance.random())
            browser = Browser(self.url, self.ledger)
            yield Reader(browser, pages, chance, name, made["password"] if name else "")

    def _client(self, token):
        return Client(self.url, token, seen=self.seen, is_over=self.is_over, ledger=self.ledger)

    def _visit(self):
        """Ask for a page that nobody has kept, again and again."""
        browser, number = Browser(self.url, self.ledger), 0
        while not self.is_closing.is_set():
            number += 1
            browser.get(f"/clubs/{self._made['club']}/?{number}")
            time.sleep(VISITOR_S)

    def _try(self, act, *words):
        try:
            act(*words)
        except Exception as error:
            self.failures.append(repr(error))
