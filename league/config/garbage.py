"""Garbage is looked for among what is new, and seldom among all that a web server has loaded.

A full search goes through all modules, models and templates, which stay for ever, and the process
answers nobody meanwhile; see docs/decisions/0013.
"""

import gc
from typing import Any, Final

THRESHOLDS: Final = (2000, 10, 100)
"""New objects before they are searched, searches before those left over are, and before all are."""


def search_seldom() -> None:
    """Search all there is seldom, and without what is loaded by now or at the first search."""
    gc.set_threshold(*THRESHOLDS)
    gc.collect()
    gc.freeze()
    gc.callbacks.append(_freeze_once)


def _freeze_once(phase: str, info: dict[str, Any]) -> None:
    """Leave out what is there after the first full search: by then everything is loaded."""
    if phase == "stop" and info["generation"] == 2:
        gc.callbacks.remove(_freeze_once)
        gc.freeze()
