"""Values that are kept while somebody uses them."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Values by key, those used last: at most `most` in all, and none unused for `unused_s`.

    `size` tells how much of `most` a value takes, `clock` the time in seconds. What has to go goes
    when something is put in. One thread at a time may use it.
    """

    def __init__(
        self,
        most: int,
        *,
        unused_s: float,
        size: Callable[[Value], int] = lambda _value: 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._unused_s = unused_s
        self._size_of = size
        self._clock = clock
        self._size = 0
        self._values: OrderedDict[Hashable, tuple[Value, float]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many values there are."""
        return len(self._values)

    def use(self, key: Hashable) -> Value | None:
        """Return a value, which counts as used now; None if it is not there."""
        if key not in self._values:
            return None
        value, _used = self._values.pop(key)
        self._values[key] = value, self._clock()
        return value

    def take(self, key: Hashable) -> Value | None:
        """Return a value, which is not there any more; None if it was not."""
        if key not in self._values:
            return None
        value, _used = self._values.pop(key)
        self._size -= self._size_of(value)
        return value

    def put(self, key: Hashable, value: Value) -> None:
        """Keep a value instead of an earlier one, and let others go."""
        self.take(key)
        now = self._clock()
        self._values[key] = value, now
        self._size += self._size_of(value)
        while self._values and (
            self._size > self._most or self._used_first() < now - self._unused_s
        ):
            self.take(next(iter(self._values)))

    def clear(self) -> None:
        """Keep nothing."""
        self._values.clear()
        self._size = 0

    def _used_first(self) -> float:
        """Return when that was used which nobody has used for longest."""
        _value, used = next(iter(self._values.values()))
        return used
