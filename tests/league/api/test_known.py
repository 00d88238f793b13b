"""Nothing that is sent is dropped in silence: every operation refuses what it does not take."""

import copy

import pytest

from league.api.v1 import urls

from . import contract
from .bodies import bodies_of
from .conftest import rolled_back
from .matrix import CHANGING, READING
from .test_rights import change, done_by

pytestmark = pytest.mark.django_db

MISSPELT = "planed_sessions"
READ = [(row[0], done_by(row)) for row in READING if done_by(row)]
SENT = [(*row[:-1], done_by(row)) for row in CHANGING if done_by(row)]
WITH_BODY = [row for row in SENT if row[0] != "delete"]


def resources():
    """Return the views behind all addresses of the API."""
    return sorted({one.callback.cls for one in urls.urlpatterns if one.name != "nowhere"}, key=str)


def documented(address, method, world):
    path = contract.path_of("/api/v1/" + address.format(**world))
    return contract.document()["paths"][path][method]


def objects_in(value, path=()):
    """Yield the path of each object of a body, the body itself first."""
    if isinstance(value, dict):
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for name, one in inner:
        if isinstance(one, dict | list):
            yield from objects_in(one, (*path, name))


def with_member(body, path):
    """Return a copy of a body with an unknown member in its object at `path`."""
    found = body = copy.deepcopy(body)
    for name in path:
        found = found[name]
    found[MISSPELT] = 3
    return body


@pytest.mark.parametrize(("address", "who"), READ)
def test_every_read_refuses_an_unknown_parameter(clients, world, address, who):
    answer = clients[who].get(address.format(**world), {MISSPELT: "3"})
    assert (answer.status_code, [*answer.json()["errors"]]) == (422, [MISSPELT])


@pytest.mark.parametrize(("address", "who"), READ)
def test_every_list_refuses_a_size_that_is_none(clients, world, address, who):
    parameters = documented(address, "get", world).get("parameters", [])
    if "page_size" not in {parameter["name"] for parameter in parameters}:
        pytest.skip("it shows no list")
    for size in ("x", "0", "-1", "201", "1.5", ""):
        answer = clients[who].get(address.format(**world), {"page_size": size})
        assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["page_size"]), size


@pytest.mark.parametrize(("method", "address", "body", "who"), SENT)
def test_every_command_refuses_an_unknown_parameter(clients, world, method, address, body, who):  # noqa: PLR0917
    with rolled_back():
        answer = change(clients[who], world, method, f"{address}?{MISSPELT}=3", body)
        assert (answer.status_code, [*answer.json()["errors"]]) == (422, [MISSPELT])


@pytest.mark.parametrize(("method", "address", "body", "who"), WITH_BODY)
def test_every_command_refuses_an_unknown_member(  # noqa: PLR0917
    clients, world, subtests, method, address, body, who
):
    sent = bodies_of(world)[body] or {}
    for path in objects_in(sent):
        with subtests.test(path=path), rolled_back():
            other = with_member(sent, path)
            answer = change(clients[who], world, method, address, body, instead=other)
            assert answer.status_code == 422, answer.content
