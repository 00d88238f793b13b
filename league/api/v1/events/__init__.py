"""Events, their sessions and their log."""
