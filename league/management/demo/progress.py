"""A progress bar on a terminal, and a few lines anywhere else."""

import time
from typing import IO

WIDTH = 30
LINE_EVERY_S = 5.0


class Progress:
    """Shows how many of `total` are done; `total` may change on the way."""

    def __init__(self, label: str, *, out: IO[str]) -> None:
        self.label = label
        self._out = out
        self._is_terminal = out.isatty()
        self._shown: tuple[int, int] | None = None
        self._next_line = 0.0

    def show(self, done: int, total: int) -> None:
        """Show the state if it is news."""
        if self._shown == (done, total):
            return
        if self._is_terminal:
            filled = WIDTH * done // max(total, 1)
            bar = "█" * filled + "·" * (WIDTH - filled)
            self._out.write(f"\r{self.label} {bar} {done}/{total}\x1b[K")
        elif done == total or time.monotonic() >= self._next_line:
            self._out.write(f"{self.label} {done}/{total}\n")
            self._next_line = time.monotonic() + LINE_EVERY_S
        else:
            return
        self._out.flush()
        self._shown = (done, total)

    def end(self) -> None:
        """Leave the bar's line."""
        if self._is_terminal and self._shown is not None:
            self._out.write("\n")
            self._out.flush()
