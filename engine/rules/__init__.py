"""What a game is made of: cards, the state of a match, chance, and the game as the engine sees it.

Decks come from a secret (`shuffle`, and `chance` inside kernels); a game's functions deal and move
`cards` in a `state`, `concealment` takes out what a seat does not know, and a `sheet` scores a
round as a club writes it. `game` ties all that together. Whoever writes a game needs this package
and `kernels`, and no other.
"""
