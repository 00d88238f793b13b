"""What the API keeps versions of."""

from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Versioned(NamedTuple, Generic[T]):
    """An answer and the version that it shows: `match, seen = client.matches.retrieve(code)`.

    Whoever changes it names the version they have seen: `if_match=seen`.
    """

    value: T
    etag: str
