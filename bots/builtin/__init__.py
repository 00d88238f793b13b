"""Built-in bots: policies, nets and searches compiled with the rules, given what a seat knows."""

from dataclasses import dataclass
from functools import cache

from bots.learned.judge import FILE, Judge
from engine.play.simulate import Choose, Driver, choose_random
from engine.rules.game import Game
from engine.search.searcher import Searcher


class UnknownBot(LookupError):
    """There is no built-in bot of this name."""


@dataclass(frozen=True)
class Builtin:
    """A built-in bot: `policy` is its number in the driver of each game, -1 if it has none.

    One that `is_learned` asks the net of the game. The strength of all others is how many
    `simulations` they make to choose a card, and by how many rounds played out they compare what
    else can be done.
    """

    name: str
    about: str
    policy: int = -1
    simulations: int = 0
    comparisons: int = 0
    is_learned: bool = False

    def simulations_in(self, game: Game) -> int:
        """Return how many simulations it makes for a card in a game."""
        return self.simulations * game.further


_BOTS = {
    bot.name: bot
    for bot in (
        Builtin("random", "plays any legal action", policy=0),
        Builtin("greedy", "follows a rule of thumb for each game", policy=1),
        Builtin("learned", "has learned each game by playing it", is_learned=True),
        Builtin("easy", "looks ahead a little", simulations=50, comparisons=200),
        Builtin("medium", "looks ahead", simulations=250, comparisons=1000),
        Builtin("hard", "looks ahead far", simulations=1000, comparisons=4000),
        Builtin("expert", "looks ahead farthest", simulations=4000, comparisons=8000),
    )
}


def names() -> tuple[str, ...]:
    """Return the names of the built-in bots, those that look ahead least first."""
    return tuple(_BOTS)


def names_in(game: Game) -> tuple[str, ...]:
    """Return the names of those that play a game in a way of their own, as `names` does.

    Without a net of the game `learned` would follow the rule of thumb, as `greedy` does.
    """
    has_net = (game.folder / FILE).exists()
    return tuple(bot.name for bot in _BOTS.values() if has_net or not bot.is_learned)


def get(name: str) -> Builtin:
    """Return the built-in bot of a name; raises UnknownBot, which names those there are."""
    try:
        return _BOTS[name]
    except KeyError:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(_BOTS)}") from None


def rule_of_thumb(game: Game) -> Choose:
    """Return the greedy policy of a game; a game without one is played at random."""
    return game.greedy or choose_random


@cache
def searcher(game: Game) -> Searcher:
    """Return the search by which stronger bots play a game."""
    return Searcher(game, rule_of_thumb(game))


@cache
def judge(game: Game) -> Judge:
    """Return what plays a game by its net."""
    return Judge(game, rule_of_thumb(game))


@cache
def driver(game: Game) -> Driver:
    """Return the driver that plays the seats of built-in bots in a game."""
    return Driver(game, choose_random, rule_of_thumb(game))
