"""A bot for Stammtisch that plays what its net thinks is worth most. `train.py` trains the net."""

from pathlib import Path

from net import Net
from stammtisch_bot import Turn, run

NETS = {net.players: net for net in map(Net.load, Path(__file__).parent.glob("weights-*.json"))}


def choose(turn: Turn) -> str:
    """Return one of `turn.legal`, the actions that the rules allow now."""
    net = NETS.get(turn.view["players"])
    if net is None:  # not trained yet for tables of this size
        return turn.chance.choice(turn.legal)
    worth = net.judge(turn.view)
    return max(turn.legal, key=worth.__getitem__)


if __name__ == "__main__":
    run(choose, tables=16)  # it keeps nothing in mind, so tables may be mixed
