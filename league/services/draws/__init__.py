"""Draws: who sits where in a session, drafted, explained, changed by hand, published.

`draw_settings` reads who is there and who met before; `drawing` has `league.logic.draws` or
`brackets` decide; `draws` keeps the draft and publishes it. `explanations` says what it costs,
`seating` changes it by hand, `late_seats` seats who comes after it is published, `pairings` says
who must or must not share a table, and `bracket_looks` shows a knock-out.
"""
