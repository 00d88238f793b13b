"""The rules of the league, pure: they know no database, no clock and no web.

Points: `points`, `outcomes`, `sitting_out`, `standings`, `tiebreaks`, `rank_bounds`, `ratings`.
Leagues: `leagues`, `fixtures`, `league_days`, `timetable`. Bots: `matchmaking`.
The log and archives: `chronicle`, `log_entries`, `registrations_log`, `archived_draws`,
`season_archive`. What comes in and goes out: `agents`, `calendar`, `lists`, `list_columns`,
`workbooks`, `spreadsheets`, `deliveries`, `addresses`. Who sits where is a package of its own,
`draws`; `whys` says why a card cannot be played, `compile` what a host compiles.
"""
