"""Bots of authors and their versions."""
