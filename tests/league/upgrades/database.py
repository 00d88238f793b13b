"""A database of its own for a site of before, in the place of the one of the tests."""

import uuid
from contextlib import contextmanager

from django.db import connection


@contextmanager
def own_database(folder):
    """Have everything in this process use an empty database, which is gone afterwards."""
    if connection.vendor == "sqlite":
        with _using(str(folder / "site.sqlite3")):
            yield
        return
    name = f"upgrade_{uuid.uuid4().hex[:8]}"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        with _using(name):
            yield
    finally:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _using(name):
    before = connection.settings_dict["NAME"]
    _close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        _close()
        connection.settings_dict["NAME"] = before


def _close():
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
