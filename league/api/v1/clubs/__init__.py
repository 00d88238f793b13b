"""Clubs with their members, teams and venues."""
