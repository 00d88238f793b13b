"""Online tables: those of an event, and one as its seats see it."""
