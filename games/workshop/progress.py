"""What moves on the screen while something long goes on."""

import sys
import time

WIDTH = 30


class Bar:
    """Shows on stderr how much is done and how long the rest will take."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._start = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` are done; the last one ends the line.

        Nothing where nobody looks: in a file or a pipe.
        """
        if not sys.stderr.isatty():
            return
        left_s = (time.monotonic() - self._start) * (total - done) / max(done, 1)
        filled = WIDTH * done // total
        bar = "█" * filled + "·" * (WIDTH - filled)
        end = "\n" if done == total else ""
        text = f"\r{bar} {done}/{total} {self._what}, {left_s:.0f} s left "
        print(text, end=end, file=sys.stderr, flush=True)  # noqa: T201
