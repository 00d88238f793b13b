"""A push service on this machine, and browsers that are reached through it.

It does what those of browsers do: it takes messages that a site has signed, and hands them to the
browser, which alone can decrypt them. It can also refuse, stall, and die.
"""

import json
import os
import threading
from base64 import urlsafe_b64decode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from league.logic.vapid import to_text

from .receiver import running

TAKEN = 201


class Browser:
    """A browser that has subscribed: its keys, and what it was told."""

    def __init__(self, service, name):
        self.path = f"/push/{name}"
        self.endpoint = f"http://127.0.0.1:{service.server_port}{self.path}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        self.told = []

    @property
    def subscription(self):
        """What the browser gives to the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "point": to_text(point),
            "secret": to_text(self._secret),
        }

    def read(self, body):
        """Decrypt a message as RFC 8291 has it."""
        return json.loads(
            http_ece.decrypt(
                body, private_key=self.key, auth_secret=self._secret, version="aes128gcm"
            )
        )


class PushService(ThreadingHTTPServer):
    """Answers with `status`; `stalls` or `dies` after it has read a message, if told to."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status, self.retry_after = TAKEN, ""
        self.does = "answer"
        self.browsers, self.headers, self.claims = {}, [], []
        self.asked = 0
        self.may_answer = threading.Event()

    def browser(self, name="bobs"):
        """Return a new browser that is reached through this service."""
        made = Browser(self, name)
        self.browsers[made.path] = made
        return made

    def check(self, headers):
        """Check who has signed, for whom, and until when."""
        signed = headers["Authorization"]
        assert Vapid02.verify(signed)
        claims = signed.split("t=")[1].split(".")[1]
        told = json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        assert told["aud"] == f"http://127.0.0.1:{self.server_port}"
        assert told["sub"].startswith(("mailto:", "https://"))
        self.claims.append(told)
        assert headers["Content-Encoding"] == "aes128gcm"
        assert len(headers["Topic"]) <= 32
        assert headers["TTL"].isdecimal()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        service = self.server
        body = self.rfile.read(int(self.headers["Content-Length"]))
        service.asked += 1
        service.headers.append(dict(self.headers))
        if service.does == "die":
            self.close_connection = True
            return
        if service.does == "stall":
            service.may_answer.wait(10)
            return
        status = service.status
        if status == TAKEN:
            browser = service.browsers[self.path]
            try:
                service.check(self.headers)
                browser.told.append(browser.read(body))
            except Exception as error:
                service.headers.append({"error": repr(error)})
                status = 400
        self.send_response(status)
        if service.retry_after:
            self.send_header("Retry-After", service.retry_after)
        self.end_headers()

    def log_message(self, *args):
        pass


def serving():
    """Give a push service that runs."""
    return running(PushService())
