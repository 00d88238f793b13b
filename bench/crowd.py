"""How many look at the standings of a running event while results come in, and when they see them.

Everybody asks for the whole page again as soon as there is an answer. Results are entered and
confirmed meanwhile, half a second after the one before was seen. The floor is a view that does
nothing, asked in the same way by as many.
"""

from collections.abc import Iterator
from pathlib import Path

from .league import NotThere, on_servers
from .measure import Row, say

PEOPLE, SECONDS = 400, 20
PART = f"{PEOPLE} people at the standings of a running event, two web processes, PostgreSQL, Redis"
DATABASE, NUMBER = "st_bench_crowd", 8
TIME_LIMIT_S = 300
WANTED, SEEN_S = 1500.0, 1.0
START = "import django; django.setup(); from bench import crowd_run; crowd_run.measure({}, {})"


def rows(_var: Path) -> Iterator[Row]:
    """Yield how many answers there were a second, and how late the latest result was seen."""
    say(f"{PEOPLE} people look at one page: two minutes")
    try:
        [told] = on_servers(
            START.format(PEOPLE, SECONDS), limit_s=TIME_LIMIT_S, database=DATABASE, number=NUMBER
        )
    except NotThere as error:
        yield Row(part=PART, what="PostgreSQL, Redis", note=f"not available: {error}")
        return
    yield Row(part=PART, what="a view that does nothing", speed=told["floor"], unit="answers/s")
    for what in ("page", "page_alone"):
        yield Row(
            part=PART,
            what="standings, page" + (", nothing comes in" if what == "page_alone" else ""),
            speed=told[what],
            unit="answers/s",
            ratio=told[what] / WANTED,
            beside=f"{WANTED:g}/s",
            limit=1.0,
            note=f"{told[what] / told['floor']:.2f} × the view that does nothing",
        )
    yield Row(
        part=PART,
        what="a result is seen",
        ratio=SEEN_S / told["latest_s"],
        beside=f"{SEEN_S:g} s",
        limit=1.0,
        note=f"{told['median_s']:.2f} s at the median, {told['latest_s']:.2f} s the latest of "
        f"{told['results']}; {told['failed']} answers failed {told['why']}".strip(),
    )
