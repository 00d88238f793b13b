"""The time of one match: how much a bot has left to think, and how long it may be waited for."""

from dataclasses import replace

from .command import Clock
from .faults import BotFault, Reason


class Account:
    """What is left of a clock in one match; starting up is not charged to it."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._bank_s = clock.bank_s
        self._patience_s = clock.patience_s

    @property
    def bank_s(self) -> float:
        """What is left for the match, in seconds of processor time."""
        return max(0.0, self._bank_s)

    @property
    def spent_s(self) -> float:
        """Processor time of the answers in this match, in seconds."""
        return self.clock.bank_s - self._bank_s

    def refill(self, time_s: float) -> None:
        """Give it so many seconds from now on, where somebody else keeps the time of the match."""
        self.clock = replace(self.clock, per_move_s=time_s, bank_s=time_s)
        self._bank_s = time_s
        self._patience_s = self.clock.patience_s

    def allowed_s(self) -> float:
        """Return the processor time for the next answer; raises BotFault if none is left."""
        if self._bank_s <= 0:
            raise BotFault(
                Reason.TIMEOUT, f"the {self.clock.bank_s:g} s it had for the match are used up"
            )
        return min(self.clock.per_move_s, self._bank_s)

    def granted_s(self, allowed_s: float, spent_s: float) -> float:
        """Return how long to wait for an answer that has used `spent_s` of `allowed_s` so far."""
        patience_s = max(0.0, self._patience_s) + self.clock.wall_factor * spent_s
        return min(self.clock.wall_s(allowed_s), patience_s)

    def charge(self, spent_s: float, waited_s: float) -> None:
        """Take what an answer has used, and how long it was waited for."""
        self._bank_s -= spent_s
        granted_s = self.clock.patience_per_answer_s + self.clock.wall_factor * spent_s
        self._patience_s += granted_s - waited_s
