"""People who look at pages, some of them logged in, and at what a page needs to be drawn."""

import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from .clients import Browser
from .ledger import PUT_OFF

LOOKS_S = 2.0
NEEDED = re.compile(r'(?:src|href)="(/static/[^"]+)"')
LOGGED_IN = 'action="/logout/"'
KEY = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
TRIES = 20


@dataclass
class Reader:
    """Somebody who looks at one page after the other; with a name, logged in."""

    browser: Browser
    pages: Sequence[str]
    chance: random.Random
    name: str = ""
    password: str = ""
    wrong: Counter = field(default_factory=Counter)

    def live(self, crowd):
        """Look at pages until the evening is closing; note what is wrong with one."""
        if self.name:
            self._log_in()
        while not crowd.is_closing.is_set():
            self._look(self.chance.choice(self.pages))
            time.sleep(self.chance.uniform(0.5, 1.5) * LOOKS_S)

    def _look(self, path):
        status, text = self.browser.get(path)
        if status in PUT_OFF:
            return
        if status != 200:
            self.wrong[f"{path}: {status}"] += 1
        elif self.name and not path.startswith("/api/") and LOGGED_IN not in text:
            self.wrong[f"{path}: logged out"] += 1
        needed = NEEDED.findall(text)
        if needed:
            path = self.chance.choice(needed)
            status, _text = self.browser.get(path)
            if status != 200 and status not in PUT_OFF:
                self.wrong[f"{path}: {status}"] += 1

    def _log_in(self):
        for _ in range(TRIES):
            _status, text = self.browser.get("/login/")
            if key := KEY.search(text):
                given = {"username": self.name, "password": self.password}
                fields = urlencode({"csrfmiddlewaretoken": key[1], **given})
                if self.browser.post("/login/", fields)[0] == 302:
                    return
            time.sleep(1)
        self.wrong["cannot log in"] += 1
