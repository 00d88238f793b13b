"""The client says what openapi.yaml says."""

import inspect

import pytest
from django.core.management import CommandError, call_command

from league.management.client import files
from league.management.client.document import Document
from stammtisch.client import Client
from tests.league.api import contract

MOST_LINES = 450


@pytest.fixture(scope="module")
def document():
    return Document.read()


@pytest.mark.further
def test_client_is_up_to_date():
    call_command("client", "--check")


@pytest.mark.further
def test_client_that_is_not_is_named_and_made(tmp_path, monkeypatch):
    monkeypatch.setattr("league.management.commands.client.FOLDER", tmp_path)
    with pytest.raises(CommandError, match="affiliations, agreements"):
        call_command("client", "--check")
    (tmp_path / "types").mkdir()
    (tmp_path / "types/gone.py").touch()
    call_command("client")
    call_command("client", "--check")
    assert not (tmp_path / "types/gone.py").exists()


def test_each_operation_is_a_method(document):
    client = Client("http://127.0.0.1")
    for operation in document.operations:
        method = getattr(getattr(client, operation.group), operation.name)
        assert inspect.getdoc(method)
        names = list(inspect.signature(method).parameters)
        assert names[: len(operation.places)] == operation.places
    assert len({(one.group, one.name) for one in document.operations}) == len(document.operations)


def test_operations_are_those_of_the_document(document):
    told = contract.document()["paths"].values()
    assert len(document.operations) == sum(len(methods) for methods in told)


def test_change_is_sent_with_a_key_where_the_site_takes_one(document):
    client = Client("http://127.0.0.1")
    for operation in document.operations:
        method = getattr(getattr(client, operation.group), operation.name)
        takes_key = "idempotency_key" in inspect.signature(method).parameters
        assert takes_key == ("Idempotency-Key" in operation.asks("header"))


def test_files_are_short():
    lengths = {path: len(path.read_text().splitlines()) for path in files.FOLDER.rglob("*.py")}
    assert {path.name for path, length in lengths.items() if length > MOST_LINES} == set()
