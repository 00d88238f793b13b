"""A match played step by step, and the kernels that play many moves in one call.

A `table` takes a game and orders of cards (`dealing`), plays actions, and keeps its `rounds`; what
people and bots see of it goes out through `view`. `simulate` plays random matches, and the seats of
policies at a table.
"""
