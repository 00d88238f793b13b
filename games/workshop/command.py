"""How a command line with several commands obeys."""

import argparse
import os
import sys
from collections.abc import Sequence


def obey(parser: argparse.ArgumentParser, words: Sequence[str] | None) -> int:
    """Run the command that the words name, and return the exit status; without one, list them.

    `words` are those behind the program's name, None for those it was called with. What a command
    refuses is told without a traceback.
    """
    asked = parser.parse_args(words)
    if not hasattr(asked, "run"):
        parser.print_help()
        return 0
    try:
        return int(asked.run(asked))
    except (LookupError, ValueError, FileExistsError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `head` has seen enough; Python would complain again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
