"""A site, and a bot that is served to it."""

import threading
import time
from dataclasses import dataclass, field
from functools import partial

import pytest

from bots.commands.serving.desk import Desk, Wishes
from bots.commands.serving.link import Link, Patience, Stopped
from bots.commands.serving.thinking import CLOCK, Thinking
from bots.commands.site import Site as Client
from tests.bots import folders

from .site import TOKEN, running

HASTY = Patience(first_s=0.01, most_s=0.05, silence_s=0.4, brief_s=0.05, poll_s=0.02, look_s=0.2)


@pytest.fixture
def site():
    with running() as site:
        yield site


@dataclass
class Served:
    """A bot that is served in a thread: what was said, and by what it ended."""

    said: list = field(default_factory=list)
    error: Exception | None = None
    desk: Desk | None = None

    @property
    def text(self):
        return "\n".join(self.said)

    def run(self):
        try:
            self.desk.serve()
        except Stopped:
            pass
        except Exception as error:
            self.error = error


def wait_for(what, *, seconds=20):
    """Wait until a function says yes."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def serve(site, tmp_path):
    """Return a function that serves a bot that does `act`, until the test ends."""
    ending = []

    def start(act=folders.FIRST, *, most=4, games=("briscola", "skat"), event="", program=None):
        folder = tmp_path / f"bot{len(ending)}"
        bot = folders.write(folder, program) if program else folders.acting(folder, act)
        served = Served()
        link = Link(Client(site.url, TOKEN), say=served.said.append, patience=HASTY)
        thinking = Thinking(partial(bot.player, clock=CLOCK), say=served.said.append)
        wishes = Wishes(most=most, games=games, event=event)
        served.desk = Desk(link, thinking, wishes, served.said.append)
        thread = threading.Thread(target=served.run, daemon=True)
        ending.append((link, thinking, thread))
        thinking.start()
        thread.start()
        return served

    yield start
    for link, thinking, thread in ending:
        link.stopping.set()
        thread.join(10)
        thinking.close()
