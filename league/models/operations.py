"""What migrations of large tables do without keeping others waiting."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations.operations import AddIndex


class AddIndexUnlocked(AddIndexConcurrently):
    """Adds an index while others write; its migration needs `atomic = False`.

    One that breaks off on PostgreSQL leaves an index that is not valid: drop it, and migrate again.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, *states)
        else:
            self._plain.database_forwards(app_label, schema_editor, *states)

    def database_backwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, *states)
        else:
            self._plain.database_backwards(app_label, schema_editor, *states)

    @property
    def _plain(self) -> AddIndex:
        return AddIndex(self.model_name, self.index)
