"""Random rounds of any game, played by the kernels."""

from bots import builtin, runner


def random_round(game, players, seed):
    """Return a table at the end of its first round, played at random from a seed."""
    secret = seed.to_bytes(32, "big")
    table = game.table(players, secret=secret)
    table.deal()
    runner.advance(table, [builtin.get("random")] * players, seed=secret)
    return table
