"""NUL comes to no page and no service; PostgreSQL would take no query with it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.league.factories import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages():
    club = ClubFactory(slug="linde")
    return f"/clubs/{club.slug}/members/"


@pytest.mark.parametrize("query", ["find=a%00b", "find%00=a", "find=%2500&kind=%00"])
def test_there_is_no_page_with_nul_in_its_address(client, pages, query):
    assert client.get(pages).status_code == 200
    assert client.get(f"{pages}?find=%2500").status_code == 200
    assert client.get(f"{pages}?{query}").status_code == 404


def test_api_names_the_field(client):
    answer = client.get("/api/v1/matches?status=%00")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["status"])


@pytest.mark.parametrize(
    "sent",
    [
        {"username": "a\0"},
        {"user\0name": "a"},
        {"file": SimpleUploadedFile("a.csv", b"\0")},
    ],
)
def test_form_with_nul_is_for_no_page(client, sent):
    """What is in a file is another matter."""
    is_file = "file" in sent
    assert client.post("/login/", sent).status_code == (200 if is_file else 404)
