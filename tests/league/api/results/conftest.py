"""A final match with a record, as for pages."""

from tests.league.web.conftest import final, played, silent_queue

__all__ = ["final", "played", "silent_queue"]
