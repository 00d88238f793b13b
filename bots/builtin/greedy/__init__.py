"""Greedy bots: one rule of thumb a game. A game without one is played at random."""

from engine.simulate import Choose, choose_random

from . import (
    briscola,
    cinch,
    democracy,
    fipsen,
    gong_zhu,
    linger_longer,
    loo,
    mit_list_und_tuecke,
    rolling_stone,
    skat,
    truco,
)

_CHOOSE: dict[str, Choose] = {
    "mit-list-und-tuecke": mit_list_und_tuecke.choose,
    "briscola": briscola.choose,
    "democracy": democracy.choose,
    "gong-zhu": gong_zhu.choose,
    "truco": truco.choose,
    "linger-longer": linger_longer.choose,
    "loo": loo.choose,
    "cinch": cinch.choose,
    "rolling-stone": rolling_stone.choose,
    "skat": skat.choose,
    "fipsen": fipsen.choose,
}


def choose_for(slug: str) -> Choose:
    """Return the greedy policy of a game."""
    return _CHOOSE.get(slug, choose_random)
