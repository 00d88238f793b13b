"""Records in files, as `play` and `arena` write them and sites give them away."""

import argparse
from pathlib import Path
from typing import Any

from engine.play.table import Table
from engine.records.reading import read_table
from engine.rules.errors import InvalidRecord


def add(parser: argparse.ArgumentParser, name: str) -> None:
    """Say what words a command takes that reads a record."""
    words: dict[str, Any] = {"type": Path, "metavar": "RECORD"}
    if name.startswith("-"):
        words["required"] = True
    parser.add_argument(name, help="a file that `play` or `arena` or a site wrote", **words)
    parser.add_argument("--line", type=int, default=1, help="of a file with a record a line (1)")


def read(asked: argparse.Namespace) -> Table:
    """Return the table at the end of a record; raises ValueError."""
    path: Path = asked.record
    try:
        text = path.read_text()
        line = text.splitlines()[asked.line - 1] if path.suffix == ".jsonl" else text
        return read_table(line)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from None
    except IndexError:
        raise ValueError(f"{path} has no line {asked.line}") from None
    except InvalidRecord as error:
        raise ValueError(f"{path} is no valid record: {error}") from None
    except ValueError as error:
        raise ValueError(f"{path} is no record: {error}") from None
