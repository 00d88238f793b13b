"""Status changes: one table of allowed changes per model, each change a conditional UPDATE."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from django.db import models


class StatusConflict(Exception):
    """The row was not in a status this change starts from: somebody else was first."""


class Lifecycle(models.Model):
    """A model with a `status` and a table `CHANGES` of the statuses each status may become.

    `GUARDS` names the fields that must still be in the database as this instance has them.
    """

    CHANGES: ClassVar[Mapping[str, frozenset[str]]]
    GUARDS: ClassVar[tuple[str, ...]] = ("status",)
    status: Any

    class Meta:
        abstract = True

    def change_status(self, to: str, **fields: Any) -> Self:
        """Move this row to status `to` and set `fields`, in one UPDATE that checks `GUARDS`.

        Raises StatusConflict when the change is not in the table or another process changed the
        row first; the instance keeps its old values then.
        """
        old = self.status
        if to not in self.CHANGES[old]:
            raise StatusConflict(f"{self._meta.verbose_name} is {old} and cannot become {to}")
        seen = {name: getattr(self, name) for name in self.GUARDS}
        rows = type(self)._default_manager.filter(pk=self.pk, **seen)
        if not rows.update(status=to, **fields):
            raise StatusConflict(f"{self._meta.verbose_name} is no longer {old} as it was read")
        self.status = to
        for name, value in fields.items():
            setattr(self, name, value)
        return self
