"""Remote bots that answer at once: the client of `serve`, without processes of bots.

`python -m bench.remote_served URL` serves a bot for each token that comes, a line each.
"""

import sys
import threading
from typing import Any

from bots.commands.serving.desk import Desk, Wishes
from bots.commands.serving.link import Link
from bots.commands.site import Site

GAME = "skat"


class Quick:
    """Thinks of any legal action at once; in the place of a bot's processes."""

    hears_events = False

    def act(self, _table: str, turn: dict[str, Any], *, time_s: float) -> str:
        """Return a legal action."""
        legal: list[str] = turn["view"]["legal"]
        return legal[turn["seed"] % len(legal)]

    def end(self, _table: str, _view: object) -> None:
        """Leave a table."""


def serve(url: str) -> None:
    """Serve a bot for each token, in threads, until the process is killed."""
    threads = []
    for token in sys.stdin.read().split():
        link = Link(Site(url, token), say=_ignore)
        desk = Desk(link, Quick(), Wishes(most=1, games=[GAME]), _ignore)  # type: ignore[arg-type]
        threads.append(threading.Thread(target=desk.serve))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _ignore(_text: str) -> None:
    """Say nothing."""


if __name__ == "__main__":
    serve(sys.argv[1])
