"""Who sits where: tables, movements, rounds of Swiss, round robin, knock-out; knows no database.

Entrants, past sessions and rules (`model`) go in. `sizes` cuts a field into tables, `turns` and
`units` say whose turn a bye is and who is taken together; `swiss`, `roundrobin`, `knockout`,
`sides` and `movements` draw, by the searches `every`, `tabu` and `anneal` over what tables cost
(`costs`, `crowd`). `explain` and `reasons` tell people why; `check` shares no code with them.
"""

from pathlib import Path

from engine.kernels.cache import cache_by

# Else what the process has imported before would say where its kernels are kept.
_HERE = Path(__file__).parent
cache_by([_HERE / "anneal.py", _HERE / "seats.py", _HERE / "tabu.py"], calls=[_HERE / "arrays.py"])
