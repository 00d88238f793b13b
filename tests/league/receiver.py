"""A program on this machine that webhooks lead to: it keeps what it is told."""

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver(ThreadingHTTPServer):
    """Answers with `status`, after `hangs` has been set if it hangs."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 204
        self.location = ""
        self.received = []
        self.is_hanging = False
        self.may_answer = threading.Event()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/hook?key=1"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((self.path, dict(self.headers), body))
        if self.server.is_hanging:
            self.wfile.write(b"HTTP/1.1 2")
            self.wfile.flush()
            self.server.may_answer.wait(10)
            return
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.end_headers()

    def log_message(self, *args):
        pass


def receiving():
    """Give a receiver that runs."""
    return running(Receiver())


@contextlib.contextmanager
def running(receiver):
    """Let a receiver run; at the end it `may_answer` whom it has kept waiting."""
    with receiver as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.may_answer.set()
            server.shutdown()
            thread.join()
