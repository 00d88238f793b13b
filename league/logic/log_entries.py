"""Entries of an event's log, and the rows that are rebuilt from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Fields: TypeAlias = dict[str, Any]
Facts: TypeAlias = dict[str, Fields]
"""Rows by kind and code, as in `match:x7k2m9q4wz`, `seat:x7k2m9q4wz/0`, `result:x7k2m9q4wz/1`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log; `by` is the key of an account."""

    action: str
    subject: str
    data: Mapping[str, Any]
    at: str
    by: int | None
