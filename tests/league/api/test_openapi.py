"""The committed document is what the code would say now."""

import pytest
import yaml
from django.core.management import call_command

from league.api import document

from . import contract


@pytest.mark.slow
def test_the_document_is_up_to_date(tmp_path):
    fresh = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(fresh))
    assert fresh.read_text() == contract.DOCUMENT.read_text(), (
        "run: python manage.py spectacular --validate --fail-on-warn --file openapi.yaml"
    )


@pytest.mark.further
def test_the_served_document_is_the_committed_one(anonymous):
    served = anonymous.get("openapi")
    assert yaml.load(served.content, Loader=yaml.CSafeLoader) == contract.document()


@pytest.mark.further
def test_the_document_is_made_once_and_sent_once(anonymous, django_assert_num_queries):
    first = anonymous.get("openapi", headers={"Accept": "application/json"})
    assert first.json()["info"]["title"] == "Stammtisch"
    made = document.rendered.cache_info().misses
    known = {"Accept": "application/json", "If-None-Match": first.headers["ETag"]}
    with django_assert_num_queries(0):
        again = anonymous.get("openapi", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert document.rendered.cache_info().misses == made


def test_every_operation_documents_its_problems():
    for operations in contract.document()["paths"].values():
        for operation in operations.values():
            assert "4XX" in operation["responses"]


def test_reading_public_things_needs_no_login():
    paths = contract.document()["paths"]
    assert {} in paths["/api/v1/clubs"]["get"]["security"]
    assert {} not in paths["/api/v1/jobs"]["get"]["security"]
    assert {} not in paths["/api/v1/seasons"]["post"]["security"]
