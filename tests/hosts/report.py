"""How long people waited, for each thing that happened to the hosts: the table of docs/hosts.md."""

import itertools
from collections import Counter
from dataclasses import dataclass

from .ledger import silence_s

SLACK_S = 5
"""A stream that ended at the end of a happening is back some seconds later."""


@dataclass(frozen=True)
class Line:
    """What a happening cost people."""

    name: str
    lasted_s: float
    answers: int
    put_off: Counter
    silence_s: float
    slowest_s: float
    gone_s: list[float]
    """For how long streams were gone, each."""

    def __str__(self):
        put_off = ", ".join(
            f"{n} × {status or 'none'}" for status, n in sorted(self.put_off.items())
        )
        gone = f"{len(self.gone_s)}, {max(self.gone_s):.1f} s" if self.gone_s else "0"
        return (
            f"| {self.name} | {self.lasted_s:.0f} | {self.answers} | {put_off or 0} "
            f"| {self.silence_s:.1f} | {self.slowest_s:.1f} | {gone} |"
        )


def lines(story, crowd):
    """Yield what each happening cost."""
    gone = list(itertools.chain(*(one.heard.gone_s for one in crowd.watchers)))
    for one in story.happened:
        answers = crowd.ledger.within(*one.span)
        yield Line(
            name=one.name,
            lasted_s=one.ended - one.began,
            answers=len(answers),
            put_off=Counter(answer.status for answer in answers if answer.is_put_off),
            silence_s=silence_s(answers, *one.span),
            slowest_s=max((answer.took_s for answer in answers), default=0),
            gone_s=[s for back, s in gone if one.began <= back - s <= one.ended + SLACK_S],
        )
