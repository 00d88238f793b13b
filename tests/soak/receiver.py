"""Where webhooks lead to: a program that fails in every way, and now and then does not."""

import random
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.league.receiver import running

from .site import HOST

ANSWERS = {"500": 40, "closes": 25, "stalls": 10, "204": 25}
"""How often, in a hundred, it answers how."""
STALLS_S = 12
"""Longer than a site waits for an answer."""


class Receiver(ThreadingHTTPServer):
    """Counts in `answered` how it has answered."""

    daemon_threads = True

    def __init__(self, seed):
        super().__init__((HOST, 0), _Handler)
        self.chance = random.Random(seed)
        self.answered = Counter()
        self.may_answer = threading.Event()

    def handle_error(self, request, client_address):
        """Say nothing of senders that hang up: they were kept waiting."""


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        [answer] = self.server.chance.choices([*ANSWERS], [*ANSWERS.values()])
        self.server.answered[answer] += 1
        if answer == "stalls":
            self.server.may_answer.wait(STALLS_S)
        if not answer.isdigit():
            self.close_connection = True
            return
        self.send_response(int(answer))
        self.end_headers()

    def log_message(self, *args):
        pass


def receiving(seed):
    """Give a receiver that runs."""
    return running(Receiver(seed))
