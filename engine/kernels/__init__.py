"""Functions that are compiled: how they are marked and written, bound, compiled and kept.

A function is marked (`marks`) and written with `primitives`; `binding` hands it to the `compiler`
for one game's states, and what comes out lies in the `cache`. Nothing here knows what a card is.
Whoever writes a game needs this package and `rules`, and of this one `marks` and `primitives`.
"""
