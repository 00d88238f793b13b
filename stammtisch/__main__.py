"""All there is to type: `python -m stammtisch`, or `stammtisch` where it is installed.

Each word hands over to the command line of a part, so that nobody needs a path into a checkout.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple


class Part(NamedTuple):
    """A word, the module whose `main` it leads to, and the words that are said before others."""

    module: str
    help: str
    first: tuple[str, ...] = ()


SITE = "league.__main__"
PARTS = {
    "bots": Part("bots.__main__", "make bots, check and compare them, upload and serve them"),
    "games": Part("games.__main__", "make games of your own, check and translate them"),
    "demo": Part(SITE, "fill a demo club and serve it", ("demo",)),
    "serve": Part(SITE, "run a site: web server, workers and clock", ("supervise",)),
    "manage": Part(SITE, "everything else that operators type", ()),
}
NO_SITE = "The site is not installed here. `pip install stammtisch` adds it to rules and bots."


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words ask for, those typed if none are given; return the exit status."""
    name, *others = words if words is not None else sys.argv[1:] or ["--help"]
    part = PARTS.get(name)
    if part is None:
        print(usage())  # noqa: T201
        return 0 if name in {"-h", "--help"} else 2
    if part.module == SITE and not has_site():
        print(NO_SITE, file=sys.stderr)  # noqa: T201
        return 1
    return int(import_module(part.module).main([*part.first, *others]))


def has_site() -> bool:
    """Return whether the site can be run here."""
    return all(find_spec(module) for module in ("league", "django"))


def usage() -> str:
    """Return what there is, and what can be done with it here."""
    lines = ["usage: python -m stammtisch WORD …", ""]
    lines += [f"  {name:7} {part.help}" for name, part in PARTS.items() if _is_here(part)]
    lines += ["", "Each tells more: python -m stammtisch bots --help"]
    return "\n".join([*lines, *([] if has_site() else [NO_SITE])])


def _is_here(part: Part) -> bool:
    return part.module != SITE or has_site()


if __name__ == "__main__":
    sys.exit(main())
