"""How people of the story ask: through the proxy, again until they know, and each answer noted."""

import http.client
import time
from urllib.parse import urlsplit

from tests.faults import people

from .ledger import NO_ANSWER, PUT_OFF

PATIENCE_S = 60


class Client(people.Client):
    """A client of the API whose answers are noted in a ledger."""

    put_off = PUT_OFF

    def __init__(self, url, token, *, seen, is_over, ledger):
        super().__init__(url, token, seen=seen, is_over=is_over)
        self._ledger = ledger

    def send(self, method, path, body=None, *, key, etag=""):
        began = time.monotonic()
        read = super().send(method, path, body, key=key, etag=etag)
        self._ledger.note(read[0], f"{method} {path}", began=began)
        return read


class Browser:
    """Somebody who looks at pages, with the cookies of one login."""

    def __init__(self, url, ledger):
        self._host = urlsplit(url).netloc
        self._ledger = ledger
        self.cookies = {}

    def get(self, path):
        """Return status and text of a page."""
        return self._ask("GET", path, None, {})

    def post(self, path, fields):
        """Send a form, with the key that its page gave by a cookie."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, fields, headers)

    def _ask(self, method, path, body, headers):
        said = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection(self._host, timeout=PATIENCE_S)
        began = time.monotonic()
        try:
            connection.request(method, path, body, headers | ({"Cookie": said} if said else {}))
            answer = connection.getresponse()
            read = answer.status, answer.read().decode(errors="replace")
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    cookie, _, rest = value.partition("=")
                    self.cookies[cookie] = rest.partition(";")[0]
        except (OSError, http.client.HTTPException):
            read = NO_ANSWER, ""
        finally:
            connection.close()
        self._ledger.note(read[0], f"{method} {path}", began=began)
        return read
