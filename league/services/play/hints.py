"""Hints at practice tables: what a bot would do, found by a worker from what the seat knows.

The search is that of the bots that play there, on the same concealed state; what it leaves to
chance follows from the code of the table and the position, never from the secret.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from bots import builtin
from bots.builtin import Builtin
from bots.playing import runner
from engine.play.table import Table
from engine.rules.errors import NotCompiled
from league.models import Hint, OnlineTable
from league.services.monitoring import host_errors

from . import positions, table_play
from .table_looks import loaded
from .table_play import Awaits


def find(*, pk: int, clock: Callable[[], datetime] = timezone.now) -> bool:
    """Find the hint that was asked for at a table, if one was; False if nothing was found."""
    rows = OnlineTable.objects.filter(pk=pk, event=None, match=None, awaits=Awaits.PERSON)
    table = loaded(rows).first()
    hint = None if table is None else _asked(table)
    if table is None or hint is None:
        return False
    try:
        with positions.looking(table) as position:
            found = advice(position.table, builtin.get(hint.bot), seed=_seed(table))
    except NotCompiled:
        rows.filter(length=table.length).update(due_at=clock() + host_errors.SOON)
        return False
    with transaction.atomic():
        held = table_play.hold(table)
        if held.length != table.length or not _open(hint).update(found=found):
            return False
        table_play.change(held, due_at=None)
    return True


def advice(table: Table, bot: Builtin, *, seed: int) -> dict[str, Any]:
    """Return what a bot would do for the seat to act, and how it compares to the next best.

    `ahead` is by how many points on average, None where nothing else was tried often enough or
    where more than points counts. Raises NotCompiled.
    """
    text = table.text_of
    actions = table.legal_actions()
    if len(actions) == 1:
        return _said(text(actions[0]))
    thinking = runner.consider(table, bot, seed)
    best, _tried, worth = thinking.report()[0]
    runner_up = thinking.runner_up()
    if runner_up is None:
        return _said(text(best), deals=thinking.deals)
    second, _tried, less = runner_up
    ahead = None if thinking.counts_places else round(worth - less, 1)
    return _said(text(best), deals=thinking.deals, second=text(second), ahead=ahead)


def _said(
    action: str, *, deals: int = 0, second: str = "", ahead: float | None = None
) -> dict[str, Any]:
    return {"action": action, "deals": deals, "second": second, "ahead": ahead}


def _asked(table: OnlineTable) -> Hint | None:
    """Return the hint for the position of a table that nobody has found yet."""
    return table.practice.hints.filter(length=table.length, found__isnull=True).first()


def _open(hint: Hint) -> Any:
    return Hint.objects.filter(pk=hint.pk, found__isnull=True)


def _seed(table: OnlineTable) -> int:
    digest = hashlib.sha256(f"{table.code} {table.length}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
