"""Matches, their results and their records.

`results` is how a result is handed in, `match_outputs` how a match is shown.
"""
