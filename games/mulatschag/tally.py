"""How the scores of a round of Mulatschag came about: contract, tricks, multipliers."""

from engine.rules.tally import Line, Part, View, adds, alone, leads, says

from .cards import GERMAN, HERZ
from .sheet import MULATSCHAG, is_made, points_of


def tally(view: View) -> list[Line]:
    """Return the lines of a round, with all values multiplied; none are added if all passed."""
    facts = view["facts"]
    holder, value = facts["holder"], facts["value"]
    if holder is None:
        return [leads(says("all passed"))]
    contract = MULATSCHAG if facts["mulatschag"] else facts["bid"]
    made = is_made(contract, facts["tricks"][holder])
    lines = [leads(*_multipliers(view))] if value > 1 else []
    if not facts["mulatschag"]:
        lines.append(leads(says("contract"), values=alone(holder, contract, view["players"])))
    keys = [_key(view, seat, made) for seat in range(view["players"])]
    points = [
        value * int(points_of(tricks, contract, seat == holder, made, seat == facts["dropped"]))
        for seat, tricks in enumerate(facts["tricks"])
    ]
    for key in dict.fromkeys(keys):
        values = [own if other == key else None for own, other in zip(points, keys, strict=True)]
        lines.append(adds(says(key), values=values))
    return lines


def _key(view: View, seat: int, made: bool) -> str:
    """Return what a seat scores for."""
    facts = view["facts"]
    if facts["mulatschag"]:
        return "mulatschag made" if made else "mulatschag failed"
    if seat == facts["dropped"]:
        return "dropped"
    return "failed" if seat == facts["holder"] and not made else "tricks"


def _multipliers(view: View) -> list[Part]:
    """Return why everything counts more than once: folds before this round, and Herz."""
    value = view["facts"]["value"]
    is_herz = view["facts"]["trump"] == GERMAN.suits[HERZ]
    folds = (value >> is_herz).bit_length() - 1
    parts = [says("times", value=value)]
    parts += [says("fold" if folds == 1 else "folds", folds=folds)] if folds else []
    return parts + ([says("hearts")] if is_herz else [])
