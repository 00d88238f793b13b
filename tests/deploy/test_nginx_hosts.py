"""deploy/nginx.conf asks another web host where one does not answer, or lacks a file."""

import subprocess
import threading
import time
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests import nginx
from tests.faults.network import Network
from tests.league.programs import own_port

pytestmark = [pytest.mark.slow, pytest.mark.needs("nginx")]

HOST = "127.0.0.1"
PATIENCE_S = 10


class Web(ThreadingHTTPServer):
    """A web host that has the pages and files named, and no other."""

    def __init__(self, *there):
        super().__init__((HOST, 0), Answering)
        self.there = there
        self.name = f"{HOST}:{self.server_port}"

    def __enter__(self):
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,))
        self._thread.start()
        return self

    def __exit__(self, *error):
        self.shutdown()
        self._thread.join()
        self.server_close()


class Answering(BaseHTTPRequestHandler):
    """Answers 200 for what is there."""

    def do_GET(self):
        self.send_response(200 if self.path in self.server.there else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        """Say nothing."""


@pytest.fixture
def ask(tmp_path):
    """Return a function that asks nginx before these web hosts for a path: status, seconds."""
    port, running = own_port(), []

    def asked(path, web):
        if not running:
            command = nginx.lay_out(tmp_path, web=web, listen=f"listen {HOST}:{port};")
            running.append(subprocess.Popen(command))
        began = time.monotonic()
        while True:
            connection = HTTPConnection(HOST, port, timeout=PATIENCE_S)
            try:
                connection.request("GET", path)
                return connection.getresponse().status, time.monotonic() - began
            except ConnectionRefusedError:
                assert time.monotonic() - began < PATIENCE_S
                time.sleep(0.05)
            finally:
                connection.close()

    yield asked
    for program in running:
        program.terminate()
        program.wait()


def test_static_file_that_one_host_has_is_always_found(ask):
    with Web() as before, Web("/static/new.css") as after:
        web = [before.name, after.name]
        assert [ask("/static/new.css", web)[0] for _ in range(6)] == [200] * 6


def test_static_file_that_no_host_has_is_not_found(ask):
    with Web() as one, Web() as other:
        assert ask("/static/none.css", [one.name, other.name])[0] == 404


def test_page_that_is_not_found_is_asked_for_once(ask):
    with Web() as one, Web("/page") as other:
        found = {ask("/page", [one.name, other.name])[0] for _ in range(6)}
    assert found == {200, 404}


def test_host_that_is_down_keeps_nobody_waiting(ask):
    with Web("/page") as well:
        web = [f"{HOST}:{own_port()}", well.name]
        ask("/page", web)  # nginx starts
        asked = [ask("/page", web) for _ in range(10)]
    assert {status for status, _took in asked} == {200}
    assert max(took for _status, took in asked) < 1


@pytest.mark.needs("rights", "servers")
def test_host_that_is_lost_is_given_up_soon(ask):
    """A cut network swallows every packet, and nobody is told."""
    with Network() as beyond, Web("/page") as well:
        beyond.cut()
        web = [f"{beyond.far}:8000", well.name]
        asked = [ask("/page", web) for _ in range(10)]
    assert {status for status, _took in asked} == {200}
    took = sorted(took for _status, took in asked)
    assert 1.5 < took[-1] < 4
    assert took[-2] < 1  # one tried it, and the others were told
