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
def _registry():
    root = Resource.from_contents(document(), default_specification=DRAFT202012)
    return Registry().with_resource(ROOT, root)


@functools.cache
def _addresses():
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"), path) for path in document()["paths"]
    ]


def path_of(address):
    """Return the documented path of an address, None for an address that is not documented."""
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


def _pointer(path, method, schema):
    """Return the schema as hashable text, so that its validator is made once."""
    return yaml.dump(schema, Dumper=yaml.CSafeDumper)


@functools.cache
def _validator(text):
    schema = _absolute(yaml.load(text, Loader=yaml.CSafeLoader))
    return Draft202012Validator(schema, registry=_registry())


def _absolute(schema):
    """Let references into the document be found from outside it."""
    if isinstance(schema, dict):
        return {
            key: ROOT + value if key == "$ref" else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(item) for item in schema] if isinstance(schema, list) else schema
