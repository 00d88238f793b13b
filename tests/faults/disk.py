"""A small disk of its own for what is stored, which a test fills up."""

import contextlib
import errno
import os
import subprocess


class NotPermitted(RuntimeError):
    """This process may not mount anything."""


class SmallDisk:
    """A file system in memory with so many megabytes, mounted on a folder."""

    def __init__(self, folder, *, megabytes):
        self.folder = folder
        self._size = f"size={megabytes}m"
        self._ballast = folder / "ballast"

    def __enter__(self):
        self.folder.mkdir()
        words = ("mount", "-t", "tmpfs", "-o", self._size, "faults", str(self.folder))
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotPermitted(done.stderr)
        return self

    def __exit__(self, *error):
        subprocess.run(("umount", "--lazy", str(self.folder)), check=True)

    def fill(self):
        """Leave not a byte, whoever frees some meanwhile."""
        with self._ballast.open("ab", buffering=0) as file, contextlib.suppress(_Full):
            while True:
                _write(file)

    def free(self):
        """Give back what `fill` took."""
        self._ballast.unlink(missing_ok=True)


class _Full(Exception):
    """There is no room left."""


def _write(file):
    for size in (1 << 20, 1 << 12):
        try:
            file.write(os.urandom(1) * size)
            return
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
    raise _Full
