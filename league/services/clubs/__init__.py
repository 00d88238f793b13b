"""Clubs: who belongs to them, the teams they send and the venues where they play.

`clubs` founds clubs and admits members with their roles, `teams` puts members in order, `venues`
keeps places and their number of tables. `lists` reads lists of people and says whom lines mean,
`people_lists` makes members of them, and `people_taken_back` undoes that; `imported_lists` knows
lists by the log. By `invitations` guests open accounts.
"""
