"""Faults as the commands tell them: where one happened, why, and the bot's own words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bots.playing.runner import Fault


@dataclass(frozen=True)
class Mishap:
    """A fault, whose it was, and the match it happened in, in words."""

    bot: str
    fault: Fault
    match: str


def lines(fault: Fault) -> Iterator[str]:
    """Yield where and why a fault happened, then its evidence."""
    yield (
        f"seat {fault.seat}, round {fault.round + 1} after {fault.action} actions: "
        f"{fault.reason}: {fault.detail}"
    )
    yield from (f"  | {line}" for line in fault.evidence.splitlines())


def told(mishaps: Sequence[Mishap]) -> Iterator[str]:
    """Yield for each bot and reason in how many matches it happened, and the first of them."""
    first: dict[tuple[str, str], Mishap] = {}
    count: dict[tuple[str, str], int] = {}
    for one in mishaps:
        key = (one.bot, str(one.fault.reason))
        first.setdefault(key, one)
        count[key] = count.get(key, 0) + 1
    for key, one in first.items():
        bot, reason = key
        yield f"  {bot}: {count[key]} matches played on without it after a fault: {reason}"
        where, *evidence = lines(one.fault)
        yield f"    first in {one.match}, {where}"
        yield from (f"    {line}" for line in evidence)
