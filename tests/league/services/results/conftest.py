"""Matches with and without a record, as for pages."""

from tests.league.web.conftest import entered, final, played, silent_queue

__all__ = ["entered", "final", "played", "silent_queue"]
