"""Who comes to an event: its plan, its places, its waiting list, lists of players.

`plans` says how an event is set up and holds its row. Whatever gives or frees a place goes by
`places`; `registrations` are single players, `rosters` whole lists. `overlaps` tells who and what
is needed elsewhere at the same time.
"""
