"""What the doctor finds: each finding says what is the case and, if it is wrong, what mends it."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """How bad it is: only what is wrong makes the doctor's exit status 1."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """One thing looked at; `mend` names a command or a setting, empty if all is well."""

    subject: str
    level: Level
    says: str
    mend: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return it as a program reads it."""
        return asdict(self)


def fine(subject: str, says: str) -> Finding:
    """Return that all is well with a subject."""
    return Finding(subject, Level.OK, says)


def warning(subject: str, says: str, mend: str) -> Finding:
    """Return what works but should be looked after."""
    return Finding(subject, Level.WARNING, says, mend)


def wrong(subject: str, says: str, mend: str) -> Finding:
    """Return what does not work."""
    return Finding(subject, Level.WRONG, says, mend)
