"""The registry of games: each is a folder with all there is of it, its rules first.

A folder has `__init__` (what the game is, and its `GAME`), `rules` (a round, from the deal to the
scores), `facts` (what views tell beside the cards), `sheet`, `tally` (how scores came about),
`greedy` (a rule of thumb for bots), `words` (what people read), `rules.md` (the page with its
rulings, in other languages `rules.<language>.md`) and `locale/` (translations of its words);
`actions`, `cards` and others where a game needs them. `shared` is what several use.

Other packages add games by the entry point `stammtisch.games`, which names such a folder, a
package with a `GAME`. Its slug must be new. `python -m games new` makes one from `template`; what
authors type is in `workshop`.
"""

import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from engine.kernels.cache import cache_by
from engine.rules.game import Game, offer_games

_FOLDERS = (
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
_NOT_CALLED = {"__init__.py", "facts.py", "greedy.py", "tally.py", "words.py"}
"""Files of a game that its rules do not call: changing them compiles no rules anew."""

_HERE = Path(__file__).parent
_SHARED = tuple((_HERE / "shared").glob("*.py"))


def folders() -> Iterator[Path]:
    """Yield the folder of every game, without importing the game itself."""
    yield from (_HERE / name for name in _FOLDERS)
    yield from filter(None, map(_folder_of, entry_points(group="stammtisch.games")))


def _folder_of(point: EntryPoint) -> Path | None:
    """Return the folder of a game from elsewhere, None if it is a single module."""
    spec = find_spec(point.module)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def _keep_kernels_of(folder: Path) -> None:
    """Tell which files the kernels of a game call into, before they are imported."""
    rules = [path for path in folder.glob("*.py") if path.name not in _NOT_CALLED]
    cache_by(rules, calls=_SHARED)
    cache_by(folder.glob("greedy.py"), calls=(*_SHARED, *rules))


cache_by(_SHARED)
for _folder in folders():
    _keep_kernels_of(_folder)


class UnknownGame(LookupError):
    """There is no game of this slug."""


class UnfitPackage(ValueError):
    """A folder holds no package with a game that can be added."""


@cache
def _registry() -> dict[str, Game]:
    own = [import_module(f".{name}", __name__).GAME for name in _FOLDERS]
    games: dict[str, Game] = {game.slug: game for game in own}
    for point in entry_points(group="stammtisch.games"):
        game = _installed(point)
        if games.setdefault(game.slug, game) is not game:
            raise RuntimeError(f"{point.value} would replace the game {game.slug!r}")
    return games


def _installed(point: EntryPoint) -> Game:
    """Return the game of a package that is installed.

    Raises UnfitPackage where Python finds something else of that name before it, such as the folder
    that the package lies in, if it is started beside that.
    """
    module = point.load()
    game: Game | None = getattr(module, "GAME", None)
    if game is None:
        found = getattr(module, "__file__", None) or next(iter(module.__path__))
        raise UnfitPackage(
            f"the game {point.name} is installed, but Python finds {found} before it, which has no "
            f"GAME: start Python in another folder, and keep scripts out of the one beside it"
        )
    return game


def add(folder: Path) -> Game:
    """Add the game of a package that is not installed, for this process, and return it.

    `folder` has the package's pyproject.toml, whose entry point names the game's own folder. A
    game that is there already stays. Raises UnfitPackage if there is no such package, its module
    is of another place, or its slug that of another game; and whatever the module raises.
    """
    module = _module_in(folder)
    own = folder.resolve() / module
    if str(own) not in map(str, folders()):
        _keep_kernels_of(own)
    sys.path.insert(0, str(own.parent))
    game: Game = import_module(module).GAME
    if game.folder != own:
        raise UnfitPackage(
            f"{module} is imported from {game.folder}, not {own}: install it by `pip install -e`"
        )
    if _registry().setdefault(game.slug, game) is not game:
        raise UnfitPackage(f"there is a game {game.slug!r} already: give {own} another slug")
    return game


def _module_in(folder: Path) -> str:
    """Return the module that a package's entry point names; raises UnfitPackage."""
    file = folder / "pyproject.toml"
    if not file.is_file():
        raise UnfitPackage(
            f"{folder} holds no pyproject.toml: `python -m games new` makes a package"
        )
    try:
        points = tomllib.loads(file.read_text())["project"]["entry-points"]["stammtisch.games"]
        [module] = points.values()
    except (KeyError, ValueError):
        raise UnfitPackage(f"{file} names no entry point stammtisch.games, or several") from None
    if not (folder / module / "__init__.py").is_file():
        raise UnfitPackage(f"{file} names {module}, but {folder / module} is no package")
    return str(module)


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
