"""Backups: the database as one file with a manifest, and its way back."""
