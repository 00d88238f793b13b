"""What is being done just now, by its names: every line of the log carries them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

REQUEST = "request"

_names: ContextVar[Mapping[str, str]] = ContextVar("names", default={})  # noqa: B039 - never changed


@contextmanager
def doing(**names: str) -> Iterator[None]:
    """Give what happens in the `with` block these names, beside those it has."""
    token = _names.set({**_names.get(), **names})
    try:
        yield
    finally:
        _names.reset(token)


def begin(**names: str) -> None:
    """Give all that happens here from now on these names, as far as they say something."""
    _names.set({name: value for name, value in names.items() if value})


def names() -> Mapping[str, str]:
    """Return the names of what is being done here: `request`, `task`, `job`."""
    return _names.get()


def request_id() -> str:
    """Return the id of the request that is being answered here, empty if there is none."""
    return names().get(REQUEST, "")
