"""A net of one layer as ONNX has it, for tests: written without the package that does so."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

FLOAT = 1
LAST_OPSET = 17
IR_VERSION = 8


def layer(weights: npt.NDArray[np.float32]) -> bytes:
    """Return the file of the net y = x @ weights for a row x, in the format of onnx.proto."""
    inputs, outputs = weights.shape
    stored = weights.astype("<f4").tobytes()
    node = [(1, b"x"), (1, b"w"), (2, b"y"), (4, b"MatMul")]
    kept = [(1, inputs), (1, outputs), (2, FLOAT), (8, b"w"), (9, stored)]
    graph = [
        (1, _message(node)),
        (2, b"layer"),
        (5, _message(kept)),
        (11, _row(b"x", inputs)),
        (12, _row(b"y", outputs)),
    ]
    return _message([(1, IR_VERSION), (7, _message(graph)), (8, _message([(2, LAST_OPSET)]))])


def _row(name: bytes, width: int) -> bytes:
    """Return what is told of an input or output: a row of so many numbers."""
    shape = _message([(1, _message([(1, 1)])), (1, _message([(1, width)]))])
    return _message([(1, name), (2, _message([(1, _message([(1, FLOAT), (2, shape)]))]))])


def _message(fields: Iterable[tuple[int, int | bytes]]) -> bytes:
    """Return a message of Protocol Buffers, given number and value of each field."""
    done = b""
    for number, value in fields:
        if isinstance(value, int):
            done += _number(number << 3) + _number(value)
        else:
            done += _number(number << 3 | 2) + _number(len(value)) + value
    return done


def _number(value: int) -> bytes:
    done = b""
    while value > 0x7F:
        done += bytes([value & 0x7F | 0x80])
        value >>= 7
    return done + bytes([value])
