"""How the scores of a round of Truco came about: the tricks, and what the hand was worth."""

from engine.rules.tally import Line, Part, View, adds, leads, says


def tally(view: View) -> list[Line]:
    """Return the tricks of each side, and the stake for the side that won the hand."""
    facts = view["facts"]
    lines = []
    if facts["tricks"]:
        won = [facts["tricks"].count(side) for side in (0, 1)]
        lines.append(leads(says("tricks"), values=[won[side] for side in view["sides"]]))
    if facts["winner"] is None:
        return [*lines, leads(says("tied"))]
    values = [facts["stake"] if side == facts["winner"] else None for side in view["sides"]]
    return [*lines, adds(_why(view), values=values)]


def _why(view: View) -> Part:
    """Return what the hand was worth its stake for."""
    facts = view["facts"]
    if facts["ran"]:
        return says("ran", stake=facts["proposed"]) if facts["proposed"] else says("ran at eleven")
    if facts["hand"] != "plain":
        return says(facts["hand"])
    return says("plain" if facts["trucador"] is None else "truco")
