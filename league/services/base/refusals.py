"""Refusals: why a service did not do what it was asked, in a sentence that says what to do."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils.translation import gettext as _
from pydantic import ValidationError

from league.models import Account, Club, Player, StatusConflict
from league.models.lifecycle import Lifecycle


class Refused(Exception):
    """A service did nothing; `message` says why, `code` is stable and meant for programs."""

    code: ClassVar[str] = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Invalid(Refused):
    """Fields hold what they cannot; `errors` maps paths like `rounds.0.sheet` to sentences."""

    code = "invalid"

    def __init__(self, errors: Mapping[str, Sequence[str]]) -> None:
        super().__init__(_("Correct the fields listed here, then send again."))
        self.errors = {path: list(messages) for path, messages in errors.items()}

    def __str__(self) -> str:
        return "; ".join(f"{path}: {' '.join(said)}" for path, said in self.errors.items())


def field_errors(error: ValidationError, path: str) -> dict[str, list[str]]:
    """Return pydantic's errors as messages by dotted path below `path`."""
    errors: dict[str, list[str]] = {}
    for found in error.errors(include_url=False, include_input=False):
        where = ".".join([path, *map(str, found["loc"])])
        errors.setdefault(where, []).append(found["msg"])
    return errors


class Forbidden(PermissionDenied):
    """The account lacks the right to do this.

    Not a Refused: nobody but the border answers it, and pages do so with that of status 403.
    """

    code: ClassVar[str] = "forbidden"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotFound(Refused):
    """What was asked for does not exist, or the account may not know that it does."""

    code = "not_found"


class Conflict(Refused):
    """The act does not fit what is stored; `current` is the row as it is stored now."""

    code = "conflict"

    def __init__(self, current: models.Model, message: str) -> None:
        super().__init__(message)
        self.current = current


class Stale(Conflict):
    """The caller acted on an older version than `current`."""

    code = "stale"


class SameName(Conflict):
    """Somebody of the club has the name of a person who is to be new; `known` says who."""

    code = "same_name"

    def __init__(self, known: Sequence[Player], message: str) -> None:
        super().__init__(known[0], message)
        self.known = known


class Unagreed(Conflict):
    """People with accounts have not agreed to play in `club`; those `unasked` are to be asked."""

    code = "not_agreed"

    def __init__(
        self,
        club: Club,
        message: str,
        *,
        unasked: Sequence[Player] = (),
        by: Account,
        now: datetime,
    ) -> None:
        super().__init__(club, message)
        self.club = club
        self.unasked = unasked
        self.by = by
        self.now = now


ANY: Final = (Refused, Forbidden)
"""What a service raises when it does nothing."""


def change_status(row: Lifecycle, to: str, *, refusal: str, **fields: Any) -> None:
    """Change the status of `row`, or raise Conflict with the row as stored and `refusal`."""
    try:
        row.change_status(to, **fields)
    except StatusConflict:
        row.refresh_from_db()
        raise Conflict(row, refusal) from None
