"""Measurements of the engine and the league, side by side with peers; `python -m bench`."""
