"""Who sits where: tables, movements, rounds of Swiss, round robin, knock-out; knows no database."""

from pathlib import Path

from engine.cache import cache_by

# Else what the process has imported before would say where its kernels are kept.
cache_by([Path(__file__).with_name("anneal.py")])
