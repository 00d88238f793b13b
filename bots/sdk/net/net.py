"""A small net that says what each card of Briscola is worth to whoever plays it now.

It needs nothing but Python, so any site runs it. It sees where each card is, trumps first:
so it need not learn the same thing once for each suit.
"""

import json
from dataclasses import dataclass
from pathlib import Path

SUITS, RANKS = "CSHD", "234567JQKA"
CARDS = len(SUITS) * len(RANKS)
UNKNOWN, MINE, TABLE, GONE, KNOWN = range(5)
"""What the net sees of a card: also that it was played, or that it is known to be elsewhere."""
CODES = 5


def order(trump):
    """Return all cards as the net counts them: trumps come first, their suit trades places."""
    suits = SUITS.replace(trump, SUITS[0])
    return [suit + rank for suit in trump + suits[1:] for rank in RANKS]


def seen(view):
    """Return what the net sees of each card, in its order."""
    where = {}
    upcard = [view["upcard"]] if "upcard" in view else []  # until somebody has drawn it
    for pile in (*view["hands"], *upcard):
        where.update(dict.fromkeys(pile["cards"], KNOWN))
    for pile in view["won"]:
        where.update(dict.fromkeys(pile["cards"], GONE))
    where.update((laid["card"], TABLE) for laid in view["table"])
    where.update(dict.fromkeys(view["hand"], MINE))
    return [where.get(card, UNKNOWN) for card in order(view["facts"]["trump"])]


@dataclass
class Net:
    """Three layers. Of the first one, `CODES` rows belong to each card: one of them counts."""

    players: int
    weights: list
    biases: list

    @classmethod
    def load(cls, path):
        """Return the net that `train.py` has saved."""
        return cls(**json.loads(Path(path).read_text()))

    def save(self, path):
        """Write the net, with numbers that are as exact as they need be."""
        rounded = [[[round(x, 5) for x in row] for row in layer] for layer in self.weights]
        biases = [[round(x, 5) for x in layer] for layer in self.biases]
        saved = {"players": self.players, "weights": rounded, "biases": biases}
        Path(path).write_text(json.dumps(saved, separators=(",", ":")))

    def judge(self, view):
        """Return what each card of the pack would be worth, by its text."""
        first, second, last = self.weights
        rows = [first[CODES * card + code] for card, code in enumerate(seen(view))]
        one = [max(0, sum(column)) for column in zip(self.biases[0], *rows, strict=True)]
        two = [max(0, worth) for worth in _layer(one, second, self.biases[1])]
        worth = _layer(two, last, self.biases[2])
        return dict(zip(order(view["facts"]["trump"]), worth, strict=True))


def _layer(inputs, weights, biases):
    outputs = list(biases)
    for given, row in zip(inputs, weights, strict=True):
        if given:
            outputs = [output + given * weight for output, weight in zip(outputs, row, strict=True)]
    return outputs
