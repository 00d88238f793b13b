"""The score sheets of the demo's table of people: four rounds, as a club writes them on paper."""

from typing import Any

Winnings = dict[str, Any]


def _won(**stacks: Any) -> Winnings:
    return stacks


ROUNDS: tuple[tuple[Winnings, ...], ...] = (
    (
        _won(red=6, blue=5, yellow=3),
        _won(green=6, red=2, kept=["green", "red"], discards=4),
        _won(blue=4, green=5, yellow=5),
        _won(blue=3, yellow=4, kept=["blue", "yellow"], discards=5),
    ),
    (
        _won(blue=7, green=7),
        _won(red=8, yellow=2, kept=["red", "yellow"], discards=4),
        _won(green=3, red=4, yellow=7),
        _won(blue=5, green=2, yellow=5),
    ),
    (
        _won(green=5, yellow=6, kept=["green", "yellow"], discards=3),
        _won(blue=6, red=5, green=3),
        _won(red=7, yellow=5),
        _won(blue=5, green=5, kept=["blue", "green"], discards=2),
    ),
    (
        _won(blue=8, yellow=6),
        _won(green=4, yellow=4, kept=["green", "yellow"], discards=4),
        _won(red=9, green=5),
        _won(blue=4, red=3, yellow=3),
    ),
)


def submission() -> dict[str, Any]:
    """Return the body of the request that hands the sheets in."""
    return {
        "source": "sheets",
        "rounds": [
            {"dealer": dealer, "sheet": {"players": list(players)}}
            for dealer, players in enumerate(ROUNDS)
        ],
    }
