"""Kreuzbube, first try: never bids, and plays any card."""

from stammtisch_bot import Turn, run


def choose(turn: Turn) -> str:
    """Pass if that is allowed, otherwise draw lots."""
    if "pass" in turn.legal:
        return "pass"
    return turn.chance.choice(turn.legal)


if __name__ == "__main__":
    run(choose)
