"""How the scores of a round of Loo came about: the pot, who is looed, and the ante."""

from engine.rules.tally import Line, View, adds, alone, leads, says

from .sheet import ANTE, TRICKS, score_of


def tally(view: View) -> list[Line]:
    """Return the lines of a round: the pot and who takes it, and what is paid."""
    facts, players = view["facts"], view["players"]
    pot = _pot(view)
    lines = [leads(says("pot", pot=pot))]
    if facts["taker"] is not None:
        shared = alone(facts["taker"], int(score_of(pot, TRICKS, 0, 0)), players)
        lines.append(adds(says("flush" if facts["revealed"] else "alone"), values=shared))
    elif any(facts["tricks"]):
        shares = [int(score_of(pot, tricks, 0, 0)) or None for tricks in facts["tricks"]]
        lines.append(adds(says("tricks", share=pot // TRICKS), values=shares))
    if facts["looed"]:
        loo = int(score_of(0, 0, 1, 0))
        looed = [loo if seat in facts["looed"] else None for seat in range(players)]
        lines.append(adds(says("looed"), values=looed))
    ante = alone(view["dealer"], int(score_of(0, 0, 0, 1)), players)
    return [*lines, adds(says("ante"), values=ante)]


def _pot(view: View) -> int:
    """Return the pot that was played for: what all have paid so far and nobody has won."""
    before = zip(view["totals"], view["round_scores"], strict=True)
    return int(ANTE - sum(total - score for total, score in before))
