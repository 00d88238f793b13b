"""Seasons with their standings, ratings and penalties."""
