"""What `manage.py demo` is made of: a club, a client of the API, and what it prints.

`club` fills it: `members`, `evenings` that are over, `tonight`, what is `ahead`, `league_and_cup`,
`ladder` and `carols_bot`. `recorded` is what bots have played, `closing` what is said at the end.
"""
