"""What compares bots: who sits where, how often, and what the results prove.

`seating` finds players by their names; `duplicate` plays deals again with the seats rotated, over
several processes (`pool`). `arena` reports means and their errors (`estimate`), `experiment` asks
whether one bot is better and stops when it knows (`sprt`, `betting`).
"""
