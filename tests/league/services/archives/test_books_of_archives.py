"""Fees, payments and prizes go with the archive of a season, and are not believed either."""

import json

import pytest

from league.models import Club, Payment, Pot, Season
from league.services.archives import archives, season_imports
from league.services.base.refusals import Invalid
from league.services.books import fees, payments, prizes
from tests.league.factories import BotFactory, RegistrationFactory
from tests.league.services.archives.test_archives import elsewhere

__all__ = ["elsewhere"]


@pytest.fixture
def paid(season, event, table_of_four, alice, now):
    """A season of which two have paid for an event with a pot, one of them in advance."""
    fees.set_season_fee(season=season, fee=500, currency="CHF", by=alice, now=now)
    fees.set_fee(event=event, fee=700, by=alice, now=now)
    prizes.set_pot(event=event, kept=200, shares=[70, 30], by=alice, now=now)
    rows = [RegistrationFactory(event=event, player=player) for player in table_of_four]
    for row, way in zip(rows[:2], ("cash", "transfer"), strict=True):
        payments.note_paid(registration=row, way=way, amount=None, by=alice, now=now)
    Payment.objects.create(
        event=event, player=rows[0].player, kind="prize", way="cash", amount=840, noted_at=now
    )
    season.refresh_from_db()
    return season


@pytest.fixture
def lines(paid, alice, now):
    return [json.loads(line) for line in archives.export(season=paid, by=alice, now=now)]


@pytest.fixture
def reader(elsewhere, mallory, now):
    """Return a function that reads lines in a club elsewhere, which counts in francs."""
    Club.objects.filter(pk=elsewhere.pk).update(currency="CHF")

    def read(lines):
        lines[-1]["lines"] = len(lines) - 1
        return season_imports.import_season(
            club=elsewhere,
            lines=[json.dumps(line).encode() for line in lines],
            players="guests",
            by=mallory,
            now=now,
        ).season

    return read


def books(season):
    """Return what the books of a season hold, whatever its codes are."""
    rows = Payment.objects.filter(event__season=season).order_by("pk")
    [event] = season.events.all()
    return (
        season.entry_fee,
        event.entry_fee,
        (event.pot.kept, event.pot.shares),
        [(row.player.name, row.kind, row.way, row.amount, row.noted_at) for row in rows],
        vars_of(payments.totals(event)),
    )


def vars_of(totals):
    return totals.cash, totals.transfer, totals.open, totals.received


def of_kind(lines, kind):
    return [line for line in lines if line["kind"] == kind]


def test_books_are_the_same_elsewhere(paid, lines, reader):
    copy = reader(lines)
    assert books(copy) == books(paid)
    assert [one[1:4] for one in books(copy)[3]] == [
        ("fee", "cash", 700),
        ("fee", "transfer", 700),
        ("prize", "cash", 840),
    ]


def test_who_noted_a_payment_does_not_come_along(lines, reader):
    copy = reader(lines)
    assert {row.noted_by for row in Payment.objects.filter(event__season=copy)} == {None}
    assert not any("noted_by" in line for line in lines)


def test_who_has_only_paid_is_a_player_of_the_archive(paid, event, alice, now, reader):
    event.registrations.all().delete()
    copy = reader([json.loads(line) for line in archives.export(season=paid, by=alice, now=now)])
    assert len(books(copy)[3]) == 3


def test_archives_of_before_have_no_books(lines, reader):
    old = [line for line in lines if line["kind"] not in {"pot", "payment"}]
    for line in old:
        line.pop("entry_fee", None)
        line.pop("currency", None)
    copy = reader(old)
    assert copy.entry_fee is None
    assert not Payment.objects.filter(event__season=copy).exists()


def refused(reader, lines):
    """Return what is said of lines that are refused, by their place."""
    with pytest.raises(Invalid) as refusal:
        reader(lines)
    assert Season.objects.count() == 1
    return refusal.value.errors


@pytest.mark.parametrize("part", ["season", "event", "pot", "payment"])
def test_amounts_of_another_currency_are_refused(lines, elsewhere, reader, part):
    Club.objects.filter(pk=elsewhere.pk).update(currency="EUR")
    kept = [line for line in lines if line["kind"] not in {"pot", "payment"} - {part}]
    for line in kept:
        if "entry_fee" in line and line["kind"] != part:
            line["entry_fee"] = None
    [(path, said)] = refused(reader, kept).items()
    assert path == "lines.2.currency"
    assert "another currency" in said[0]


def test_a_season_without_money_goes_to_any_club(lines, elsewhere, reader):
    Club.objects.filter(pk=elsewhere.pk).update(currency="EUR")
    kept = [line for line in lines if line["kind"] not in {"pot", "payment"}]
    for line in kept:
        if "entry_fee" in line:
            line["entry_fee"] = None
    assert reader(kept).entry_fee is None


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("season", "entry_fee", 10**8),
        ("event", "entry_fee", -1),
        ("pot", "kept", 10**8),
        ("pot", "shares", [70, 20]),
        ("pot", "shares", []),
        ("payment", "amount", 10**8),
        ("payment", "way", "barter"),
        ("payment", "type", "bribe"),
        ("payment", "event", "nothere222"),
    ],
)
def test_what_nobody_could_note_is_refused(lines, reader, kind, field, value):
    of_kind(lines, kind)[0][field] = value
    [path] = refused(reader, lines)
    assert path.endswith(f".{field}") or f".{field}." in path


def test_a_second_pot_of_an_event_is_refused(lines, reader):
    at = lines.index(of_kind(lines, "pot")[0])
    lines.insert(at, dict(lines[at]))
    assert any("another line" in said for [said] in refused(reader, lines).values())
    assert Pot.objects.count() == 1


def test_bots_pay_nothing(paid, event, alice, now, reader):
    bot = BotFactory(builtin="random")
    event.bots.add(bot)
    lines = [json.loads(line) for line in archives.export(season=paid, by=alice, now=now)]
    of_kind(lines, "payment")[0]["player"] = bot.code
    assert list(refused(reader, lines).values()) == [["a bot neither pays nor wins money"]]
