"""A search that costs nothing, for tests of what becomes of hints."""


class Thought:
    """It has found the first legal action the best, by two points."""

    deals, counts_places = 250, False

    def __init__(self, table, _bot, _seed):
        self._actions = table.legal_actions()

    def report(self):
        return [(action, 100 - n, 10.0 - 2 * n) for n, action in enumerate(self._actions)]

    def runner_up(self):
        return self.report()[1]
