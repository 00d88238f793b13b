"""Online tables of every game at which people sit, for tests of their pages."""

import random

from league.models import Event, OnlineTable
from league.services.play import tables
from league.services.play.table_numbers import WAIT
from tests.league.factories import (
    NOW,
    EventFactory,
    PersonFactory,
    RegistrationFactory,
    SeasonFactory,
)


def online_event(club, slug, **fields):
    """Return an event of online tables of a game."""
    return EventFactory(
        season=SeasonFactory(club=club, game=slug), name=f"{slug} online", draw=Event.Draw.ONLINE
    )


def seat_people(event, seats):
    """Return a table of an event that is being played, and the accounts at it, in seat order."""
    accounts = [PersonFactory().account for _ in range(seats)]
    for account in accounts:
        RegistrationFactory(event=event, player=account.player)
    table = tables.open_table(event=event, by=accounts[0], seats=seats, now=NOW)
    for account in accounts[1:]:
        table = tables.join(table=table, by=account, now=NOW)
    table = tables.deal(table=table, by=accounts[0], now=NOW + WAIT)
    return fresh(table), accounts


def fresh(table):
    """Return a table as it is stored, with all that a look needs."""
    return tables.loaded(OnlineTable.objects.all()).get(pk=table.pk)


def play(table, accounts, actions, *, seed=0):
    """Play so many actions by chance, dealing again where a round is over; return the table."""
    chance = random.Random(seed)
    for _ in range(actions):
        if table.status != OnlineTable.Status.PLAYING:
            break
        if table.turn is None:
            tables.deal(table=table, by=accounts[0], now=NOW)
        else:
            by = accounts[table.turn]
            action = chance.choice(tables.look(table=table, by=by).legal)
            tables.act(table=table, by=by, action=action, expected_version=table.version, now=NOW)
        table = fresh(table)
    return table
