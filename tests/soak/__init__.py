"""A site as in production under load for hours: does anything in it grow that should not?

`python -m tests.soak --hours 2 --seed 1`, or `make soak HOURS=2`.
"""
