"""What a seat sees, as spaces of Gymnasium."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .vector import VectorEnvironment

Seen: TypeAlias = dict[str, npt.NDArray[np.int16] | npt.NDArray[np.int8]]
"""`observation` (int16) and `action_mask` (int8), as in `VectorEnvironment`."""


def seen_space(table: VectorEnvironment) -> spaces.Dict:
    """Return the space of what a seat sees."""
    mask = spaces.Box(0, 1, (table.now.mask.shape[1],), np.int8)
    return spaces.Dict({"observation": numbers_space(table), "action_mask": mask})


def numbers_space(table: VectorEnvironment) -> spaces.Box:
    """Return the space of an observation: in each slot a code below the slot's size."""
    most = (table.observed.sizes - 1).astype(np.int16)
    return spaces.Box(np.zeros_like(most), most, dtype=np.int16)
