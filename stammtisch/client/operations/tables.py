"""Operations on `tables`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.streams import Stream
    from stammtisch.client.types.shared import LookOutput, OnlineTableOutput
    from stammtisch.client.types.tables import (
        ActInput,
        AddsNumberInput,
        ChallengeInput,
        DealInput,
        FillInput,
        JoinInput,
        NumberInput,
        PhraseInput,
        SeenInput,
        TurnOutput,
    )


class Tables(Group):
    """What can be done with tables."""

    def list(
        self,
        *,
        event: str | None = None,
        ladder: str | None = None,
        mine: bool | None = None,
        page_size: int | None = None,
        status: Literal["cancelled", "gathering", "over", "playing"] | None = None,
    ) -> Pages[OnlineTableOutput]:
        """Online tables, the newest first."""
        return self._pages(
            "tables",
            query={
                "event": event,
                "ladder": ladder,
                "mine": mine,
                "page_size": page_size,
                "status": status,
            },
        )

    def retrieve(self, code: str, /, *, after: int | None = None) -> LookOutput | None:
        """Show a table as your account sees it. Onlookers see no hand and no trick being played."""
        return self._answer("GET", f"tables/{part(code)}", query={"after": after})

    def act(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ActInput]
    ) -> LookOutput:
        """Play an action, or get 412 with the current table if somebody has played since."""
        return self._answer(
            "POST", f"tables/{part(code)}/act", body=body, key=key_of(idempotency_key)
        )

    def again(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[AddsNumberInput]
    ) -> LookOutput:
        """Go on with the same players after a match: open the next table, or sit down at it."""
        return self._answer(
            "POST", f"tables/{part(code)}/again", body=body, key=key_of(idempotency_key)
        )

    def cancel(self, code: str, /, *, idempotency_key: str | None = None) -> LookOutput:
        """Cancel a table that is waiting for players."""
        return self._answer("POST", f"tables/{part(code)}/cancel", key=key_of(idempotency_key))

    def challenge(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ChallengeInput]
    ) -> LookOutput:
        """Ask a remote bot to sit down at a table that is waiting for players."""
        return self._answer(
            "POST", f"tables/{part(code)}/challenge", body=body, key=key_of(idempotency_key)
        )

    def come_back(self, code: str, /, *, idempotency_key: str | None = None) -> LookOutput:
        """Take your seat back from the default bot."""
        return self._answer("POST", f"tables/{part(code)}/come-back", key=key_of(idempotency_key))

    def deal(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[DealInput]
    ) -> LookOutput:
        """Deal the next round now; otherwise it is dealt automatically after some seconds.

        The first one waits until the other players have added their numbers, or some seconds.
        """
        return self._answer(
            "POST", f"tables/{part(code)}/deal", body=body, key=key_of(idempotency_key)
        )

    def decline(self, code: str, /, *, idempotency_key: str | None = None) -> LookOutput:
        """Say, as a remote bot, that you do not sit down where you were asked to."""
        return self._answer("POST", f"tables/{part(code)}/decline", key=key_of(idempotency_key))

    def events_retrieve(self, code: str, /, *, silence_s: float | None = None) -> Stream:
        """Send the version of the table whenever it changes, as server-sent events."""
        return self._stream(f"tables/{part(code)}/events", silence_s)

    def fill(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[FillInput]
    ) -> LookOutput:
        """Fill the free seats with bots. The match then begins."""
        return self._answer(
            "POST", f"tables/{part(code)}/fill", body=body, key=key_of(idempotency_key)
        )

    def hint(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[SeenInput]
    ) -> LookOutput:
        """Ask what a bot would do, at a practice table. The hint follows with a later version."""
        return self._answer(
            "POST", f"tables/{part(code)}/hint", body=body, key=key_of(idempotency_key)
        )

    def join(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[JoinInput]
    ) -> LookOutput:
        """Take a free seat at a table that is waiting for players."""
        return self._answer(
            "POST", f"tables/{part(code)}/join", body=body, key=key_of(idempotency_key)
        )

    def leave(self, code: str, /, *, idempotency_key: str | None = None) -> LookOutput:
        """Give your seat back before the match begins."""
        return self._answer("POST", f"tables/{part(code)}/leave", key=key_of(idempotency_key))

    def add_number(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[NumberInput]
    ) -> LookOutput:
        """Add a random number to the deals, after the commitment and before the first card.

        The same number can be sent again. Without it, the first round is dealt after some
        seconds.
        """
        return self._answer(
            "PUT", f"tables/{part(code)}/number", body=body, key=key_of(idempotency_key)
        )

    def say(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[PhraseInput]
    ) -> LookOutput:
        """Say a phrase or make a hand sign, to all who see the table. It replaces your last one."""
        return self._answer(
            "POST", f"tables/{part(code)}/say", body=body, key=key_of(idempotency_key)
        )

    def step_away(self, code: str, /, *, idempotency_key: str | None = None) -> LookOutput:
        """Have the default bot play for you until you act or come back."""
        return self._answer("POST", f"tables/{part(code)}/step-away", key=key_of(idempotency_key))

    def take_back(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[SeenInput]
    ) -> LookOutput:
        """Undo your last action in this round, at a practice table."""
        return self._answer(
            "POST", f"tables/{part(code)}/take-back", body=body, key=key_of(idempotency_key)
        )

    def turn_retrieve(self, code: str, /) -> TurnOutput | None:
        """Ask what your seat is to do, as bots on a server are asked; empty if it is not to act."""
        return self._answer("GET", f"tables/{part(code)}/turn")
