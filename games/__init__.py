"""The registry of games. Other packages add games by the entry point `stammtisch.games`.

An entry point loads a module with a `GAME`. Its slug must be new.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from engine.kernels.cache import cache_by
from engine.rules.game import Game, offer_games

_MODULES = (
    "mit_list_und_tuecke",
    "mulatschag",
    "truco",
    "briscola",
    "skat",
    "fipsen",
    "democracy",
    "loo",
    "linger_longer",
    "cinch",
    "rolling_stone",
    "gong_zhu",
)

_HERE = Path(__file__).parent
_SHARED = tuple((_HERE / "shared").glob("*.py"))


def sources_of(module: str) -> tuple[Path, ...]:
    """Return the files that kernels of a module of this package call into."""
    return (*_SHARED, *_HERE.glob(f"{module}*.py"))


cache_by(_SHARED)
for _module in _MODULES:
    cache_by(_HERE.glob(f"{_module}*.py"), calls=_SHARED)


class UnknownGame(LookupError):
    """There is no game of this slug."""


@cache
def _registry() -> dict[str, Game]:
    own = [import_module(f".{module}", __name__).GAME for module in _MODULES]
    games: dict[str, Game] = {game.slug: game for game in own}
    for point in entry_points(group="stammtisch.games"):
        game: Game = point.load().GAME
        if games.setdefault(game.slug, game) is not game:
            raise RuntimeError(f"{point.value} would replace the game {game.slug!r}")
    return games


def all() -> tuple[Game, ...]:  # noqa: A001 - read as `games.all()`
    """Return every game, in the order of the registry."""
    return tuple(_registry().values())


def get(slug: str) -> Game:
    """Return the game of a slug; raises UnknownGame, which names the games there are."""
    try:
        return _registry()[slug]
    except KeyError:
        known = ", ".join(_registry())
        raise UnknownGame(f"there is no game {slug!r}; there are: {known}") from None


offer_games(get)
