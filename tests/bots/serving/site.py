"""A small site of its own, as the client of remote bots meets one: real HTTP, real matches.

It answers as docs/remote-bots.md says, and fails as networks and sites do, when it is told to.
"""

import json
import queue
import threading
import time
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import games
from engine.play.table import Table

TOKEN = "stt_fox"
OURS = "Fox"
HEARTBEAT_S = 0.1


class Match:
    """A table of the site: the bot has one seat, and the others play the first legal action.

    With `bots_only` nobody deals but who asks for it.
    """

    def __init__(self, code, *, game="briscola", seat=0, gathers=False, bots_only=False):
        self.code = code
        self.table = Table(
            games.get(game), games.get(game).players[0], secret=sha256(code.encode()).digest()
        )
        self.seat = seat
        self.status = "gathering" if gathers else "playing"
        self.version = 1
        self.bots_only = bots_only
        self.is_private = False
        self.move_s = 30.0
        self.keys = {}
        self.acts = []
        self.seated = not gathers
        self.declined = False
        self.is_full = False
        self.stood_in = False

    def go_on(self):
        """Let the others play until it is the bot's turn, the match is over, or nobody deals."""
        if self.status != "playing":
            return
        while not self.table.over:
            if self.table.turn is None:
                if self.bots_only:
                    return
                self.table.deal()
            elif self.table.turn == self.seat and not self.stood_in:
                return
            else:
                self.table.play(self.table.legal()[0])
            self.version += 1
        self.status = "over"

    @property
    def is_our_turn(self):
        return self.status == "playing" and self.table.turn == self.seat

    def look(self):
        view = self.table.view(self.seat) if self.table.rounds else None
        awaits = "deal" if self.status == "playing" and self.table.turn is None else "person"
        kind = "bot" if self.bots_only else "person"
        names = [OURS if at == self.seat else f"P{at}" for at in range(self.table.players)]
        seats = [
            {
                "number": at,
                "player": {"name": name, "kind": "bot" if name == OURS else kind},
                "stood_in": at == self.seat and self.stood_in,
            }
            for at, name in enumerate(names)
            if self.seated or at != self.seat
        ]
        return {
            "table": self.listed() | {"seats": seats},
            "version": self.version,
            "seat": self.seat,
            "view": view,
            "legal": view["legal"] if view and self.is_our_turn else [],
            "clock": {"awaits": awaits},
        }

    def listed(self):
        game = self.table.game.slug
        return {
            "code": self.code,
            "status": self.status,
            "game": game,
            "is_private": self.is_private,
        }

    def turn(self):
        clock = {"bank_ms": int(self.move_s * 1000), "move_ms": int(self.move_s * 1000)}
        view = self.table.view(self.seat)
        return {
            "type": "act",
            "seq": 1,
            "match": 0,
            "table": self.code,
            "version": self.version,
            "seed": 7 + self.version,
            "clock": clock,
            "view": view,
        }


class Site(ThreadingHTTPServer):
    """The site; whatever it is asked for is in `asked`.

    `failures` are the statuses of the next answers, 0 for a connection that is cut. `streams` is
    what becomes of each stream that is opened, the last one of all others: "live", "cut" after the
    first line, "silent", or "none".
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.lock = threading.RLock()
        self.matches = {}
        self.challenges = []
        self.asked = []
        self.failures = []
        self.loses_answers = 0
        self.streams = ["live"]
        self.opened = 0
        self.listening = []
        self.most_tables = 8
        self.token = TOKEN

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def add(self, match):
        with self.lock:
            self.matches[match.code] = match
            match.go_on()
        return match

    def challenge(self, match):
        with self.lock:
            self.matches[match.code] = match
            self.challenges.append(match.code)
        self.tell({"challenge": match.code})
        return match

    def tell(self, message):
        with self.lock:
            for each in self.listening:
                each.put(message)

    def handle_error(self, request, client_address):
        """Say nothing of connections that were cut."""

    def paths(self, method):
        return [path for asked, path in self.asked if asked == method]


@contextmanager
def running():
    """Give a site that runs."""
    with Site() as site:
        thread = threading.Thread(target=site.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield site
        finally:
            site.streams = ["none"]
            site.tell(None)
            site.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._serve("GET", None)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._serve("POST", json.loads(body or b"{}"))

    def log_message(self, *args):
        pass

    def _serve(self, method, body):
        site = self.server
        url = urlsplit(self.path)
        path = url.path.removeprefix("/api/v1/")
        site.asked.append((method, path))
        if path == "remote-bots/me/events":
            self._stream()
            return
        if site.failures:
            self._fail(site.failures.pop(0))
            return
        if self.headers.get("Authorization") != f"Bearer {site.token}":
            self._refuse(401, "bad_token", "The token is unknown, expired or revoked.")
            return
        with site.lock:
            status, answer = self._answer(method, path, parse_qs(url.query), body)
        if method == "POST" and site.loses_answers:
            site.loses_answers -= 1
            self.close_connection = True
            return
        self._send(status, answer)

    def _answer(self, method, path, query, body):
        site = self.server
        if path == "remote-bots/me":
            return 200, self._me()
        if path == "tables":
            listed = [one.look()["table"] for one in site.matches.values()]
            found = [one for one in listed if one["status"] == query["status"][0]]
            return 200, {"results": found, "next": None}
        _, code, *act = path.split("/")
        match = site.matches.get(code)
        if match is None:
            return 404, {"code": "not_found", "detail": "We cannot find this."}
        if not act:
            return 200, match.look()
        return getattr(self, f"_{act[0].replace('-', '_')}")(match, body)

    def _me(self):
        site = self.server
        current = [
            {
                "code": one.code,
                "version": one.version,
                "is_your_turn": one.is_our_turn,
                "is_stood_in": one.stood_in,
            }
            for one in site.matches.values()
            if one.seated and one.status in {"gathering", "playing"}
        ]
        asked = [
            {"table": code, "game": site.matches[code].table.game.slug, "by": {"name": "Bob"}}
            for code in site.challenges
            if not site.matches[code].seated and not site.matches[code].declined
        ]
        told = {"code": "fox", "name": OURS, "games": [], "most_tables": site.most_tables}
        return told | {"tables": current, "challenges": asked}

    def _turn(self, match, _body):
        return (200, match.turn()) if match.is_our_turn else (204, None)

    def _act(self, match, body):
        key = self.headers["Idempotency-Key"]
        if key in match.keys:
            return match.keys[key]
        if body["expected_version"] != match.version or not match.is_our_turn:
            return 412, {"code": "stale", "detail": "The match has moved on."}
        match.acts.append(body["action"])
        match.table.play(body["action"])
        match.version += 1
        match.go_on()
        match.keys[key] = 200, match.look()
        self.server.tell({"table": match.code, "version": match.version})
        return match.keys[key]

    def _deal(self, match, _body):
        match.table.deal()
        match.version += 1
        match.go_on()
        self.server.tell({"table": match.code, "version": match.version})
        return 200, match.look()

    def _come_back(self, match, _body):
        match.stood_in = False
        match.version += 1
        return 200, match.look()

    def _step_away(self, match, _body):
        match.stood_in = True
        match.version += 1
        match.go_on()
        return 200, match.look()

    def _leave(self, match, _body):
        match.seated = False
        return 200, match.look()

    def _join(self, match, _body):
        if match.seated or match.is_full:
            return 409, {"code": "conflict", "detail": "All seats are taken."}
        match.seated, match.status = True, "playing"
        match.version += 1
        match.go_on()
        return 200, match.look()

    def _decline(self, match, _body):
        match.declined = True
        return 200, match.look()

    def _stream(self):
        site = self.server
        kind = site.streams[min(site.opened, len(site.streams) - 1)]
        site.opened += 1
        if kind == "none":
            self._send(204, None)
            return
        news = queue.SimpleQueue()
        with site.lock:
            site.listening.append(news)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self._chunk(b'data: {"version": null}\n\n')
        self.close_connection = True
        if kind == "cut":
            return
        while kind == "silent" and site.streams != ["none"]:
            time.sleep(0.02)
        while site.streams != ["none"]:
            try:
                message = news.get(timeout=HEARTBEAT_S)
                line = f"data: {json.dumps(message)}\n\n".encode()
            except queue.Empty:
                line = b": still here\n\n"
            self._chunk(line)
            self._chunk(line if kind == "doubled" else b": again\n\n")

    def _chunk(self, content):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
        self.wfile.flush()

    def _fail(self, status):
        self.close_connection = True
        if status == 0:
            return
        self._refuse(status, "unavailable", "The database is not responding.", after="0")

    def _refuse(self, status, code, detail, after=None):
        self._send(status, {"code": code, "detail": detail}, after=after)

    def _send(self, status, answer, *, after=None):
        content = b"" if answer is None else json.dumps(answer).encode()
        self.send_response(status)
        if answer is not None:
            self.send_header("Content-Type", "application/json")
        if after is not None:
            self.send_header("Retry-After", after)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
