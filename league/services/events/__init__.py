"""Events and their sessions, from the plan to the last closed session.

`events` makes and cancels them, `repeats` those that come again, `movements` draws all sessions in
advance. `sessions` publishes, closes and reopens, `timers` keeps the time, `attendance` notes who
comes, leaves or plays for somebody else, and `rankings` says who did how well. `handicaps` are the
points that players have from the start, `handicap_rules` proposes them. `season_reports` tell all
of a season.
"""
