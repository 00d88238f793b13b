"""`python -m bench [playouts] [openspiel] [validate] [league]`: measure, print a table.

The rows also go to `var/bench.json`.
"""

import argparse
import json
import platform
from pathlib import Path

from . import openspiel, playouts, validate
from .measure import Row, as_json, pin_to_one_core, render

VAR = Path("var")
PARTS = {"playouts": playouts, "openspiel": openspiel, "validate": validate}


def main() -> None:
    """Measure the parts asked for, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="part")
    asked = parser.parse_args().parts or list(PARTS)
    pin_to_one_core()
    rows: list[Row] = []
    for part in asked:
        rows.extend(PARTS[part].rows(VAR))
    print(render(rows))
    VAR.mkdir(exist_ok=True)
    told = {"python": platform.python_version(), "machine": platform.machine()}
    (VAR / "bench.json").write_text(json.dumps(told | {"rows": as_json(rows)}, indent=1) + "\n")


if __name__ == "__main__":
    main()
