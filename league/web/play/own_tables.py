"""The online tables at which a visitor sits and that are not over."""

from dataclasses import dataclass

from league.models import Account, OnlineTable, TableSeat

MOST = 20


@dataclass(frozen=True)
class OwnTable:
    """A table, and whether it awaits the visitor."""

    table: OnlineTable
    is_to_act: bool


def own_tables(account: Account | None) -> list[OwnTable]:
    """Return the tables at which an account sits, the newest first; one query."""
    if account is None:
        return []
    live = [OnlineTable.Status.GATHERING, OnlineTable.Status.PLAYING]
    rows = TableSeat.objects.filter(player__account=account, table__status__in=live)
    rows = rows.select_related("table__event__season", "table__practice").order_by("-table_id")
    return [OwnTable(row.table, _awaits(row)) for row in rows[:MOST]]


def _awaits(seat: TableSeat) -> bool:
    table = seat.table
    return table.awaits == OnlineTable.Awaits.PERSON and table.turn == seat.number
