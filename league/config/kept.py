"""Answers to visitors are kept, and sent again while they would be made the same.

A visitor has no session and no token, so all of them see the same. Each process keeps answers,
together with what had been written by then to the tables that they were made from. For a moment an
answer is sent again as it is; after that, if none of these tables has been written since. What the
clock changes, too, is kept for the moment only. Why so: docs/decisions/0027.
"""

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language_from_request

from league.logic.recent import Recent
from league.services.base import writings

logger = logging.getLogger(__name__)

FRESH_S: Final = 0.5
"""For so long an answer is sent again without a look at what has been written."""
LOOK_S: Final = 0.2
"""What has been written is asked of the database this often at most."""
UNASKED_S: Final = 600
"""After so long an answer that nobody has asked for is let go."""
FOR_CACHES: Final = "public, max-age=0, s-maxage=1"
"""What a proxy in front may do: send the answer to others for a second."""
MOST_BYTES: Final = 512 * 1024
"""A larger answer is not kept."""

PAGES: Final = (
    *("club", "teams", "venues", "player", "rating", "opponents", "season", "course", "penalties"),
    *("club-ranking", "places"),
    *("league", "division", "head-to-head", "ladder-player", "duplicate", "match", "viewer"),
    *("games", "game", "bots", "bot", "version", "fair-deals"),
    *("embed-standings", "embed-results", "embed-session", "club-news", "season-news"),
    "handicaps",
    *("club-picture", "season-picture", "event-picture", "session-picture", "player-picture"),
)
RESOURCES: Final = (
    *("game-list", "game-detail", "game-ratings", "club-list", "club-detail", "club-members"),
    *("club-venues", "player-list", "player-detail", "player-ratings", "player-game-ratings"),
    *("player-game-rating-history", "season-list", "season-detail", "season-standings"),
    *("season-penalties", "season-leaderboard", "season-head-to-head", "season-history"),
    *("season-curve", "event-list", "event-detail", "event-bracket", "event-ranking"),
    "event-handicaps",
    *("event-registrations", "session-list", "session-detail", "session-draw", "session-ranking"),
    *("match-list", "match-results", "match-rounds", "duplicate-list", "duplicate-detail"),
    *("league-list", "league-detail", "league-divisions", "division-detail"),
    *("division-standings", "division-calendar", "team-list", "team-detail", "team-members"),
    *("bot-list", "bot-detail", "bot-versions", "version-list", "version-detail"),
)
STEADY: Final = frozenset(
    {*(f"web:{page}" for page in PAGES), *(f"api:{resource}" for resource in RESOURCES)}
)
"""What only changes when something is stored."""
MOVING: Final = frozenset(
    {
        *("web:home", "web:members", "web:event", "web:ranking", "web:session", "web:screen"),
        *("web:embed-evening", "web:calendar", "web:remote-bots", "web:remote-bot"),
    }
)
"""Pages on which something changes with the clock, too, such as who may still register."""
FOR_EVERYBODY: Final = STEADY | MOVING
"""The addresses whose answers are kept; whoever looks at one without a session sees the same."""
HARMLESS: Final = frozenset({settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME})
"""Cookies of which no such page shows more than its language."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it is kept; `since` is when its making began, by the monotonic clock."""

    content: bytes
    headers: tuple[tuple[str, str], ...]
    etag: str
    route: ResolverMatch
    since: float
    tables: tuple[tuple[str, tuple[int, int] | None], ...]

    @property
    def size(self) -> int:
        """How many bytes it takes up, about."""
        return len(self.content) + 1024

    def holds(self, noted: writings.Noted) -> bool:
        """Tell whether it would be made the same today."""
        return self.route.view_name in STEADY and all(
            noted.get(name) == seen for name, seen in self.tables
        )


class Store:
    """Answers by what was asked, those that were asked for last; any thread may use it."""

    def __init__(self, most_bytes: int) -> None:
        self._answers = Recent[Answer](most_bytes, unused_s=UNASKED_S, size=lambda one: one.size)
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Answer | None:
        """Return the answer that is kept, whether or not it still holds."""
        with self._lock:
            return self._answers.use(key)

    def keep(self, key: Hashable, answer: Answer) -> None:
        """Keep an answer instead of an earlier one, and let go of those nobody has asked for."""
        with self._lock:
            self._answers.put(key, answer)


class Looks:
    """What has been written, asked of the database now and then for all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: writings.Noted | None = None
        self._at = float("-inf")
        self._are_all_noted: bool | None = None

    def last(self, now: float) -> writings.Noted | None:
        """Return how things stood lately; None while the database does not tell.

        Nobody waits for somebody else's look, which may take long.
        """
        if now - self._at < LOOK_S:
            return self._noted
        if not self._lock.acquire(blocking=False):
            return self._noted if now - self._at < FRESH_S else None
        try:
            self._noted, self._at = self._look(), now
        except Error:
            self._noted, self._at = None, time.monotonic()
        finally:
            self._lock.release()
        return self._noted

    def _look(self) -> writings.Noted | None:
        """Return what has been written; None while that is not noted of every table."""
        if not self._are_all_noted:
            was, self._are_all_noted = self._are_all_noted, writings.are_all_noted()
            if not (self._are_all_noted or was is False):
                logger.warning("no answers are kept: writings are not noted, run manage.py migrate")
        return writings.noted() if self._are_all_noted else None


class Makers:
    """Whoever asks for what another one just makes waits for that."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._at_work: dict[object, tuple[threading.Lock, int]] = {}

    @contextmanager
    def alone(self, key: object) -> Iterator[None]:
        """Let one thread at a time make the answer to what was asked."""
        with self._guard:
            lock, waiting = self._at_work.get(key, (threading.Lock(), 0))
            self._at_work[key] = lock, waiting + 1
        try:
            with lock:
                yield
        finally:
            with self._guard:
                lock, waiting = self._at_work.pop(key)
                if waiting > 1:
                    self._at_work[key] = lock, waiting - 1


class KeptAnswers:
    """Middleware: answers visitors with what is kept for them, else keeps what is made."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self._store = Store(settings.KEPT_MB * 1024 * 1024)
        self._looks = Looks()
        self._makers = Makers()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not (settings.KEPT_MB and is_visitor(request)):
            return self.get_response(request)
        key, asked = key_of(request), time.monotonic()
        answer = self._store.find(key)
        if answer is not None and answer.since > asked - FRESH_S:
            return _sent(request, answer)
        route = _route(request) if answer is None else answer.route
        if route is None:
            return self.get_response(request)
        noted = self._looks.last(asked)
        if answer is not None and noted is not None and answer.holds(noted):
            return _sent(request, answer)
        with self._makers.alone(key):
            answer = self._store.find(key)
            if answer is not None and answer.since > asked - FRESH_S:
                return _sent(request, answer)
            return self._made(request, key, route, noted)

    def _made(
        self, request: HttpRequest, key: object, route: ResolverMatch, noted: writings.Noted | None
    ) -> HttpResponseBase:
        """Return a new answer, which is kept if it is one for everybody."""
        since = time.monotonic()
        with writings.reading() as reads:
            response = self.get_response(request)
        if noted is None or not (reads.are_noted and is_for_everybody(response)):
            return response
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers["Cache-Control"] = FOR_CACHES
        answer = Answer(
            content=response.content,
            headers=tuple(response.headers.items()),
            etag=f'"{hashlib.sha256(response.content).hexdigest()[:24]}"',
            route=route,
            since=since,
            tables=tuple((name, noted.get(name)) for name in sorted(reads.tables)),
        )
        self._store.keep(key, answer)
        return _sent(request, answer)


def is_visitor(request: HttpRequest) -> bool:
    """Tell whether somebody only looks, of whom nothing is known but the language."""
    return (
        request.method == "GET"
        and "Authorization" not in request.headers
        and HARMLESS.issuperset(request.COOKIES)
    )


def key_of(request: HttpRequest) -> object:
    """Return what the answer depends on besides what is stored."""
    return (
        request.scheme,
        request.get_host(),
        request.get_full_path(),
        get_language_from_request(request),
        request.headers.get("HX-Request"),
        request.headers.get("Accept") if request.path_info.startswith("/api/") else None,
    )


def is_for_everybody(response: HttpResponseBase) -> TypeGuard[HttpResponse]:
    """Tell whether all visitors get this answer: a form with a token comes with a cookie."""
    return (
        isinstance(response, HttpResponse)
        and response.status_code == 200
        and not response.cookies
        and "Cache-Control" not in response.headers
        and "ETag" not in response.headers
        and len(response.content) <= MOST_BYTES
    )


def _route(request: HttpRequest) -> ResolverMatch | None:
    """Return where a request goes if answers from there are kept."""
    try:
        route = resolve(request.path_info)
    except Resolver404:
        return None
    return route if route.view_name in FOR_EVERYBODY else None


def _sent(request: HttpRequest, answer: Answer) -> HttpResponseBase:
    """Return an answer that is kept, or that whoever asks has it already."""
    request.resolver_match = answer.route
    response = HttpResponse(answer.content, headers=dict(answer.headers))
    response.headers["ETag"] = answer.etag
    found: Any = get_conditional_response(request, etag=answer.etag, response=response)
    return found if isinstance(found, HttpResponseBase) else response
