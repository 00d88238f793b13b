"""Who sits where: tables, movements, rounds of Swiss, round robin, knock-out; knows no database."""

from pathlib import Path

from engine.kernels.cache import cache_by

# Else what the process has imported before would say where its kernels are kept.
_HERE = Path(__file__).parent
cache_by([_HERE / "anneal.py", _HERE / "seats.py", _HERE / "tabu.py"], calls=[_HERE / "arrays.py"])
