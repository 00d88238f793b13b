"""All rows of a database as plain values, and back: the same on SQLite and PostgreSQL.

The program of a release of before writes them with its own models, so nothing but Django is used.
"""

import base64
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from django.core.management.color import no_style
from django.db import connection, transaction


def models_of(apps):
    """Return the models that have a table of their own, those between two models too."""
    models = apps.get_models(include_auto_created=True)
    return sorted(
        (model for model in models if model._meta.managed and not model._meta.proxy),
        key=lambda model: model._meta.label_lower,
    )


def taken(apps):
    """Return the columns and rows of each model, by its name."""
    return {
        model._meta.label_lower: {
            "columns": [field.attname for field in model._meta.concrete_fields],
            "rows": rows_of(model, [field.attname for field in model._meta.concrete_fields]),
        }
        for model in models_of(apps)
    }


def rows_of(model, columns):
    """Return these columns of all rows, in the order of their keys."""
    found = model._base_manager.order_by("pk").values_list(*columns)
    return [[plain(value) for value in row] for row in found.iterator()]


def plain(value):
    """Return a value as JSON has it, without loss."""
    match value:
        case bytes() | memoryview():
            return base64.b64encode(bytes(value)).decode("ascii")
        case datetime() | date():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
    return value


@transaction.atomic
def put(apps, tables):
    """Store rows that were taken, in tables of the same columns that are empty."""
    for name, table in tables.items():
        model = apps.get_model(name)
        by_column = {field.attname: field for field in model._meta.concrete_fields}
        fields = [by_column[column] for column in table["columns"]]
        found = [_row(model, fields, values) for values in table["rows"]]
        size = connection.ops.bulk_batch_size(fields, found) or len(found) or 1
        for start in range(0, len(found), size):
            # As they are: `bulk_create` would set the time of creation anew.
            model._base_manager._insert(
                found[start : start + size], fields=fields, using=connection.alias, raw=True
            )
    _go_on_after(models_of(apps))


def _row(model, fields, values):
    given = zip(fields, values, strict=True)
    return model(**{field.attname: field.to_python(value) for field, value in given})


def _go_on_after(models):
    """Have PostgreSQL number new rows after those that are there."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
