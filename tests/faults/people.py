"""People who publish sessions, enter results and confirm them, whatever happens to the house.

Each request has a key of its own and is sent until it is answered; what was answered is noted.
"""

import http.client
import json
import queue
import threading
import time
import uuid
from collections import Counter
from urllib.parse import urlsplit

PATIENCE_S = 120
TIMEOUT_S = 30
AGAIN_S = 0.2
SCORERS = 3


class Refused(Exception):
    """The answer was neither a success nor a request for patience."""


class Client:
    """A client of the API that sends a request again until it knows what has become of it."""

    put_off = frozenset({0, 503})
    """The answers after which a request is sent again; 0 is none."""

    def __init__(self, url, token, *, seen, is_over):
        self._is_over = is_over
        self._host = urlsplit(url).netloc
        self._token = token
        self._seen = seen

    def insist(self, method, path, body=None, etag=""):
        """Return body and ETag of a success; the request may have been sent many times."""
        key = uuid.uuid4().hex
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and not self._is_over.is_set():
            status, answer, new = self.send(method, path, body, key=key, etag=etag)
            if 200 <= status < 300:
                return json.loads(answer), new
            if status not in self.put_off:
                raise Refused(f"{method} {path}: {status} {answer}")
            time.sleep(AGAIN_S)
        raise Refused(f"{method} {path}: given up, after {PATIENCE_S} s at most")

    def send(self, method, path, body=None, *, key, etag=""):
        """Return status, body and ETag; a status of 0 where the connection ended without any."""
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        } | ({"If-Match": etag} if etag else {})
        connection = http.client.HTTPConnection(self._host, timeout=TIMEOUT_S)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1/{path}", text, headers)
            answer = connection.getresponse()
            read = answer.status, answer.read().decode(), answer.headers.get("ETag", "")
            self._seen["repeated"] += "Idempotency-Replayed" in answer.headers
        except (OSError, http.client.HTTPException):
            read = 0, "", ""
        finally:
            connection.close()
        self._seen[read[0]] += 1
        return read


class People:
    """An organiser and scorers, each in a thread.

    Leaving the `with` block waits until all is entered, unless it is left because something failed.
    """

    def __init__(self, url, tokens, *, pause_s=0.1, scorers=SCORERS, client=Client):
        self.told = {}
        self.seen = Counter()
        self.failures = []
        self._is_over = threading.Event()
        self._alice, self._sven = (
            client(url, tokens[name], seen=self.seen, is_over=self._is_over)
            for name in ("alice", "sven")
        )
        self._scorers = scorers
        self._pause_s = pause_s
        self._sessions = queue.Queue()
        self._matches = queue.Queue()
        self._threads = [threading.Thread(target=self._publish_all)]
        self._threads += [threading.Thread(target=self._score_all) for _ in range(scorers)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind, *error):
        if kind is not None:
            self._is_over.set()
        self._sessions.put(None)
        for thread in self._threads:
            thread.join()

    def publish(self, session):
        """Have a session published, and its matches of people scored, in the background."""
        self._sessions.put(session)

    def _publish_all(self):
        while (session := self._sessions.get()) is not None:
            self._try(self._publish, session)
        for _ in range(self._scorers):
            self._matches.put(None)

    def _publish(self, session):
        self._alice.insist("POST", f"sessions/{session['code']}/publish")
        for match in session["people"]:
            self._matches.put(match)

    def _score_all(self):
        while (match := self._matches.get()) is not None:
            self._try(self._score, match)
            time.sleep(self._pause_s)

    def _score(self, match):
        rounds = rounds_of(match)
        body = {"source": "scores", "rounds": rounds}
        _entered, etag = self._sven.insist("PUT", f"matches/{match}/result", body)
        final, _etag = self._alice.insist("POST", f"matches/{match}/confirm", etag=etag)
        assert final["status"] == "final"
        self.told[match] = [sum(scores) for scores in zip(*rounds, strict=True)]

    def _try(self, act, subject):
        try:
            act(subject)
        except Exception as error:
            self.failures.append(repr(error))


def rounds_of(match):
    """Return the scores of a match, another table for each code."""
    letters = [ord(letter) for letter in match]
    return [
        [(letters[seat] * (seat + 2) + number) % 60 for seat in range(4)] for number in range(4)
    ]
