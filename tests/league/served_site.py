"""A whole site on a port of its own, with a Redis of its own, and a way to it that can be cut."""

import contextlib
import select
import socket
import subprocess
import threading
import time

import redis

from league.management.processes import clock, tables, web
from tests.league.programs import Programs, environment, kill, own_port, url_of_test_database

HOST = "127.0.0.1"


@contextlib.contextmanager
def own_redis(folder):
    """Give the address of a Redis that ends with the block and keeps nothing."""
    port = str(own_port())
    command = ["redis-server", "--bind", HOST, "--port", port, "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    url = f"redis://{HOST}:{port}/0"
    try:
        with redis.Redis.from_url(url) as client:
            _wait_for(client)
        yield url
    finally:
        kill(process)


def _wait_for(client):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with contextlib.suppress(redis.ConnectionError):
            client.ping()
            return
        time.sleep(0.02)
    raise AssertionError("Redis does not answer")


@contextlib.contextmanager
def site(folder, redis_url, **more):
    """Give the address of a site on the database of the test: web, tables' worker and clock."""
    port = own_port()
    url = f"http://{HOST}:{port}"
    own = {"REDIS_URL": redis_url, "TABLE_WATCH_S": "1", "SITE_URL": url, **more}
    with Programs(environment(folder, url_of_test_database(), **own), folder) as programs:
        for program in (web(host=HOST, port=port), tables(processes=1), clock()):
            programs.start(program)
        programs.wait_for_web(f"{url}/api/v1/games")
        yield url


class Way:
    """A way to a port, as a cable is one: `cut` ends all that goes through, until it is mended."""

    def __init__(self, port):
        self._far = (HOST, port)
        self._socket = socket.create_server((HOST, 0))
        self._is_cut = self._is_closed = False
        self._ends = []
        self._threads = [threading.Thread(target=self._accept)]

    @property
    def url(self):
        return f"http://{HOST}:{self._socket.getsockname()[1]}"

    def __enter__(self):
        self._threads[0].start()
        return self

    def __exit__(self, *error):
        self._is_closed = True
        self.cut()
        for thread in self._threads:
            thread.join()
        for end in (self._socket, *self._ends):
            end.close()

    def cut(self):
        self._is_cut = True
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self):
        self._is_cut = False

    def _accept(self):
        while not self._is_closed:
            if not select.select([self._socket], [], [], 0.05)[0]:
                continue
            near, _ = self._socket.accept()
            if self._is_cut:
                near.close()
                continue
            far = socket.create_connection(self._far)
            self._ends += [near, far]
            for ends in ((near, far), (far, near)):
                carrier = threading.Thread(target=_carry, args=ends)
                self._threads.append(carrier)
                carrier.start()


def _carry(source, target):
    """Carry bytes until one end is closed, and close the other one."""
    with contextlib.suppress(OSError):
        while content := source.recv(65536):
            target.sendall(content)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
