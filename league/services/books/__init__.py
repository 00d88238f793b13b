"""The books of an event: entry fees and who has paid, the pot and its prizes.

`fees` says what a place costs, `payments` who has paid, `prizes` who gets what of that. Amounts are
whole cents of the club's currency. Whoever keeps scores in the club reads and ticks; what a place
costs and how the pot is shared is for its organisers.
"""
