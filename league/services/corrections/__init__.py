"""Results that change after all: corrected, void, forfeited, with all that follows.

`previews` says beforehand what would change; `corrections` and `voids` do it, and move standings
by the difference. `rebuilds` makes an event anew from its log and compares.
"""
