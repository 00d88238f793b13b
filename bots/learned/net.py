"""A net that says what a choice is worth, and the kernels that ask it.

The first layer is a sum of columns (`encoder`), kept for the position and changed by the few that a
choice changes; two small layers behind it make one number of the sums. Source: Nasu, Efficiently
Updatable Neural Networks for Computer Shogi (2018).
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels.marks import rule

from .encoder import Encoding

HIDDEN = 32
"""Numbers between the second layer and the third."""
MOST_BYTES = 380_000
"""What the weights of a game may take, 16 bits each."""


@rule
def add_columns(sums: Any, columns: Any, slots: Any) -> None:
    """Add the columns in `slots` to `sums`."""
    for i in range(len(slots)):
        column = slots[i]
        if column >= 0:
            row = columns[column]
            for j in range(len(sums)):
                sums[j] += row[j]


@rule
def change_columns(sums: Any, columns: Any, before: Any, after: Any) -> None:
    """Change `sums` from the columns in `before` to those in `after`."""
    for i in range(len(before)):
        old, new = before[i], after[i]
        if old != new:
            if old >= 0:
                row = columns[old]
                for j in range(len(sums)):
                    sums[j] -= row[j]
            if new >= 0:
                row = columns[new]
                for j in range(len(sums)):
                    sums[j] += row[j]


@rule
def value_of(sums: Any, layers: Any, hidden: Any) -> Any:
    """Return what the layers behind the first make of its sums; `hidden` is left as they are."""
    _columns, _bias, second, second_bias, third, last = layers
    for j in range(len(hidden)):
        hidden[j] = second_bias[j]
    for i in range(len(sums)):
        x = sums[i]
        if x > 0:
            row = second[i]
            for j in range(len(hidden)):
                hidden[j] += x * row[j]
    value = last[0]
    for j in range(len(hidden)):
        if hidden[j] > 0:
            value += hidden[j] * third[j]
    return value


def sizes(width: int, first: int) -> list[tuple[int, ...]]:
    """Return the shapes of the parts of a net.

    These are columns and bias of the first layer, the same of the second, the weights of the
    third, and two numbers: its bias, and what the rule of thumb's choice has more.
    """
    return [(width, first), (first,), (first, HIDDEN), (HIDDEN,), (HIDDEN,), (2,)]


def first_of(width: int) -> int:
    """Return how many numbers the first layer of a net may have: 128 at most, a multiple of 8."""
    return min(128, (MOST_BYTES // 2 - HIDDEN - 2) // (width + HIDDEN + 1) // 8 * 8)


def layers_of(flat: Any, width: int, first: int) -> tuple[Any, ...]:
    """Return the parts of a net as views of one array (float32)."""
    parts = []
    at = 0
    for size in sizes(width, first):
        end = at + int(np.prod(size))
        parts.append(flat[at:end].reshape(size))
        at = end
    return tuple(parts)


@dataclass(frozen=True, eq=False)
class Net:
    """What was learned of a game: how positions are read, and the weights.

    `flat` are all weights (float32); values are in units of `scale` points. It reads the bytes of
    one `record` of the game (`encoder.record_of`), and no other. `told` says how it was made.
    """

    encoding: Encoding
    flat: npt.NDArray[np.float32]
    scale: float
    record: str
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def first(self) -> int:
        """The size of the first layer."""
        return (len(self.flat) - HIDDEN - HIDDEN - 2) // (self.encoding.width + 1 + HIDDEN)

    @property
    def layers(self) -> tuple[Any, ...]:
        """The parts of the net that kernels take."""
        return layers_of(self.flat, self.encoding.width, self.first)

    def save(self, path: Path) -> None:
        """Write the net to a file, 16 bits a weight; what was there goes at once."""
        largest = [float(np.abs(part).max()) or 1.0 for part in self.layers]
        parts = [
            np.rint(part.ravel() * (32767 / top)).astype(np.int16)
            for part, top in zip(self.layers, largest, strict=True)
        ]
        draft = path.with_suffix(".draft.npz")
        np.savez_compressed(
            draft,
            cards=self.encoding.cards,
            reads=self.encoding.reads,
            columns=self.encoding.columns,
            weights=np.concatenate(parts),
            largest=np.array(largest, np.float32),
            scale=np.float64(self.scale),
            record=np.array(self.record),
            told=np.array(json.dumps(self.told)),
        )
        draft.replace(path)


def load(path: Path) -> Net:
    """Return the net of a file; raises FileNotFoundError."""
    with np.load(path, allow_pickle=False) as kept:
        columns = kept["columns"]
        encoding = Encoding(kept["cards"], kept["reads"], columns, int(columns.max()) + 1)
        flat = kept["weights"].astype(np.float32)
        told = json.loads(str(kept["told"]))
        net = Net(encoding, flat, float(kept["scale"]), str(kept["record"]), told)
        for part, top in zip(net.layers, kept["largest"], strict=True):
            np.multiply(part, top / np.float32(32767), out=part)
    return net
