"""The command line of operators: `manage.py` in a checkout, `python -m stammtisch manage` else."""

import os
import sys
from collections.abc import Sequence

from django.core.management import execute_from_command_line

SETTINGS = "league.config.settings"


def main(words: Sequence[str], *, program: str = "stammtisch manage") -> int:
    """Do what the words ask for; return the exit status. `program` is what help calls it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    execute_from_command_line([program, *words])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
