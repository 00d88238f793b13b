"""The examples of the OpenAPI document: one for each operation, and each as the document says."""

import json

import pytest

from league.api.examples import PATH

from . import contract

JSON = "application/json"
OPERATIONS = {
    operation["operationId"]: operation
    for operations in contract.document()["paths"].values()
    for operation in operations.values()
}
MESSAGES = {
    event: operations["post"]["requestBody"]["content"][JSON]
    for event, operations in contract.document()["webhooks"].items()
}


def of_success(operation):
    """Return the JSON content of an answer of success, None where there is none."""
    answers = [
        answer.get("content", {}).get(JSON)
        for status, answer in operation["responses"].items()
        if str(status).startswith("2")
    ]
    return next((one for one in answers if one is not None and "example" in one), answers[0])


def contents_of(operation):
    """Return the JSON content of the request, if it needs one, and of the answer."""
    request = operation.get("requestBody", {"required": False})
    sent = request.get("content", {}).get(JSON) if request.get("required") else None
    return [one for one in (sent, of_success(operation)) if one is not None]


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_operation_has_an_example(name):
    for content in contents_of(OPERATIONS[name]):
        contract.strictly(content["schema"], content["example"])


@pytest.mark.parametrize("event", sorted(MESSAGES))
def test_message_has_an_example(event):
    contract.strictly(MESSAGES[event]["schema"], MESSAGES[event]["example"])


def test_no_example_is_of_something_else():
    known = json.loads(PATH.read_text(encoding="utf-8"))
    assert set(known["operations"]) <= set(OPERATIONS)
    assert set(known["webhooks"]) == set(MESSAGES)
