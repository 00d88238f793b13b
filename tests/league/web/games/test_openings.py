"""The page that says how rounds began."""

from collections import Counter
from datetime import date

import pytest
from django.urls import reverse

import games
from engine.records import packed
from engine.records.openings import openings_of
from games.skat.actions import BID_ACTION
from games.skat.value import BIDS
from league.models import Match, Record, RecordFile
from league.services.base import unwritten
from league.services.results import openings, record_files
from league.web.games.openings import MOST, OpeningTables
from tests.league.factories import NOW

SLUG = "mit-list-und-tuecke"
PAGE = reverse("web:openings", args=[SLUG])
SKAT = games.get("skat")
PASS, YES, CLUB_ACE = SKAT.calls[0], SKAT.calls[0] + 1, 14


def shown(client, page=PAGE):
    return client.get(page).content.decode()


def stored(month, calls, leads, rounds=10):
    counted = {"rounds": rounds, "calls": calls, "leads": leads}
    RecordFile.objects.create(
        game="skat", month=date(2026, month, 1), openings={"3": counted}, written_at=NOW
    )


@pytest.fixture
def written(final):
    """The match is in a file, and counted."""
    record_files.write(now=NOW)
    return final


def test_counts_are_those_of_the_records(written):
    heads = [packed.unpack(bytes(blob)) for blob in Record.objects.values_list("blob", flat=True)]
    assert openings.of_game(SLUG) == openings_of(heads)


def test_what_leaves_the_files_is_counted_no_more(written):
    Match.objects.update(status=Match.Status.VOID)
    unwritten.note([written.pk])
    record_files.write(now=NOW)
    assert openings.of_game(SLUG) == {}


def test_months_are_added(db):
    stored(3, {PASS: 2}, {CLUB_ACE: 1})
    stored(4, {PASS: 3, YES: 1}, {CLUB_ACE: 2})
    [counted] = openings.of_game("skat").values()
    assert counted.rounds == 20
    assert counted.calls == Counter({PASS: 5, YES: 1})
    assert counted.leads == Counter({CLUB_ACE: 3})


def test_a_record_of_a_game_that_is_gone_is_not_counted():
    assert openings.told([b"no record"]) == {}


def test_the_most_frequent_come_first(db):
    stored(3, {PASS: 2, YES: 5}, {CLUB_ACE: 1})
    [counted] = openings.of_game("skat").values()
    table = OpeningTables.of(SKAT, 3, counted)
    assert [(row.count, row.often) for row in table.calls] == [(5, 0.5), (2, 0.2)]
    assert [row.often for row in table.leads] == [100]


def test_a_table_has_so_many_rows(db):
    stored(3, {BID_ACTION + bid: 1 for bid in BIDS.tolist()}, {})
    [counted] = openings.of_game("skat").values()
    assert len(OpeningTables.of(SKAT, 3, counted).calls) == MOST


def test_the_page_says_calls_and_cards_in_words(client, db):
    stored(3, {PASS: 2}, {CLUB_ACE: 1})
    page = shown(client, reverse("web:openings", args=["skat"]))
    assert "10 rounds with 3 players" in page
    assert ">Pass</th>" in page
    assert ">Ace of clubs</th>" in page
    assert "100.0 %" in page


def test_a_page_of_leads_alone_has_no_calls(client, written):
    page = shown(client)
    assert "The first card" in page
    assert "Calls before" not in page


def test_without_records_it_says_when_they_are_counted(client, db):
    assert "There are no records yet." in shown(client)


def test_the_page_costs_as_many_queries_for_one_month_as_for_many(
    client, db, django_assert_num_queries
):
    stored(1, {PASS: 2}, {})
    with django_assert_num_queries(1):
        openings.of_game("skat")
    stored(2, {PASS: 2}, {})
    with django_assert_num_queries(1):
        openings.of_game("skat")


def test_an_unknown_game_is_not_found(client, db):
    assert client.get("/games/bridge/openings/").status_code == 404
