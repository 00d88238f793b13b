r"""The command line for movements: print one, find the catalogue again, see what is reached.

python -m league.logic.draws.movements show --players 40 --size 4
python -m league.logic.draws.movements table
python -m league.logic.draws.movements search golfer-40x4
python -m league.logic.draws.movements mixed 18x4
python -m league.logic.draws.movements mixed --players 18 --size 4 --sessions 4 --seed 1
python -m league.logic.draws.movements search --kind golfer --size 4 --circle 13,3,1 \
    --turn 1,1,0 --given '[[[39, 0, 13, 26]]]' --seed 1
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from . import best, longest, mixed
from .catalogue import FILE, Entry, as_text, entries
from .movement import Kind
from .table import page


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words ask for; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m league.logic.draws.movements",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="command")
    _add_show(commands.add_parser("show", help="print a movement"))
    table = commands.add_parser("table", help="print docs/draws-movements.md")
    table.set_defaults(run=_table)
    _add_search(commands.add_parser("search", help="find entries of the catalogue, or a new one"))
    _add_mixed(commands.add_parser("mixed", help="the same where tables differ by one place"))
    asked = parser.parse_args(words)
    return int(asked.run(asked))


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--size", type=int, default=4, help="of a full table (4)")
    parser.add_argument("--short", type=_numbers, default=(), help="other sizes, such as 3,2")
    parser.add_argument("--sessions", type=int, help="as many as there are")
    parser.set_defaults(run=_show)


def _show(asked: argparse.Namespace) -> int:
    movement = (
        best(asked.players, asked.size, asked.sessions, short=asked.short)
        if asked.sessions
        else longest(asked.players, asked.size, short=asked.short)
    )
    if movement is None:
        print("none", file=sys.stderr)  # noqa: T201
        return 1
    for number, session in enumerate(movement.sessions, start=1):
        tables = "  ".join(" ".join(f"{player + 1:2}" for player in table) for table in session)
        print(f"{number:2}:  {tables}")  # noqa: T201
    return 0


def _table(asked: argparse.Namespace) -> int:
    print(page(), end="")  # noqa: T201
    return 0


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="entry", help="such as golfer-40x4 (all)")
    parser.add_argument("--kind", type=Kind, help="look for a new entry: golfer, whist or howell")
    parser.add_argument("--size", type=int, default=4, help="of a table (4)")
    parser.add_argument("--circle", type=_numbers, help="modulus,layers,middle")
    parser.add_argument("--turn", type=_numbers, default=(1, 0, 0), help="factor,layers,middle")
    parser.add_argument("--bases", type=int, default=1, help="base sessions (1)")
    parser.add_argument("--given", type=json.loads, default=[], help="tables of bases, in JSON")
    parser.add_argument("--classes", type=json.loads, default=[], help="tables, in JSON")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=_search)


def _search(asked: argparse.Namespace) -> int:
    from .search import look  # noqa: PLC0415 - loads the compiler, which nothing else here needs

    if asked.kind:
        row = vars(asked) | {"table_size": asked.size, "bases": [[]] * asked.bases, "boards": []}
        return _keep(look(Entry.from_json(row)))
    missed = 0
    for entry in entries().values():
        if asked.names and entry.name not in asked.names:
            continue
        is_same = look(entry) == entry
        missed += not is_same
        print(f"{entry.name}: {'found again' if is_same else 'found otherwise'}")  # noqa: T201
    return missed


def _add_mixed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="entry", help="such as 18x4 (all)")
    parser.add_argument("--players", type=int, help="look for a new entry")
    parser.add_argument("--size", type=int, default=4, help="of a full table (4)")
    parser.add_argument("--sessions", type=int, default=2, help="how many (2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=_mixed)


def _mixed(asked: argparse.Namespace) -> int:
    from .mixed_search import look  # noqa: PLC0415 - loads the compiler, as above

    if asked.players:
        found = look(asked.players, asked.size, asked.sessions, seed=asked.seed)
        if found is None:
            print("nothing found; try another seed", file=sys.stderr)  # noqa: T201
            return 1
        kept = mixed.entries() | {(found.players, found.table_size): found}
        Path(str(mixed.FILE)).write_text(mixed.as_text(kept.values()))
        print(f"{found.name}: kept")  # noqa: T201
        return 0
    missed = 0
    for entry in mixed.entries().values():
        if asked.names and entry.name not in asked.names:
            continue
        again = look(entry.players, entry.table_size, len(entry.sessions), seed=entry.seed)
        missed += again != entry
        print(f"{entry.name}: {'found again' if again == entry else 'found otherwise'}")  # noqa: T201
    return missed


def _keep(found: Entry | None) -> int:
    """Put an entry into the catalogue, in the place of the one there was."""
    if found is None:
        print("nothing found; try another seed", file=sys.stderr)  # noqa: T201
        return 1
    Path(str(FILE)).write_text(as_text((entries() | {found.key: found}).values()))
    print(f"{found.name}: kept")  # noqa: T201
    return 0


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


if __name__ == "__main__":
    sys.exit(main())
