"""A release that is laid out in a folder of its own, beside the one that is tested."""

import contextlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .manual import ROOT

LAST = os.environ.get("HOSTS_FROM") or "c5659845"
"""The revision from which hosts are upgraded: the last one that was called 0.1.0."""
NEVER = "/dev/null/kernels"
"""Where no kernels can be kept, so that nobody compiles any."""


@dataclass(frozen=True)
class Release:
    """A release: its folder, and where its compiled kernels are, if not where the user's are."""

    name: str
    tree: Path
    kernels: str = ""

    @property
    def variables(self):
        return {"NUMBA_CACHE_DIR": self.kernels} if self.kernels else {}


TODAY = Release("this release", ROOT)


def is_there(revision=LAST):
    """Tell whether the repository has the revision; a clone without history has not."""
    with contextlib.suppress(OSError):
        done = subprocess.run(
            ("git", "cat-file", "-e", f"{revision}^{{commit}}"),
            cwd=ROOT,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        return done.returncode == 0
    return False


def laid_out(folder, revision=LAST):
    """Return a revision laid out in a folder, with its texts compiled.

    Its rules are not compiled, which takes minutes: its hosts play as those do on which nobody has
    compiled anything yet, more slowly.
    """
    tree = folder / "tree"
    tree.mkdir(parents=True)
    archive = ("git", "archive", revision)
    packed = subprocess.run(archive, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(("tar", "--extract", "--directory", tree), input=packed, check=True)
    texts = (sys.executable, "manage.py", "compiletexts")
    own = os.environ | {"STAMMTISCH_VAR": str(folder / "var"), "STAMMTISCH_ENV": "development"}
    subprocess.run(texts, cwd=tree, env=own, check=True, stdout=subprocess.DEVNULL)
    return Release("the last release", tree, NEVER)
