"""What every test may rely on."""

import pytest
from django.db import connections
from hypothesis import settings

from bots.builtin.warm import warm

settings.register_profile("stammtisch", deadline=None)
settings.load_profile("stammtisch")


def pytest_configure(config):
    """Compile the kernels once, before parallel workers would each do it."""
    if not hasattr(config, "workerinput"):
        warm()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, tmp_path_factory):
    """Keep SQLite's test database in a file: in memory, threads would fail instead of wait."""
    database = connections["default"].settings_dict
    if "sqlite3" in database["ENGINE"]:
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
