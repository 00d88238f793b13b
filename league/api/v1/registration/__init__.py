"""Registrations for events: single players and lists."""
