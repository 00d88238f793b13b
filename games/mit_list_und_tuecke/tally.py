"""How the scores of a round of Mit List und Tücke came about: two stacks, and all other cards."""

from engine.rules.tally import Line, View, adds, leads, says

from .sheet import score_of, stacks_of


def tally(view: View) -> list[Line]:
    """Return the two largest stacks of each seat, its other cards, and what they give."""
    facts = view["facts"]
    stacks = [
        (*own.values(), discards)
        for own, discards in zip(facts["stacks"], facts["discards"], strict=True)
    ]
    largest, second, rest = zip(*(map(int, stacks_of(*own)) for own in stacks), strict=True)
    return [
        leads(says("largest"), values=largest),
        leads(says("second"), values=second),
        leads(says("rest"), values=rest),
        adds(says("score"), values=[int(score_of(*own)) for own in stacks]),
    ]
