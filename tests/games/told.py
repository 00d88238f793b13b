"""What is told of a round that is over, from a view that says as much as its game asks for."""

import games


def told(game, *, scores, facts=(), **view):
    """Return the lines of a round as words and values, from what its view has."""
    found = games.get(game)
    seen = {
        "facts": dict(facts),
        "round_over": True,
        "round_scores": scores,
        "totals": scores,
        "history": [{"redeal": False}],
        "players": len(scores),
        "sides": list(found.sides(len(scores))),
    }
    return [
        (", ".join(found.words.tally[part.key] % part.fills for part in line.parts), line.values)
        for line in found.lines(seen | view)
    ]
