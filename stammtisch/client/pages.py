"""Lists that come page by page."""

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Pages(Generic[T]):
    """Everything in a list of the site, fetched page by page while one iterates.

    Each iteration asks anew. Nothing is asked before the first one.
    """

    def __init__(self, page_at: Callable[[str], dict[str, Any]], first: str) -> None:
        self._page_at = page_at
        self._first = first

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page

    def pages(self) -> Iterator[list[T]]:
        """Yield page by page what the site sends at once."""
        path = self._first
        while path:
            told = self._page_at(path)
            yield told["results"]
            path = below(told.get("next"))


def below(address: str | None) -> str:
    """Return what an address is below that of the API; "" where there is none.

    So the next page comes from where the first one came from, whatever a proxy calls it.
    """
    return (address or "").partition("/api/v1/")[2]
