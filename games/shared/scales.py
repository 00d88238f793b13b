"""Ranks and what they count as rows of `engine.rules.words`, for games with the French pack."""

from collections.abc import Iterable
from typing import Any

import numpy.typing as npt

from engine.rules.words import Row

from .packs import FRENCH


def ranked(ranks: Iterable[int]) -> str:
    """Return ranks as texts, in their order."""
    return " ".join(FRENCH.ranks[rank] for rank in ranks)


def worth(points: npt.NDArray[Any], ranks: Iterable[int]) -> tuple[Row, ...]:
    """Return a row for each number of points, the highest first, with the ranks that count it."""
    ranks = list(ranks)
    values = sorted({int(points[rank]) for rank in ranks}, reverse=True)
    return tuple(
        Row(str(value), ranked(rank for rank in ranks if points[rank] == value)) for value in values
    )
