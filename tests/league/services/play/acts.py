"""Acts at online tables as tests repeat them, on the row as it is stored."""

from datetime import timedelta

from league.models import OnlineTable
from league.services.play import positions, table_answers, table_watch, tables
from league.services.play.table_play import PAUSE


def row(table):
    return tables.loaded(OnlineTable.objects.all()).get(pk=table.pk)


def look(table, by=None):
    return tables.look(table=row(table), by=by)


def act(table, by, now, *, action=None, version=None):
    """Play the first legal action, or this one, on what is stored or was seen."""
    seen = look(table, by)
    return tables.act(
        table=row(table),
        by=by,
        action=seen.legal[0] if action is None else action,
        expected_version=seen.version if version is None else version,
        now=now,
    )


def answer(table, now):
    return table_answers.answer(pk=table.pk, clock=lambda: now)


def watch(now, seconds=0):
    return table_watch.watch(now=now + timedelta(seconds=seconds))


def play_on(table, people, now, choose=lambda legal: legal[0]):
    """Do the next thing at a table: a person acts, bots answer, or a round is dealt."""
    stored = row(table)
    if stored.awaits == OnlineTable.Awaits.BOT:
        answer(table, now)
    elif stored.awaits == OnlineTable.Awaits.DEAL and stored.due_at is None:
        tables.deal(table=stored, by=people[0], now=now)
    elif stored.awaits == OnlineTable.Awaits.DEAL:
        table_watch.watch(now=stored.due_at)
    else:
        looks = ((by, tables.look(table=stored, by=by)) for by in people)
        by, seen = next((by, seen) for by, seen in looks if seen.legal)
        tables.act(
            table=stored,
            by=by,
            action=choose(seen.legal),
            expected_version=seen.version,
            now=now,
        )


def play_out(table, people, now):
    while row(table).status == OnlineTable.Status.PLAYING:
        play_on(table, people, now)
    return row(table)


def forget():
    """Replay every log from its beginning, as a process that has just begun."""
    positions.kept.forget()


__all__ = ["PAUSE", "act", "answer", "forget", "look", "play_on", "play_out", "row", "watch"]
