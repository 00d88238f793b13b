"""Nothing that is sent is dropped in silence: every operation refuses what it does not take."""

import copy

import pytest

from league.api.v1.draws.draws import ScheduleInput
from league.api.v1.events.events import EventChange, EventInput
from league.api.v1.events.sessions import SessionInput

from . import contract
from .bodies import bodies_of
from .changes_matrix import CHANGING
from .conftest import rolled_back
from .matrix import READING
from .test_rights import change, done_by

pytestmark = pytest.mark.django_db

MISSPELT = "planed_sessions"
WRONG = "no-such-word"
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


@pytest.mark.sweep(12)
@pytest.mark.parametrize(("address", "who"), READ)
def test_every_read_refuses_an_unknown_parameter(clients, world, address, who):
    answer = clients[who].get(address.format(**world), {MISSPELT: "3"})
    assert (answer.status_code, [*answer.json()["errors"]]) == (422, [MISSPELT])


@pytest.mark.sweep(12)
@pytest.mark.parametrize(("address", "who"), READ)
def test_every_list_refuses_a_size_that_is_none(clients, world, address, who):
    parameters = documented(address, "get", world).get("parameters", [])
    is_list = "page_size" in {parameter["name"] for parameter in parameters}
    for size in ("x", "0", "-1", "201", "1.5", "") if is_list else ("2",):
        answer = clients[who].get(address.format(**world), {"page_size": size})
        assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["page_size"]), size


@pytest.mark.sweep(12)
@pytest.mark.parametrize(("method", "address", "body", "who"), SENT)
def test_every_command_refuses_an_unknown_parameter(clients, world, method, address, body, who):  # noqa: PLR0917
    with rolled_back():
        answer = change(clients[who], world, method, f"{address}?{MISSPELT}=3", body)
        assert (answer.status_code, [*answer.json()["errors"]]) == (422, [MISSPELT])


@pytest.mark.sweep(12)
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


@pytest.mark.sweep(12)
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


def elsewhere(address, world):
    """Return an address at which there is nothing: its last code, or slug, is nobody's."""
    there = address.format(**world)
    code = max((str(value) for value in [*world.values(), "linde"]), key=_place_in(there))
    return there.replace(code, "zzzzzzzzzz") if _place_in(there)(code) >= 0 else None


def _place_in(address):
    return lambda code: f"/{address}/".replace("?", "/").rfind(f"/{code}/")


@pytest.mark.sweep(12)
@pytest.mark.parametrize("address", [row[0] for row in READ])
def test_options_are_of_what_get_finds(clients, world, address):
    """The law: where GET finds nothing, nothing is found; else the method is refused."""
    for found in filter(None, [address.format(**world), elsewhere(address, world)]):
        place = found.partition("?")[0]
        is_there = clients["owner"].get(found).status_code != 404
        asked = clients["owner"].options(place).status_code
        assert asked == (405 if is_there else 404), place


def resolved(schema):
    """Return a schema of the document, with what it refers to."""
    while "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = contract.document()["components"]["schemas"][name]
    return schema


def choices_in(schema, path=()):
    """Yield the path and the words of each choice that a schema asks for; 0 is a list's first."""
    schema = resolved(schema)
    if words := [word for word in schema.get("enum", []) if word]:
        yield path, words
    for kind in ("oneOf", "anyOf", "allOf"):
        for one in schema.get(kind, []):
            yield from choices_in(one, path)
    if "items" in schema:
        yield from choices_in(schema["items"], (*path, 0))
    for name, one in schema.get("properties", {}).items():
        if not one.get("readOnly"):
            yield from choices_in(one, (*path, name))


def with_value(value, path, wrong):
    """Return a copy of a body with something else at a path, which is made where it lacks."""
    if not path:
        return wrong
    name, *rest = path
    if name == 0:
        inner = value if isinstance(value, list) and value else [None]
        return [with_value(inner[0], rest, wrong), *inner[1:]]
    inner = value if isinstance(value, dict) else {}
    return {**inner, name: with_value(inner.get(name), rest, wrong)}


def assert_choices_are_told(answer, path, words):
    assert answer.status_code == 422, answer.content
    [said] = answer.json()["errors"][".".join(map(str, path))]
    assert all(str(word) in said for word in words), said


@pytest.mark.sweep(12)
@pytest.mark.parametrize(("address", "who"), READ)
def test_every_read_tells_the_choices_of_a_parameter(clients, world, address, who):
    for parameter in documented(address, "get", world).get("parameters", []):
        for path, words in choices_in(parameter["schema"]):
            if parameter["in"] == "query":
                answer = clients[who].get(address.format(**world), {parameter["name"]: WRONG})
                assert_choices_are_told(answer, (parameter["name"], *path), words)


@pytest.mark.sweep(12)
@pytest.mark.parametrize(("method", "address", "body", "who"), WITH_BODY)
def test_every_command_tells_the_choices_of_a_member(  # noqa: PLR0917
    clients, world, subtests, method, address, body, who
):
    kinds = documented(address, method, world).get("requestBody", {}).get("content", {})
    for path, words in choices_in(next(iter(kinds.values()), {}).get("schema", {})):
        with subtests.test(path=path), rolled_back():
            other = with_value(bodies_of(world)[body] or {}, path, WRONG)
            answer = change(clients[who], world, method, address, body, instead=other)
            assert_choices_are_told(answer, path, words)


def test_the_document_has_choices_to_walk_through():
    """The law is worth nothing where it finds nothing."""
    schemas = contract.document()["components"]["schemas"]
    assert [*choices_in(schemas["TokenInput"])] == [
        (("scopes", 0), ["read", "results", "organise", "play", "bots"])
    ]


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
