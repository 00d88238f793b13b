"""Whole random matches of every game through the services: nobody sees more than their seat may."""

import random
import re

import pytest

import games
from engine.rules.state import Reading, cards_at, copy_states
from league.api.v1.play.table_outputs import LookOutput
from league.models import Event, Match, OnlineTable
from league.services.play import positions, tables
from tests.league.factories import EventFactory, RegistrationFactory, SeasonFactory
from tests.league.services.play import acts

SLUGS = [game.slug for game in games.all()]
WORDS = re.compile(r"[A-Z0-9]+")
LOOKED_AT = 0.15
"""The share of positions of which every reader's view is looked at."""


def texts_in(value):
    """Yield every text in a JSON value, keys too."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from texts_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)
    elif isinstance(value, str):
        yield value


def unknown_to(table, reader):
    """Return the texts of the cards that a seat, or an onlooker, does not know by the rules."""
    bit = 15 if reader is None else reader
    pack, state = table.game.pack, Reading(copy_states(table.state))
    known = state.known.tolist()
    places = [place for place in set(state.place.tolist()) if place < 254]
    cards = [card for place in places for card in cards_at(table.state, place)]
    return {pack.format(card) for card in cards if not known[card] >> bit & 1}


def check(stored, by):
    """Hold what somebody sees against the engine's view and against what the seat knows.

    Returns how many cards are hidden from them.
    """
    look = tables.look(table=stored, by=by)
    seen_at = positions.watching if look.seat is None else positions.looking
    with seen_at(stored) as position:
        table = position.table
    assert look.view == table.view(look.seat)
    shown = LookOutput(look).data
    shown = {name: shown[name] for name in ("view", "legal", "whys", "log", "last_trick")}
    words = {word for text in texts_in(shown) for word in WORDS.findall(text)}
    hidden = unknown_to(table, look.seat)
    assert table.round_over or not words & hidden, (stored, look.seat)
    return len(hidden)


@pytest.mark.sweep(1)
@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_sees_a_card_that_their_seat_does_not_know(slug, club, bob, dora, now):
    chance = random.Random(slug)
    game = games.get(slug)
    size = min(game.players, key=lambda players: abs(players - 3))
    season = SeasonFactory(club=club, game=slug)
    event = EventFactory(season=season, draw=Event.Draw.ONLINE)
    for account in (bob, dora):
        RegistrationFactory(event=event, player=account.player)
    bots = ["random", *["greedy"] * size][: size - 1]
    table = tables.open_table(event=event, by=bob, seats=size, bots=bots, now=now)
    assert check(table, bob)
    while acts.row(table).status == OnlineTable.Status.PLAYING:
        acts.play_on(table, [bob], now, choose=chance.choice)
        if chance.random() < LOOKED_AT:
            for by in (bob, dora, None):
                check(acts.row(table), by)
    assert Match.objects.get().status == Match.Status.FINAL


def test_the_law_finds_a_seat_shown_to_others(table, dora, monkeypatch):
    monkeypatch.setattr("league.services.play.table_looks.seat_of", lambda seats, by: 0)
    look = tables.look(table=acts.row(table), by=dora)
    words = {word for text in texts_in(look.view) for word in WORDS.findall(text)}
    assert words & unknown_to(positions.reach(acts.row(table)).table, 1)
