"""Files of a game's records over the API: what there is, and that each is what it says."""

import hashlib
import io
from datetime import UTC, datetime

import pytest
from pyarrow import parquet as pq

from engine.records.reading import read_records
from league.models import Match, RecordFile
from league.services.results import record_files
from tests.league.factories import NOW

ADDRESS = "games/mit-list-und-tuecke/record-files"


@pytest.fixture
def written(final):
    """The file in which the match is."""
    Match.objects.update(created_at=datetime(2026, 3, 7, tzinfo=UTC))
    record_files.write(now=NOW)
    return RecordFile.objects.get()


def test_files_are_listed_with_their_digest(anonymous, written):
    [row] = anonymous.get(ADDRESS).json()["results"]
    assert (row["month"], row["matches"], row["sha256"]) == ("2026-03", 1, written.digest)
    assert row["url"].endswith(f"/api/v1/{ADDRESS}/2026-03")
    assert row["licence"] is None


def test_a_file_is_what_the_list_says(anonymous, written, final, tmp_path):
    [row] = anonymous.get(ADDRESS).json()["results"]
    answer = anonymous.get(f"{ADDRESS}/2026-03")
    content = answer.getvalue()
    assert hashlib.sha256(content).hexdigest() == row["sha256"]
    assert len(content) == row["size_bytes"] == int(answer.headers["Content-Length"])
    assert answer.headers["ETag"] == f'"{row["sha256"]}"'
    name = "records-mit-list-und-tuecke-2026-03.jsonl.gz"
    assert f'filename="{name}"' in answer.headers["Content-Disposition"]
    (tmp_path / name).write_bytes(content)
    assert read_records(tmp_path / name).codes == [final.code]


def test_a_file_can_be_had_as_parquet(anonymous, written, final):
    [row] = anonymous.get(ADDRESS).json()["results"]
    assert row["parquet_url"].endswith(f"/api/v1/{ADDRESS}/2026-03/parquet")
    answer = anonymous.get(f"{ADDRESS}/2026-03/parquet")
    name = "records-mit-list-und-tuecke-2026-03.parquet"
    assert f'filename="{name}"' in answer.headers["Content-Disposition"]
    rows = pq.read_table(io.BytesIO(answer.getvalue())).to_pylist()
    assert {row["match"] for row in rows} == {final.code}


@pytest.fixture(params=["written without it", "pyarrow is missing here"])
def without_parquet(request, written, monkeypatch):
    """The file, which cannot be had as Parquet."""
    if request.param == "written without it":
        RecordFile.objects.update(has_parquet=False)
    else:
        monkeypatch.setattr(record_files.parquet, "is_possible", lambda: False)


def test_where_there_is_no_parquet_it_says_so(anonymous, without_parquet):
    assert anonymous.get(ADDRESS).json()["results"][0]["parquet_url"] is None
    answer = anonymous.get(f"{ADDRESS}/2026-03/parquet")
    assert answer.status_code == 404
    assert "JSON lines" in answer.json()["detail"]


def test_files_name_the_licence(anonymous, written, settings):
    settings.RECORDS_LICENCE = "https://example.org/licence/"
    assert anonymous.get(ADDRESS).json()["results"][0]["licence"] == settings.RECORDS_LICENCE
    link = anonymous.get(f"{ADDRESS}/2026-03").headers["Link"]
    assert link == '<https://example.org/licence/>; rel="license"'


@pytest.mark.parametrize("month", ["2026-04", "2026-13", "0000-01"])
def test_a_month_without_a_file_is_not_found(anonymous, written, month):
    assert anonymous.get(f"{ADDRESS}/{month}").status_code == 404


def test_a_game_without_files_has_none(anonymous, written):
    assert anonymous.get("games/skat/record-files").json()["results"] == []
    assert anonymous.get("games/bridge/record-files").status_code == 404
