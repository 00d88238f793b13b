"""`python -m games check my-game`: hold a game against every law."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.conformance import laws as conformance
from engine.kernels.binding import compile_nothing
from engine.rules.game import Game

from . import compiled, folder_laws, laws, sheets
from .advice import ADVICE
from .finding import BrokenModule, game_of, package_of
from .findings import Finding, found
from .playthrough import kept_in
from .progress import Bar

Law = Callable[..., Any]
PLAYED: tuple[Law, ...] = (
    laws.actions_have_numbers,
    *conformance.LAWS,
    conformance.beliefs_are_possible,
    *laws.LAWS[1:],
)
"""Laws that hold at every number of players, whatever the seed."""
COMPILED: Law = compiled.compiled_rules_play_the_same
ALL: tuple[Law, ...] = (*PLAYED, *folder_laws.LAWS, COMPILED)
SLOW: tuple[Law, ...] = (conformance.beliefs_are_possible, COMPILED)
"""Laws that are tried on a third of the matches."""
MATCHES = 3


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("game", metavar="NAME|FOLDER", help="a game, or the folder of its package")
    parser.add_argument(
        "--matches", type=int, default=MATCHES, metavar="N", help=f"matches of each law ({MATCHES})"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first match (0)")
    parser.add_argument("--players", type=int, metavar="N", help="at tables of this size only")
    parser.add_argument("--law", metavar="LAW", help="this law only, as a failure names it")
    parser.add_argument("--plain", action="store_true", help="compile nothing")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Hold the game against the laws; return 0 if all hold, 1 if not."""
    try:
        game = game_of(asked.game)
    except BrokenModule as error:
        print(json.dumps({"ok": False, "broken": str(error)}) if asked.json else error)  # noqa: T201
        return 1
    compile_nothing()
    results = list(_results(game, asked))
    holds = all(one.ok for one in results)
    if asked.json:
        print(json.dumps(_as_json(game, results), indent=1))  # noqa: T201
        return 0 if holds else 1
    print(_render(game, asked.game, results))  # noqa: T201
    verdict = "All laws hold." if holds else "Not all laws hold yet: mend what is marked ✗."
    print(verdict, file=sys.stderr)  # noqa: T201
    return 0 if holds else 1


def _results(game: Game, asked: argparse.Namespace) -> Iterator[Finding]:
    """Yield what came of each law that is asked for, told of on a terminal meanwhile."""
    bar, chosen = Bar("trials"), [(law, _trials(law, game, asked)) for law in _laws(asked)]
    total, done = sum(len(trials) for _, trials in chosen), 0
    for law, trials in chosen:
        finding = Finding(law)
        for number, trial in enumerate(trials):
            bar(done + number, total)
            finding = _tried(law, game, trial)
            if not finding.ok:
                break
        done += len(trials)
        yield finding
    bar(total, total)


def _laws(asked: argparse.Namespace) -> list[Law]:
    """Return the laws that are asked for; raises ValueError."""
    by_name = {law.__name__: law for law in ALL}
    if asked.law is not None and asked.law not in by_name:
        raise ValueError(f"there is no law {asked.law!r}; there are: {', '.join(by_name)}")
    chosen = list(ALL) if asked.law is None else [by_name[asked.law]]
    return [law for law in chosen if not (asked.plain and law is COMPILED)]


def _trials(law: Law, game: Game, asked: argparse.Namespace) -> list[dict[str, int]]:
    """Return what a law is tried with: all numbers of players, a few seeds; raises ValueError."""
    if law in folder_laws.LAWS:
        return [{}]
    if asked.players not in (None, *game.players):
        sizes = " or ".join(map(str, game.players))
        raise ValueError(f"{game.name} is for {sizes} players, not {asked.players}")
    if asked.matches < 1:
        raise ValueError("--matches is 1 at least")
    numbers = game.players if asked.players is None else (asked.players,)
    matches = max(asked.matches // 3, 1) if law in SLOW else asked.matches
    seeds = range(asked.seed, asked.seed + matches)
    return [{"players": players, "seed": seed} for players in numbers for seed in seeds]


def _tried(law: Law, game: Game, trial: dict[str, int]) -> Finding:
    try:
        law(game, **trial)
    except Exception as error:  # of the law, or of the game's own code
        return found(law, error, game, **trial)
    return Finding(law)


def _render(game: Game, named: str, results: Sequence[Finding]) -> str:
    """Return the report: a line for each law, more about those that are broken, and notes."""
    lines, told = [f"{game.name} ({game.folder})"], dict[tuple[str, str], str]()
    for one in results:
        lines.append(f"  {'✓' if one.ok else '✗'} {one.name}")
        if not one.ok:
            first = told.setdefault((one.broken, one.where), one.name)
            same = [f"the same as under “{first}”"]
            lines += (
                f"      {line}" for line in (_told(one, named) if first == one.name else same)
            )
    return "\n".join([*lines, *(f"  – {note}" for note in _notes(game))])


def _as_json(game: Game, results: Sequence[Finding]) -> dict[str, Any]:
    """Return the report for programs: what came of each law, and notes."""
    return {
        "game": game.slug,
        "ok": all(one.ok for one in results),
        "laws": [
            {
                "law": one.law.__name__,
                "means": one.means,
                "ok": one.ok,
                "broken": one.broken,
                "where": one.where,
                "look_at": "" if one.ok else ADVICE[one.law.__name__],
                "position": one.position,
                "players": one.players,
                "seed": one.seed,
            }
            for one in results
        ],
        "notes": list(_notes(game)),
    }


def _told(one: Finding, named: str) -> Iterator[str]:
    """Yield what is to be known of a law that is broken."""
    yield one.means
    yield from one.broken.splitlines()
    yield f"It came up in {one.where}." if one.where else f"Look at {ADVICE[one.law.__name__]}."
    yield from (f"| {line}" for line in one.position.splitlines())
    trial = f" --players {one.players} --matches 1 --seed {one.seed}" if one.players else ""
    yield f"Again: python -m games check {named} --law {one.law.__name__}{trial}"


def _notes(game: Game) -> Iterator[str]:
    """Yield what was not looked at, and what is still to be done."""
    if sheets.written_of(game) is None:
        yield "sheet.py has no `written(view)`: sheet and pad were not compared with rounds"
    package = package_of(game)
    if package is not None and not kept_in(package).is_file():
        yield "no round is kept: `python -m games show --keep` writes tests/playthrough.txt"
    for language, number in folder_laws.untranslated(game).items():
        yield f"{number} texts are not translated into {language}"
