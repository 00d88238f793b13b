"""Leagues: divisions, fixtures, league days and the season that follows.

`leagues` founds them and enters players and teams, `fixtures` makes the calendar, `league_days`
are the events at which fixtures are played. `division_standings` and `division_ranks` read where
everybody stands, `honours` who is first; `next_season` moves them up and down.
"""
