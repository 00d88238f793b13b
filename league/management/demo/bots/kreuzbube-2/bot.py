"""Kreuzbube, second try: never bids, and keeps its tens and aces out of other people's tricks."""

from stammtisch_bot import Turn, run

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def choose(turn: Turn) -> str:
    """Pass if that is allowed, otherwise play the card with the fewest points, lots between."""
    if "pass" in turn.legal:
        return "pass"
    if turn.view["phase"] != "play":
        return turn.chance.choice(turn.legal)
    fewest = min(map(points, turn.legal))
    return turn.chance.choice([card for card in turn.legal if points(card) == fewest])


def points(card: str) -> int:
    """Return the card points of a card."""
    return POINTS.get(card[-1], 0)


if __name__ == "__main__":
    run(choose)
