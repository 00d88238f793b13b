"""A server that answers what a test wants, and notes what it was asked."""

import json
import threading
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from stammtisch.client import Client, Patience


class Answers(ThreadingHTTPServer):
    """Gives the next of `answers` to each request: status, body, headers; None hangs up.

    `asked` has method, path, headers and body of each.
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = deque()
        self.asked = []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def will(self, status=200, body=None, **headers):
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.append((status, body, told))

    def will_hang_up(self):
        self.answers.append(None)

    def handle_error(self, request, client_address):
        """Say nothing of connections that were cut."""


class _Handler(BaseHTTPRequestHandler):
    def _serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append((self.command, self.path, self.headers, body))
        answer = self.server.answers.popleft()
        if answer is None:
            return
        status, told, headers = answer
        content = told if isinstance(told, bytes) else json.dumps(told).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if told is not None:
            self.send_header("Content-Type", headers.get("Content-Type", "application/json"))
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if told is not None:
            self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve  # noqa: N815

    def log_message(self, *args):
        """Say nothing."""


@pytest.fixture
def server():
    with Answers() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def slept():
    """For how long the client has waited."""
    return []


@pytest.fixture
def client(server, slept):
    client = Client(server.url, token="stt_alice", patience=Patience(timeout_s=5, silence_s=5))
    client.sender.sleep = slept.append
    return client
