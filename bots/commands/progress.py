"""What moves on the screen while something long goes on."""

import sys
import time
from typing import IO

from games.workshop.progress import WIDTH


class Steps:
    """Shows how many of some steps are done: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, label: str, *, out: IO[str], line_every_s: float = 10.0) -> None:
        self._label, self._out = label, out
        self._line_every_s = line_every_s
        self._is_terminal = out.isatty()
        self._next_line = 0.0
        self._shown = ""

    def show(self, done: int, total: int, words: str) -> None:
        """Show the state if it is news; all but the first and the last may be left out."""
        filled = WIDTH * done // max(total, 1)
        bar = "█" * filled + "·" * (WIDTH - filled) + " "
        text = f"{self._label}: {bar if self._is_terminal else ''}{done} of {total}"
        text += f", {words}" if words else ""
        if text == self._shown:
            return
        if self._is_terminal:
            self._out.write(f"\r{text}\x1b[K")
        elif done == total or time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + self._line_every_s
            self._out.write(f"{text}\n")
        self._shown = text
        self._out.flush()

    def end(self) -> None:
        """Leave the line of the bar."""
        if self._is_terminal and self._shown:
            self._out.write("\n")
            self._out.flush()


class Gauge:
    """Shows on stderr where a number stands between two bounds, with words after it."""

    def __init__(self, low: float, high: float) -> None:
        self._low, self._high = low, high
        self._shown = 0

    def show(self, value: float, words: str) -> None:
        """Show the value in place of the one before, if somebody looks."""
        if not sys.stderr.isatty():
            return
        part = (value - self._low) / (self._high - self._low)
        place = round(min(max(part, 0.0), 1.0) * (WIDTH - 1))
        scale = "·" * place + "█" + "·" * (WIDTH - 1 - place)
        text = f"{self._low:+.2f} {scale} {self._high:+.2f}  {value:+.2f}, {words}"
        print(f"\r{text:<{self._shown}}", end="", file=sys.stderr, flush=True)  # noqa: T201
        self._shown = len(text)

    def close(self) -> None:
        """End the line."""
        if self._shown:
            print(file=sys.stderr)  # noqa: T201
