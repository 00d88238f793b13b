"""An operation as a method."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .document import EVENTS, JSON, Document, Operation, Schema, name_of
from .types import answer_of, text_of
from .wording import INDENT, dictionary, docstring

PAGING = frozenset({"page", "cursor"})
"""Parameters that `Pages` looks after."""
KEY, VERSION = "Idempotency-Key", "If-Match"


@dataclass(frozen=True)
class Method:
    """The method of an operation."""

    document: Document
    operation: Operation

    def lines(self) -> Iterator[str]:
        """Yield its text."""
        told = self.operation
        yield f"{INDENT}def {told.name}({', '.join(['self', *self._parts()])}) -> {self._gives}:"
        yield from docstring(told.told.get("description") or f"{told.name}.", 2 * INDENT)
        does = f"self.{self._function}({', '.join(self._words())})"
        yield f"{2 * INDENT}{does if self._gives == 'None' else f'return {does}'}"

    def _parts(self) -> Iterator[str]:
        """Yield the parameters."""
        body = self.operation.body
        yield from (f"{place}: str" for place in self.operation.places)
        if self.operation.places:
            yield "/"
        if body is not None and self._is_union(body):
            yield f"body: {text_of(body)}"
        if named := [*self._asked(), *self._uploaded(), *self._sent()]:
            yield "*"
            yield from named
        if body is not None and not self._is_union(body):
            yield f"**body: Unpack[{text_of(body)}]"

    def _is_union(self, body: Schema) -> bool:
        """Return whether a body is one of several, which no named parameters can say."""
        return "oneOf" in self.document.schemas[name_of(body)]

    def _asked(self) -> Iterator[str]:
        for name, told in self.operation.asks("query").items():
            text = text_of(told["schema"]).replace("list[", "Sequence[")
            if not self._is_paging(name):
                yield _parameter(name, text, is_required=bool(told.get("required")))

    def _is_paging(self, name: str) -> bool:
        return name in PAGING and self._function == "_pages"

    def _uploaded(self) -> Iterator[str]:
        for name, told in self._fields.items():
            text = "bytes" if told.get("format") == "uri" else text_of(told)
            yield (
                f"{name}: {text}"
                if name in self._form["required"]
                else f"{name}: {text} | None = None"
            )

    @property
    def _form(self) -> Schema:
        """What it is sent as a form."""
        return self.document.schemas.get(name_of(self.operation.upload or {}), {})

    @property
    def _fields(self) -> Mapping[str, Schema]:
        found: Mapping[str, Schema] = self._form.get("properties", {})
        return found

    def _sent(self) -> Iterator[str]:
        """Yield what goes into headers, and how long a stream may be silent."""
        if self._function == "_stream":
            yield "silence_s: float | None = None"
        for name, keyword in ((VERSION, "if_match"), (KEY, "idempotency_key")):
            if name in self.operation.asks("header"):
                yield f"{keyword}: str | None = None"

    @property
    def _function(self) -> str:
        """The way of `Group` that does it."""
        kinds = self.operation.answers
        if EVENTS in kinds:
            return "_stream"
        if kinds and JSON not in kinds:
            return "_files" if "Link" in self.operation.headers else "_file"
        if self.operation.upload:
            return "_upload"
        if self.operation.method == "GET" and self.document.item(kinds.get(JSON, {})):
            return "_pages"
        return "_versioned" if "ETag" in self.operation.headers else "_answer"

    @property
    def _gives(self) -> str:
        """What it returns."""
        answer = answer_of(self.document, self.operation)
        text = text_of(answer).replace("list[", "Sequence[")
        wrapped = {
            "_stream": "Stream",
            "_file": "Content",
            "_files": "Iterator[Content]",
            "_pages": f"Pages[{text}]",
            "_versioned": f"Versioned[{text}]",
        }.get(self._function)
        if wrapped or not answer:
            return wrapped or "None"
        return f"{text} | None" if self.operation.may_be_empty else text

    def _words(self) -> Iterator[str]:
        """Yield what `Group` is given."""
        told = self.operation
        if self._function in {"_answer", "_versioned"}:
            yield f'"{told.method}"'
        yield self._path()
        if names := [name for name in told.asks("query") if not self._is_paging(name)]:
            yield f"query={dictionary(names)}"
        if told.upload:
            yield dictionary(self._fields)
        if told.body is not None:
            yield "body=body"
        if self._function == "_stream":
            yield "silence_s"
        headers = told.asks("header")
        if VERSION in headers:
            yield "if_match=if_match"
        if KEY in headers:
            yield "key=key_of(idempotency_key)"

    def _path(self) -> str:
        path = self.operation.path
        for place in self.operation.places:
            path = path.replace(f"{{{place}}}", f"{{part({place})}}")
        return f'f"{path}"' if self.operation.places else f'"{path}"'


def _parameter(name: str, text: str, *, is_required: bool) -> str:
    return f"{name}: {text}" if is_required else f"{name}: {text} | None = None"
