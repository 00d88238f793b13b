"""Draws of sessions and events, and the bracket of a knock-out."""
