"""Seasons: how matches count, the standings, and the ratings that follow from them.

A result gives points by the season's rules (`scoring`); `standings` moves sums by the difference,
`encounters` keeps who met whom, `game_ratings` rates players of a game. Pages read the order of
players from `rankings`, the course of a season from `courses`, and which ranks are still open from
`possible_ranks`. `penalties` take points away; `besides` is what they and handicaps come to.
`seasons` itself makes, changes and closes them.
"""
