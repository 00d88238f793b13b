"""Which database is dumped and restored, and how."""

from types import ModuleType

from django.db import connection

from . import postgresql, sqlite
from .container import Unusable


def of_settings() -> ModuleType:
    """Return the module for the database of the settings; raises Unusable."""
    match connection.vendor:
        case "postgresql":
            return postgresql
        case "sqlite":
            return sqlite
    raise Unusable("There is no DATABASE_URL: set it as for the site.")
