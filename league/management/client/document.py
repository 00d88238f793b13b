"""The operations of the API, as openapi.yaml describes them."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FILE = Path(__file__).resolve().parents[3] / "openapi.yaml"
BELOW = "/api/v1/"
JSON = "application/json"
UPLOAD = "multipart/form-data"
EVENTS = "text/event-stream"
NO_CONTENT = "204"

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Operation:
    """One operation; `told` is what the document says of it."""

    method: str
    path: str
    told: Mapping[str, Any]

    @property
    def group(self) -> str:
        """What it is listed under, as an attribute: `remote_bots`."""
        return str(self.told["tags"][0]).replace("-", "_")

    @property
    def name(self) -> str:
        """What it is called within its group: `list`, of `clubs_list`."""
        name: str = self.told["operationId"]
        return name.removeprefix(f"{self.group}_").removeprefix(f"{self.group.removesuffix('s')}_")

    @property
    def places(self) -> list[str]:
        """What its address is made of, in this order."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def body(self) -> Schema | None:
        """What it is sent as JSON, if anything."""
        return self._sent(JSON)

    @property
    def upload(self) -> Schema | None:
        """What it is sent as files, if anything."""
        return self._sent(UPLOAD)

    @property
    def answers(self) -> Mapping[str, Schema]:
        """What it answers, by content type."""
        content = self._success.get("content", {})
        return {kind: told["schema"] for kind, told in content.items()}

    @property
    def headers(self) -> Collection[str]:
        """What goes with its answer, such as `ETag` for the version and `Link` for what is next."""
        found: Collection[str] = self._success.get("headers", {})
        return found

    @property
    def may_be_empty(self) -> bool:
        """Whether it may answer that there is nothing."""
        return NO_CONTENT in self.told["responses"]

    def asks(self, place: str) -> dict[str, Mapping[str, Any]]:
        """Return what is said of each parameter at a place: query or header."""
        told = self.told.get("parameters", ())
        return {one["name"]: one for one in told if one["in"] == place}

    @property
    def _success(self) -> Mapping[str, Any]:
        responses: Mapping[str, Mapping[str, Any]] = self.told["responses"]
        return responses[min(responses)]

    def _sent(self, kind: str) -> Schema | None:
        content: Mapping[str, Mapping[str, Schema]]
        content = self.told.get("requestBody", {}).get("content", {})
        return content[kind]["schema"] if kind in content else None


@dataclass(frozen=True)
class Document:
    """All operations and the schemas of what they take and give."""

    operations: tuple[Operation, ...]
    schemas: Mapping[str, Schema]

    @classmethod
    def read(cls, file: Path = FILE) -> "Document":
        """Return what a document says."""
        told = yaml.load(file.read_bytes(), Loader=yaml.CSafeLoader)
        return cls(tuple(_operations(told["paths"])), told["components"]["schemas"])

    def groups(self) -> dict[str, list[Operation]]:
        """Return the operations by their group."""
        found: dict[str, list[Operation]] = {}
        for operation in self.operations:
            found.setdefault(operation.group, []).append(operation)
        return dict(sorted(found.items()))

    def item(self, schema: Schema) -> Schema | None:
        """Return what a page is a page of; None if this is none."""
        name = name_of(schema)
        if not name.startswith("Paginated"):
            return None
        item: Schema = self.schemas[name]["properties"]["results"]["items"]
        return item


def _operations(paths: Mapping[str, Mapping[str, Any]]) -> Iterator[Operation]:
    for path, methods in paths.items():
        for method, told in methods.items():
            yield Operation(method.upper(), path.removeprefix(BELOW), told)


def name_of(schema: Schema) -> str:
    """Return the name that a schema refers to, or nothing."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def names_in(told: Any) -> Iterator[str]:
    """Yield the names of all schemas that something refers to."""
    if isinstance(told, Mapping):
        if isinstance(told.get("$ref"), str):
            yield name_of(told)
        for inner in told.values():
            yield from names_in(inner)
    elif isinstance(told, list):
        for inner in told:
            yield from names_in(inner)
