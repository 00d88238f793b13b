"""Holds answers of the API against the committed OpenAPI document."""

import functools
import re
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

DOCUMENT = Path(__file__).parents[3] / "openapi.yaml"
ROOT = "urn:openapi"


@functools.cache
def document():
    return yaml.load(DOCUMENT.read_text(), Loader=yaml.CSafeLoader)


@functools.cache
def _registry(is_strict=False):
    contents = _closed(document()) if is_strict else document()
    root = Resource.from_contents(contents, default_specification=DRAFT202012)
    return Registry().with_resource(ROOT, root)


def _closed(schema):
    """Let objects have no fields but those that are documented."""
    if isinstance(schema, dict):
        closed = {key: _closed(value) for key, value in schema.items()}
        is_object = schema.get("type") == "object" and "properties" in schema
        return {"additionalProperties": False} | closed if is_object else closed
    return [_closed(item) for item in schema] if isinstance(schema, list) else schema


@functools.cache
def _addresses():
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"), path) for path in document()["paths"]
    ]


def path_of(address):
    """Return the documented path of an address, None for an address that is not documented.

    One without parameters comes first, as where addresses are looked up.
    """
    if address in document()["paths"]:
        return address
    for pattern, path in _addresses():
        if pattern.match(address):
            return path
    return None


def documented(path, method, status):
    """Return the documented answers by media type; KeyError when there is none."""
    answers = document()["paths"][path][method.lower()]["responses"]
    answer = answers.get(str(status)) or answers[f"{status // 100}XX"]
    return answer.get("content", {})


def check(request, response):
    """Fail unless the document promises this answer to this request."""
    path = path_of(request["PATH_INFO"])
    method = request["REQUEST_METHOD"]
    if path is None or method.lower() not in document()["paths"][path]:
        return
    contents = documented(path, method, response.status_code)
    if not contents:
        assert not response.content
        return
    media_type = response.headers["Content-Type"].partition(";")[0]
    schema = contents[media_type]["schema"]
    if not media_type.endswith("json"):
        return
    errors = list(_validator(_pointer(path, method, schema)).iter_errors(response.json()))
    assert not errors, f"{method} {path}: {errors[0].json_path}: {errors[0].message}"


def strictly(schema, value):
    """Fail unless a value is what a schema of the document says, and has no other fields."""
    text = yaml.dump(_closed(schema), Dumper=yaml.CSafeDumper)
    errors = list(_validator(text, is_strict=True).iter_errors(value))
    assert not errors, f"{errors[0].json_path}: {errors[0].message}"


def _pointer(path, method, schema):
    """Return the schema as hashable text, so that its validator is made once."""
    return yaml.dump(schema, Dumper=yaml.CSafeDumper)


@functools.cache
def _validator(text, is_strict=False):
    schema = _absolute(yaml.load(text, Loader=yaml.CSafeLoader))
    return Draft202012Validator(schema, registry=_registry(is_strict))


def _absolute(schema):
    """Let references into the document be found from outside it."""
    if isinstance(schema, dict):
        return {
            key: ROOT + value if key == "$ref" else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(item) for item in schema] if isinstance(schema, list) else schema
