"""The page with the files of a game's records."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from league.models import Match, RecordFile
from league.services.results import record_files, record_pages
from tests.league.factories import NOW

PAGE = reverse("web:game-records", args=["mit-list-und-tuecke"])


def shown(client, page=PAGE):
    return client.get(page).content.decode()


@pytest.fixture
def written(final):
    """The file in which the match is."""
    Match.objects.update(created_at=datetime(2026, 3, 7, tzinfo=UTC))
    record_files.write(now=NOW)
    return RecordFile.objects.get()


def test_a_file_is_named_with_its_month_and_digest(client, written):
    page = shown(client)
    assert "March 2026" in page
    assert written.digest in page
    address = reverse("api:game-record-file", args=["mit-list-und-tuecke", "2026-03"])
    assert f'href="{address}"' in page


def test_a_file_as_parquet_is_linked_where_there_is_one(client, written):
    address = reverse("api:game-record-table", args=["mit-list-und-tuecke", "2026-03"])
    assert f'href="{address}"' in shown(client)
    RecordFile.objects.update(has_parquet=False)
    assert "Parquet" not in shown(client)


def test_without_files_it_says_when_they_are_written(client, db):
    assert "There are no files yet." in shown(client)


def test_it_says_what_a_line_has(client, final):
    [line] = record_pages.page(game="mit-list-und-tuecke").lines
    names = [field.name for field in record_pages.FIELDS]
    assert all(f"<code>{name}</code>" in shown(client) for name in names)
    assert all(f'"{name}": ' in line for name in names)


def test_the_licence_is_named(client, db, settings):
    settings.RECORDS_LICENCE = "https://example.org/licence/"
    assert 'rel="license"' in shown(client)


def test_the_page_of_the_game_leads_there(client, db):
    assert f'href="{PAGE}"' in shown(client, reverse("web:game", args=["mit-list-und-tuecke"]))


def test_an_unknown_game_is_not_found(client, db):
    assert client.get("/games/bridge/records/").status_code == 404
