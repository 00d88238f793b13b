"""Nothing that is sent is dropped in silence: every operation refuses what it does not take."""

import copy

import pytest

from league.api.v1.draws import ScheduleInput
from league.api.v1.events import EventChange, EventInput
from league.api.v1.sessions import SessionInput

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
    is_list = "page_size" in {parameter["name"] for parameter in parameters}
    for size in ("x", "0", "-1", "201", "1.5", "") if is_list else ("2",):
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


UNKEYED = [row for row in SENT if row[0] != "get"]


@pytest.mark.parametrize(("method", "address", "body", "who"), UNKEYED)
def test_every_command_keeps_its_answer_under_a_key_or_refuses_the_key(  # noqa: PLR0917
    clients, world, method, address, body, who
):
    parameters = documented(address, method, world).get("parameters", [])
    with rolled_back():
        answer = change(clients[who], world, method, address, body, key="a1")
        is_kept = "Idempotency-Key" in {parameter["name"] for parameter in parameters}
        assert (answer.status_code < 300) == is_kept, answer.content
        if is_kept:
            again = change(clients[who], world, method, address, body, key="a1")
            assert again.headers["Idempotency-Replayed"] == "true"
            assert again.content == answer.content


CHOICES = [
    ("get", "matches?status=ended", None, "status", "final"),
    ("get", "jobs?kind=x", None, "kind", "play_match"),
    ("post", "tokens", {"name": "x", "scopes": ["write"]}, "scopes.0", "organise"),
    (
        "post",
        "webhooks",
        {"url": "https://x.example", "events": ["ping"]},
        "events.0",
        "draw.published",
    ),
    ("post", "clubs/linde/members", {"name": "Gerd", "role": "boss"}, "role", "scorer"),
]


@pytest.mark.parametrize(("method", "address", "body", "field", "choice"), CHOICES)
def test_who_chooses_what_there_is_not_is_told_the_choices(  # noqa: PLR0917
    clients, world, method, address, body, field, choice
):
    answer = getattr(clients["owner"], method)(address, body)
    assert answer.status_code == 422
    assert choice in answer.json()["errors"][field][0]


def times_in(schema):
    """Return the names of the times that a schema of the document has."""
    named = schema.get("properties", {}).items()
    return [name for name, one in named if "date-time" in str(one)]


@pytest.mark.parametrize(
    "at", ["2026-12-04T19:30:00", "9999-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"]
)
@pytest.mark.parametrize("kind", ["EventInput", "EventChange", "SessionInput", "ScheduleInput"])
def test_every_time_has_its_offset_and_is_of_our_time(kind, at):
    found = {one.__name__: one for one in (EventInput, EventChange, SessionInput, ScheduleInput)}
    times = times_in(contract.document()["components"]["schemas"][kind])
    assert times
    serializer = found[kind](data=dict.fromkeys(times, at))
    serializer.is_valid()
    assert set(times) <= set(serializer.errors)


def test_what_is_not_for_you_is_not_said_to_be_an_object(clients, world):
    answer = clients["owner"].post(f"seasons/{world['ladder']}/enter", {"version": "nothere222"})
    [said] = answer.json()["errors"]["version"]
    assert "Object" not in said
