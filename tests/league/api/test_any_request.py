"""Whatever is sent to an operation, in the shape it documents or another, the answer is documented.

`API_EXAMPLES=200` sends so many requests to each operation, always others; by default one, always
the same.
"""

import os
from urllib.parse import urlencode

import pytest
import schemathesis
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from . import contract
from .changes_matrix import CHANGING
from .conftest import NOBODY, rolled_back
from .matrix import READING

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.xdist_group("requests"),  # one worker makes the data of all, and not each
]

EXAMPLES = int(os.environ.get("API_EXAMPLES", "0"))
WHO = ["owner", "alice", "bob", "carol", NOBODY]
OPERATIONS = [
    found.ok() for found in schemathesis.openapi.from_dict(contract.document()).get_all_operations()
]
few = settings(
    max_examples=EXAMPLES or 1,
    derandomize=not EXAMPLES,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def addresses(world):
    """The addresses of the matrix by method and documented path."""
    rows = [("get", address) for address, _ in READING]
    rows += [(method, address) for method, address, *_ in CHANGING]
    found = {}
    for method, address in rows:
        full = "/api/v1/" + address.format(**world).partition("?")[0]
        found.setdefault((method, contract.path_of(full)), []).append(full)
    return found


def cases(operation):
    """Return requests as the document has them, and such as it does not."""
    return st.one_of(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)


def text_of(value):
    return "" if value is None else str(value)


def query_of(case):
    query = case.query if isinstance(case.query, dict) else {}
    return urlencode({name: text_of(value) for name, value in query.items()}, errors="replace")


def headers_of(case):
    """Return the headers that are not about who asks, as far as HTTP can carry them."""
    given = case.headers or {}
    names = {"Idempotency-Key", "If-Match"} & set(given)
    return {
        name: text_of(given[name]).encode("latin-1", "replace").decode("latin-1") for name in names
    }


def send(client, case, address):
    """Send a case to an address with the client's own token."""
    method = getattr(client, case.method.lower())
    body = case.body if isinstance(case.body, dict | list | str | int | float | bool) else None
    kind = "multipart" if case.media_type == "multipart/form-data" else "json"
    if kind == "multipart":
        body = (
            {name: _part(value) for name, value in body.items()} if isinstance(body, dict) else {}
        )
    if case.method == "GET":
        return method(f"{address}?{query_of(case)}", headers=headers_of(case))
    return method(f"{address}?{query_of(case)}", body, format=kind, headers=headers_of(case))


def _part(value):
    is_file = isinstance(value, bytes)
    return SimpleUploadedFile("any", value) if is_file else text_of(value)


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_any_request_gets_a_documented_answer(clients, addresses, operation):
    known = addresses[operation.method, operation.path]

    @few
    @given(cases(operation), st.sampled_from(WHO), st.sampled_from(known))
    def ask(case, who, address):
        with rolled_back():
            assert send(clients[who], case, address).status_code < 500

    ask()
