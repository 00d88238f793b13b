"""Run-times: what bots may be started with, and the libraries that some of them bring along.

Libraries lie in layers: folders that `libraries.sh` fills with what `pins` names.
A bot reads the layers of its run-time and no other; nobody writes to them.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Runtime(StrEnum):
    """What a bot finds where it runs, by the name that its manifest has for it."""

    PYTHON = "python"
    NUMERIC = "python-numeric"
    ONNX = "onnx"
    NODE = "node"
    NATIVE = "native"

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the layers that it may import from."""
        return LAYERS.get(self, ())

    @property
    def libraries(self) -> dict[str, str]:
        """The libraries that its layers promise, with their versions."""
        return {name: is_ for layer in self.layers for name, is_ in LIBRARIES[layer].items()}


LAYERS: Final[Mapping[str, tuple[str, ...]]] = {
    Runtime.NUMERIC: ("numeric",),
    Runtime.ONNX: ("numeric", "onnx"),
}
LIBRARIES: Final[Mapping[str, Mapping[str, str]]] = {
    "numeric": {"numpy": "2.4.6"},
    "onnx": {"onnxruntime": "1.32.0"},
}
"""What each layer is for, as `pins/<layer>.txt` pins it; a test compares them."""
ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""What libraries find in their environment: threads would only share a bot's one core and clock."""


def started_by(word: str) -> tuple[Runtime, ...]:
    """Return the run-times whose bots start with such a word, the usual one first."""
    if word in {"python", "python3"}:
        return (Runtime.PYTHON, Runtime.NUMERIC, Runtime.ONNX)
    return (Runtime.NODE,) if word == "node" else (Runtime.NATIVE,)
