"""Operations on `events`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.sending import Content
    from stammtisch.client.types.events import (
        BookLineOutput,
        BooksOutput,
        BotsInput,
        BracketOutput,
        ByHandInput,
        CancelInput,
        CheckInInput,
        CheckInOutput,
        EntryOutput,
        EveningOutput,
        EventChange,
        EventInput,
        HandicapOutput,
        HandicapsInput,
        HandicapsOutput,
        MovementInput,
        MovementOutput,
        OpenInput,
        PairsInput,
        PairsOutput,
        PayerInput,
        PaymentInput,
        PrizeInput,
        PrizesOutput,
        RegistrationInput,
        ReinstateInput,
        RepeatInput,
        RepeatOutput,
        RosterInput,
        RosterOutput,
        WinnerInput,
    )
    from stammtisch.client.types.shared import (
        EventOutput,
        LookOutput,
        PractiseInput,
        RankingOutput,
        RegistrationOutput,
    )


class Events(Group):
    """What can be done with events."""

    def list(
        self, *, club: str | None = None, page_size: int | None = None, season: str | None = None
    ) -> Pages[EventOutput]:
        """Events: evenings, tournaments and league days."""
        return self._pages("events", query={"club": club, "page_size": page_size, "season": season})

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[EventInput]
    ) -> EventOutput:
        """Create an event of a season."""
        return self._answer("POST", "events", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> EventOutput:
        """Events: evenings, tournaments and league days."""
        return self._answer("GET", f"events/{part(code)}")

    def partial_update(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[EventChange]
    ) -> EventOutput:
        """Change an event. If you raise its capacity, players on the waiting list get places."""
        return self._answer("PATCH", f"events/{part(code)}", body=body, key=key_of(idempotency_key))

    def tables_retrieve(
        self, code: str, table: str, /, *, bom: Literal["0", "1"] | None = None
    ) -> Content:
        """Send a table as CSV."""
        return self._file(f"events/{part(code)}/{part(table)}.csv", query={"bom": bom})

    def books(self, code: str, /) -> BooksOutput:
        """Read what came in for an event, what is open, and who gets which prize; for scorers."""
        return self._answer("GET", f"events/{part(code)}/books")

    def bots_choose(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[BotsInput]
    ) -> EventOutput:
        """Choose the bots that can fill seats, replacing the earlier choice."""
        return self._answer(
            "PUT", f"events/{part(code)}/bots", body=body, key=key_of(idempotency_key)
        )

    def bracket_retrieve(self, code: str, /) -> BracketOutput:
        """Show the bracket of a knock-out, round by round."""
        return self._answer("GET", f"events/{part(code)}/bracket")

    def cancel(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[CancelInput]
    ) -> EventOutput:
        """Cancel an event without results. Matches that are waiting for a result become void."""
        return self._answer(
            "POST", f"events/{part(code)}/cancel", body=body, key=key_of(idempotency_key)
        )

    def check_in(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[CheckInInput]
    ) -> CheckInOutput:
        """Check in those named, or everybody with a place."""
        return self._answer(
            "POST", f"events/{part(code)}/check-in", body=body, key=key_of(idempotency_key)
        )

    def evening_retrieve(self, code: str, /) -> EveningOutput:
        """Show who waits how long, and who plays at which table."""
        return self._answer("GET", f"events/{part(code)}/evening")

    def evening_end(self, code: str, /, *, idempotency_key: str | None = None) -> EveningOutput:
        """End the evening once all its tables have a final result or are void."""
        return self._answer("POST", f"events/{part(code)}/evening/end", key=key_of(idempotency_key))

    def evening_open(self, code: str, /, *, idempotency_key: str | None = None) -> EveningOutput:
        """Open the evening: who is checked in is seated as soon as enough wait."""
        return self._answer(
            "POST", f"events/{part(code)}/evening/open", key=key_of(idempotency_key)
        )

    def evening_seat(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ByHandInput]
    ) -> EveningOutput:
        """Open a table of people who wait. Voiding its match takes the table back."""
        return self._answer(
            "POST", f"events/{part(code)}/evening/seat", body=body, key=key_of(idempotency_key)
        )

    def evening_stop(self, code: str, /, *, idempotency_key: str | None = None) -> EveningOutput:
        """Check everybody out: those who play are the last tables of the evening."""
        return self._answer(
            "POST", f"events/{part(code)}/evening/stop", key=key_of(idempotency_key)
        )

    def hand_out_prize(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[PrizeInput]
    ) -> PrizesOutput:
        """Note that somebody has got their prize. Who has it already stays as it was noted."""
        return self._answer(
            "POST", f"events/{part(code)}/hand-out-prize", body=body, key=key_of(idempotency_key)
        )

    def handicaps_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[HandicapOutput]:
        """List the handicaps of an event, including ended ones, the newest first."""
        return self._pages(f"events/{part(code)}/handicaps", query={"page_size": page_size})

    def handicaps_set(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[HandicapsInput]
    ) -> HandicapsOutput:
        """Set handicaps of players, or remove them. Returns all that are in force."""
        return self._answer(
            "POST", f"events/{part(code)}/handicaps", body=body, key=key_of(idempotency_key)
        )

    def import_registrations(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[RosterInput]
    ) -> RosterOutput:
        """Register a list of players, all or none, or preview what happens to each line."""
        return self._answer(
            "POST",
            f"events/{part(code)}/import-registrations",
            body=body,
            key=key_of(idempotency_key),
        )

    def log_list(self, code: str, /, *, page_size: int | None = None) -> Pages[EntryOutput]:
        """List the log of an event for its organisers, the newest action first."""
        return self._pages(f"events/{part(code)}/log", query={"page_size": page_size})

    def movement(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[MovementInput]
    ) -> MovementOutput:
        """Draw all sessions in advance as drafts, so that nobody meets twice."""
        return self._answer(
            "POST", f"events/{part(code)}/movement", body=body, key=key_of(idempotency_key)
        )

    def pairs_retrieve(self, code: str, /) -> PairsOutput:
        """Show who must, and who must not, share a table."""
        return self._answer("GET", f"events/{part(code)}/pairs")

    def pairs_set(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[PairsInput]
    ) -> PairsOutput:
        """Set who must, and who must not, share a table."""
        return self._answer(
            "PUT", f"events/{part(code)}/pairs", body=body, key=key_of(idempotency_key)
        )

    def payments_list(self, code: str, /, *, page_size: int | None = None) -> Pages[BookLineOutput]:
        """List who owes or has paid the fee of an event, by name; for scorers."""
        return self._pages(f"events/{part(code)}/payments", query={"page_size": page_size})

    def payments_note(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[PaymentInput]
    ) -> BookLineOutput:
        """Note that somebody has paid for a place. Who has paid already stays as it was noted."""
        return self._answer(
            "POST", f"events/{part(code)}/payments", body=body, key=key_of(idempotency_key)
        )

    def practise(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[PractiseInput]
    ) -> LookOutput:
        """Open a practice table with the rules of an event. Nothing counts, nobody else sees it."""
        return self._answer(
            "POST", f"events/{part(code)}/practice", body=body, key=key_of(idempotency_key)
        )

    def ranking_list(self, code: str, /, *, page_size: int | None = None) -> Pages[RankingOutput]:
        """List who did how well in an event, the best first; nobody until a match is final."""
        return self._pages(f"events/{part(code)}/ranking", query={"page_size": page_size})

    def registrations_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[RegistrationOutput]:
        """List the players with a place, then the waiting list, both in order of registration."""
        return self._pages(f"events/{part(code)}/registrations", query={"page_size": page_size})

    def registrations_register(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[RegistrationInput]
    ) -> RegistrationOutput:
        """Register yourself. Organisers can register anybody, even late, and new guests by name."""
        return self._answer(
            "POST", f"events/{part(code)}/registrations", body=body, key=key_of(idempotency_key)
        )

    def reinstate(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ReinstateInput]
    ) -> EventOutput:
        """Reinstate a cancelled event. Matches that became void reopen."""
        return self._answer(
            "POST", f"events/{part(code)}/reinstate", body=body, key=key_of(idempotency_key)
        )

    def repeat(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[RepeatInput]
    ) -> RepeatOutput:
        """Create events like this one on later dates, each named with its date."""
        return self._answer(
            "POST", f"events/{part(code)}/repeat", body=body, key=key_of(idempotency_key)
        )

    def tables_open(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[OpenInput]
    ) -> LookOutput:
        """Open an online table and take a seat. The match begins when all seats are taken."""
        return self._answer(
            "POST", f"events/{part(code)}/tables", body=body, key=key_of(idempotency_key)
        )

    def take_back_prize(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[WinnerInput]
    ) -> PrizesOutput:
        """Undo that somebody was handed a prize."""
        return self._answer(
            "POST", f"events/{part(code)}/take-back-prize", body=body, key=key_of(idempotency_key)
        )

    def undo_payment(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[PayerInput]
    ) -> BookLineOutput:
        """Take back that somebody has paid for a place."""
        return self._answer(
            "POST", f"events/{part(code)}/undo-payment", body=body, key=key_of(idempotency_key)
        )
