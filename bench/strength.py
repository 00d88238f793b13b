"""How strong the built-in bots are: `python -m bench.strength [GAME …]`, or `make strength`.

Plays duplicate deals in the arena, on all cores: `greedy` against `random`, `learned` and `hard`
against `greedy` and `expert` against `hard` in every game at every number of players, and two
settings of the literature. What is measured goes to `docs/strength.json` as soon as it is, and from
there to `docs/strength.md` and its chart; what is there already for the bots of today is not
measured again, so that a run can be broken off. They are those of today if they play the first
match, in all rotations, as they did then. With `--draw` nothing is measured, only page and chart
are written.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import games
from bots import builtin
from bots.contests import arena
from engine.rules.game import Game
from games.skat.value import seeger_fabian

from . import strength_chart
from .measure import say
from .strength_chart import STEPS, Row

RESULTS = Path("docs/strength.json")
PAGE = Path("docs/strength.md")
CHART = Path("docs/images/strength.svg")
DEALS = 400
MORE_DEALS = {"linger-longer": 1200}
"""Where little is at stake in a deal, and a difference takes longer to be seen."""
WANTED_OF_SIDES = {"greedy": 80.0, "random": 275.0}
"""What two hard seats in Gong Zhu are to have over the others, in points of a deal and side."""


@dataclass(frozen=True)
class Contest:
    """Bots to be compared in a game: the first against the other."""

    game: str
    seats: tuple[str, ...]
    passing: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return what it is stored under."""
        return " ".join([self.game, ",".join(self.seats), *self.passing])

    @property
    def deals(self) -> int:
        """Return how many deals are played in each rotation."""
        return MORE_DEALS.get(self.game, DEALS)

    @property
    def setting(self) -> arena.Setting:
        """Return what the arena plays."""
        return arena.Setting(self.game, self.seats, self.deals, passing=self.passing)

    @property
    def command(self) -> str:
        """Return the command that measures this contest alone."""
        passing = f" --pass {','.join(self.passing)}" if self.passing else ""
        seats = ",".join(self.seats)
        return (
            f"python -m bots arena --game {self.game} --seats {seats} --deals {self.deals}{passing}"
        )

    @property
    def bots(self) -> tuple[str, str]:
        """Return the two that are compared."""
        one, other = dict.fromkeys(self.seats)
        return one, other


def seats_of(game: Game, players: int, one: str, other: str) -> tuple[str, ...]:
    """Return a bot on the first seat, with its partners, and another on all other seats."""
    return tuple(one if side == 0 else other for side in game.sides(players))


def contests() -> Iterator[Contest]:
    """Yield all that is to be measured, what answers most questions first."""
    for other in WANTED_OF_SIDES:
        yield Contest("gong-zhu", ("hard", other, "hard", other), ("expose",))
    for one, other in STEPS:
        for game in sorted(games.all(), key=lambda game: len(game.players)):
            for players in game.players:
                yield Contest(game.slug, seats_of(game, players, one, other))


def measure(contest: Contest) -> dict[str, Any]:
    """Play a contest and return what is kept of it."""
    setting = contest.setting
    summary, played = arena.run(
        setting, progress=lambda done, total: say(f"{contest.name}: {done}/{total} matches")
    )
    one, other = contest.bots
    difference = summary.differences[f"{one} - {other}"]
    result = {
        "first_match": digest(played[0]),
        "deals": setting.matches * len(setting.bots),
        "rotations": setting.rotations,
        "mean": round(difference.mean, 3),
        "margin": round(difference.margin, 3),
        "moves_per_second": round(summary.moves / summary.seconds),
    }
    if contest.game == "skat" and one == "hard":
        result["seeger_fabian"] = declaring(setting, played)
    return result


def declaring(setting: arena.Setting, played: Sequence[arena.Played]) -> dict[str, float]:
    """Return how the first bot of a Skat setting declares, and its Seeger-Fabian points a deal."""
    rounds = declared = won = points = 0
    for match in played:
        for turn, record in enumerate(match.records):
            own = -turn % len(setting.bots)
            for done in record["rounds"]:
                rounds += 1
                declarer = None
                if any(text.startswith("declare ") for text in done["actions"]):
                    declarer = next(seat for seat, score in enumerate(done["scores"]) if score)
                is_won = declarer is not None and done["scores"][declarer] > 0
                points += seeger_fabian(declarer, is_won, 3)[own]
                declared += declarer == own
                won += declarer == own and is_won
    return {
        "points": round(points / rounds, 2),
        "declared": round(declared / rounds, 4),
        "won": round(won / max(declared, 1), 4),
    }


def load() -> dict[str, dict[str, Any]]:
    """Return what has been measured so far, by the names of contests."""
    stored: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    return stored


def digest(played: arena.Played) -> str:
    """Return what is told of a match in all rotations, to see whether bots still play it so."""
    actions = [[done["actions"] for done in record["rounds"]] for record in played.records]
    return hashlib.sha256(json.dumps(actions).encode()).hexdigest()[:16]


def is_of_today(contest: Contest, result: dict[str, Any] | None) -> bool:
    """Tell whether a result is there, and the bots of now play its first match as they did."""
    return result is not None and result["first_match"] == digest(arena.play(contest.setting, 0))


def render(results: dict[str, dict[str, Any]]) -> str:
    """Return the page about what has been measured."""
    lines = [
        "# How strong the built-in bots are",
        "",
        f"![What each step from one bot to the next brings]({CHART.relative_to(PAGE.parent)})",
        "",
        f"Made by `make strength`: {DEALS} deals and more, each played in every rotation of the",
        "seats; points of a deal, better is higher, with 95 % intervals. Partners sit opposite",
        "each other; everywhere else one seat plays the first bot. What is not listed was not",
        "measured yet.",
        "",
        "- `learned` asks the net of the game once for each choice (`make train`, decision 25).",
        *map(_effort, ("hard", "expert")),
        "",
        "| game | players | | difference | | command |",
        "|---|---|---|---|---|---|",
    ]
    measured = [(c, results[c.name]) for c in contests() if c.name in results]
    lines += [_line(contest, result) for contest, result in measured]
    lines += ["", *_notes(measured)]
    return "\n".join(lines) + "\n"


def chart(results: dict[str, dict[str, Any]]) -> str:
    """Return the drawing of what has been measured in every game at every number of players."""
    found = [
        Row(game.name, players, [_found(results, game, players, *step) for step in STEPS])
        for game in sorted(games.all(), key=lambda game: game.name)
        for players in game.players
    ]
    return strength_chart.chart(found)


def _found(
    results: dict[str, dict[str, Any]], game: Game, players: int, one: str, other: str
) -> dict[str, Any] | None:
    return results.get(Contest(game.slug, seats_of(game, players, one, other)).name)


def _effort(name: str) -> str:
    """Return how far a bot looks ahead, and in which games it looks further."""
    bot = builtin.get(name)
    further = [game for game in games.all() if game.further > 1]
    named = "".join(f", {game.further} times as many in {game.name}" for game in further)
    return (
        f"- `{name}` makes {bot.simulations:,} simulations for a card{named}; it compares bids, "
        f"discards and the like by {bot.comparisons:,} rounds."
    )


def _line(contest: Contest, result: dict[str, Any]) -> str:
    one, other = contest.bots
    game = games.get(contest.game)
    where = f"{game.name}, nothing exposed" if contest.passing else game.name
    is_sure = result["mean"] > result["margin"]
    return (
        f"| {where} | {len(contest.seats)} | {one} − {other} | "
        f"{result['mean']:+.2f} ± {result['margin']:.2f} | "
        f"{'better' if is_sure else 'not shown to be better'} | `{contest.command}` |"
    )


def _notes(measured: Sequence[tuple[Contest, dict[str, Any]]]) -> Iterator[str]:
    """Yield what else is wanted: the sides of Gong Zhu, and Skat's declarers."""
    for contest, result in measured:
        if contest.passing:
            other = contest.bots[1]
            yield (
                f"- Gong Zhu, two seats each, per deal and side: hard − {other} "
                f"{2 * result['mean']:+.0f} ± {2 * result['margin']:.0f} "
                f"(wanted: {WANTED_OF_SIDES[other]:+.0f})."
            )
        if skat := result.get("seeger_fabian"):
            yield (
                f"- Skat, hard at a table with two greedy: {skat['points']:+.1f} Seeger-Fabian "
                f"points a deal; it declares {skat['declared']:.0%} of its deals (wanted: 25 to "
                f"60 %) and wins {skat['won']:.0%} of these (wanted: 80 % and more)."
            )


def publish(results: dict[str, dict[str, Any]]) -> None:
    """Write the page and its chart."""
    PAGE.write_text(render(results))
    CHART.write_text(chart(results))


def main(words: Sequence[str] | None = None) -> None:
    """Measure what is missing of some games, of all by default, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="game", help="slugs; all by default")
    parser.add_argument("--draw", action="store_true", help="write page and chart, measure nothing")
    given = parser.parse_args(words)
    asked = [] if given.draw else given.games or [game.slug for game in games.all()]
    results = load()
    for contest in contests():
        if contest.game in asked and not is_of_today(contest, results.get(contest.name)):
            results[contest.name] = measure(contest)
            RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
            publish(results)
    publish(results)


if __name__ == "__main__":
    main()
