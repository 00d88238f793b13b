"""Remote bots as tests need them: made, listening, and seated at tables that take them."""

from league.models import Event, RemoteBot
from league.services.play import remote_bots, tables
from tests.league.services.play import acts


def make(owner, now, name="Fern", **changes):
    """Return a bot of an author that listens to its events."""
    bot = remote_bots.create(name=name, by=owner, now=now)
    RemoteBot.objects.filter(pk=bot.pk).update(**{"seen_at": now} | changes)
    return RemoteBot.objects.select_related("player", "account").get(pk=bot.pk)


def let_in(event):
    """Let remote bots sit down at the tables of an event."""
    Event.objects.filter(pk=event.pk).update(takes_remote_bots=True)
    event.takes_remote_bots = True
    return event


def join(table, bot, now, **wanted):
    return tables.join(table=acts.row(table), by=bot.account, now=now, **wanted)
