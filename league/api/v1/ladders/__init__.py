"""Ladders and the duplicates played on them."""
