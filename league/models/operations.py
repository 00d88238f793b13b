"""What migrations of large tables do without keeping others waiting."""

from typing import Any

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    ValidateConstraint,
)
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, AlterField
from django.db.transaction import atomic


class AddFieldAlone(AddField):
    """Adds a column in a transaction of its own; its migration needs `atomic = False`.

    It waits for one table and holds no other, so that it and a request never wait for each other.
    What a migration that broke off has added, or taken away, is not done again.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        with atomic(schema_editor.connection.alias):
            if not self._is_there(app_label, schema_editor, to_state):
                super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        with atomic(schema_editor.connection.alias):
            if self._is_there(app_label, schema_editor, from_state):
                super().database_backwards(app_label, schema_editor, from_state, to_state)

    def _is_there(self, app_label: str, schema_editor: Any, state: Any) -> bool:
        """Tell whether the table has the column that the model has in a state."""
        model = state.apps.get_model(app_label, self.model_name)
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            found = connection.introspection.get_table_description(cursor, model._meta.db_table)
        return model._meta.get_field(self.name).column in {column.name for column in found}


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


class AddCheckUnread(AddConstraintNotValid):
    """Adds a check for rows to come; those there are, `ReadCheck` of the next migration reads.

    SQLite, which nobody else uses meanwhile, checks them at once.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            plain = AddConstraint(self.model_name, self.constraint)
            plain.database_forwards(app_label, schema_editor, from_state, to_state)


class ReadCheck(ValidateConstraint):
    """Checks the rows there are by what `AddCheckUnread` has added, while others write."""

    def database_forwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, *states)


class DropIndexOfKey(AlterField):
    """Takes the index from a foreign key whose column another index starts with.

    The table itself is not touched, nor copied by SQLite with the loss of its triggers.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        name, _model, _field = self._index(app_label, schema_editor, from_state)
        schema_editor.execute(f"DROP INDEX IF EXISTS {schema_editor.quote_name(name)}")

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        _name, model, field = self._index(app_label, schema_editor, to_state)
        schema_editor.execute(schema_editor._create_index_sql(model, fields=[field]))

    def _index(self, app_label: str, schema_editor: Any, state: Any) -> tuple[str, Any, Any]:
        model = state.apps.get_model(app_label, self.model_name)
        field = model._meta.get_field(self.name)
        return (
            schema_editor._create_index_name(model._meta.db_table, [field.column]),
            model,
            field,
        )
