"""The indexes of large tables: each is paid for at every change of a row."""

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Q, UniqueConstraint

from league.management.migration_rules import LARGE

KEYS = [
    pytest.param(model, field, id=f"{model.__name__}.{field.name}")
    for model in apps.get_app_config("league").get_models()
    if model._meta.model_name in LARGE
    for field in model._meta.local_fields
    if isinstance(field, ForeignKey) and not field.unique
]


def serving(model, field):
    """Return the names of the indexes that find all rows by this key, but for its own."""
    unique = [rule for rule in model._meta.constraints if isinstance(rule, UniqueConstraint)]
    found = [rule for rule in [*unique, *model._meta.indexes] if rule.fields]
    return [
        rule.name
        for rule in found
        if rule.fields[0].lstrip("-") == field.name
        and (rule.condition is None or rule.condition == Q(**{f"{field.name}__isnull": False}))
    ]


@pytest.mark.parametrize(("model", "field"), KEYS)
def test_a_key_of_a_large_table_has_one_index(model, field):
    assert field.db_index != bool(serving(model, field))
