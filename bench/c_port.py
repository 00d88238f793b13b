"""The game in C, compiled and loaded: `mit_list_und_tuecke.c`."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

SOURCE = Path(__file__).with_name("mit_list_und_tuecke.c")
FLAGS = ("-O3", "-march=native", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")

Playouts = Callable[[int, int, int], tuple[int, npt.NDArray[np.int64]]]
"""(players, matches, seed) -> (moves, totals), as `engine.play.simulate.playouts` for one round."""


class NoCompiler(RuntimeError):
    """There is no gcc here."""


def compile_port(folder: Path) -> Path:
    """Compile the port into `folder` unless that was done since its last change; return it."""
    library = folder / "mit_list_und_tuecke.so"
    if library.exists() and library.stat().st_mtime > SOURCE.stat().st_mtime:
        return library
    gcc = shutil.which("gcc")
    if gcc is None:
        raise NoCompiler("gcc is not installed")
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([gcc, *FLAGS, "-o", str(library), str(SOURCE)], check=True)
    return library


def load_port(library: Path) -> Playouts:
    """Return the port's playouts of one round as a function."""
    port = ctypes.CDLL(str(library)).playouts
    port.restype = ctypes.c_int64
    port.argtypes = [ctypes.c_int64] * 3 + [ctypes.c_uint64, ctypes.c_void_p]

    def playouts(players: int, matches: int, seed: int) -> tuple[int, npt.NDArray[np.int64]]:
        totals = np.zeros((matches, players), np.int64)
        return port(players, 1, matches, seed, totals.ctypes.data), totals

    return playouts
