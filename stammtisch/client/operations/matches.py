"""Operations on `matches`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.sending import Content
    from stammtisch.client.types.matches import (
        CorrectionInput,
        ForfeitInput,
        GivenUpInput,
        MatchDetailOutput,
        MatchOutput,
        PreviewOutput,
        ResultInput,
        ResultOutput,
        RoundOutput,
        TriedInput,
    )
    from stammtisch.client.types.shared import ReasonInput
    from stammtisch.client.versioned import Versioned


class Matches(Group):
    """What can be done with matches."""

    def list(
        self,
        *,
        duplicate: str | None = None,
        page_size: int | None = None,
        player: str | None = None,
        season: str | None = None,
        session: str | None = None,
        status: Literal["disputed", "draft", "entered", "final", "open", "void"] | None = None,
    ) -> Pages[MatchOutput]:
        """Contests at one table, the newest first."""
        return self._pages(
            "matches",
            query={
                "duplicate": duplicate,
                "page_size": page_size,
                "player": player,
                "season": season,
                "session": session,
                "status": status,
            },
        )

    def retrieve(self, code: str, /) -> Versioned[MatchDetailOutput]:
        """Show a match with its current result."""
        return self._versioned("GET", f"matches/{part(code)}")

    def agree(
        self, code: str, /, *, if_match: str | None = None, idempotency_key: str | None = None
    ) -> Versioned[MatchDetailOutput]:
        """Agree to a correction that somebody else proposed. It then counts."""
        return self._versioned(
            "POST", f"matches/{part(code)}/agree", if_match=if_match, key=key_of(idempotency_key)
        )

    def confirm(
        self, code: str, /, *, if_match: str | None = None, idempotency_key: str | None = None
    ) -> Versioned[MatchDetailOutput]:
        """Confirm a result that somebody else entered. It is then final and counts."""
        return self._versioned(
            "POST", f"matches/{part(code)}/confirm", if_match=if_match, key=key_of(idempotency_key)
        )

    def correct(
        self,
        code: str,
        /,
        body: CorrectionInput,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> Versioned[MatchDetailOutput]:
        """Correct the result at once, as an organiser. The standings are updated."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/correct",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def decline(
        self,
        code: str,
        /,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[ReasonInput],
    ) -> Versioned[MatchDetailOutput]:
        """Decline the proposed correction."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/decline",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def dismiss_dispute(
        self,
        code: str,
        /,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[ReasonInput],
    ) -> Versioned[MatchDetailOutput]:
        """Answer the open dispute as an organiser: the result stands."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/dismiss-dispute",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def dispute(
        self,
        code: str,
        /,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[ReasonInput],
    ) -> Versioned[MatchDetailOutput]:
        """Dispute the result. Nobody can confirm it until the dispute is closed."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/dispute",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def finish_alone(
        self,
        code: str,
        /,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[ReasonInput],
    ) -> Versioned[MatchDetailOutput]:
        """Make the entered result final without a second person, as an organiser.

        Everybody can read the reason.
        """
        return self._versioned(
            "POST",
            f"matches/{part(code)}/finish-alone",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def forfeit(
        self,
        code: str,
        /,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[ForfeitInput],
    ) -> Versioned[MatchDetailOutput]:
        """Count the match as a forfeit of some seats. It is final at once."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/forfeit",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def preview_correction(
        self, code: str, /, body: TriedInput, *, if_match: str | None = None
    ) -> PreviewOutput:
        """Preview what a correction would change."""
        return self._answer(
            "POST", f"matches/{part(code)}/preview-correction", body=body, if_match=if_match
        )

    def preview_forfeit(
        self, code: str, /, *, if_match: str | None = None, **body: Unpack[GivenUpInput]
    ) -> PreviewOutput:
        """Preview what a forfeit would change."""
        return self._answer(
            "POST", f"matches/{part(code)}/preview-forfeit", body=body, if_match=if_match
        )

    def preview_void(self, code: str, /, *, if_match: str | None = None) -> PreviewOutput:
        """Preview what would change if the match were void."""
        return self._answer("POST", f"matches/{part(code)}/preview-void", if_match=if_match)

    def propose(
        self,
        code: str,
        /,
        body: CorrectionInput,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> Versioned[MatchDetailOutput]:
        """Propose a correction of a final result. A second person must agree to it."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/propose",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def record_retrieve(self, code: str, /) -> dict[str, Any]:
        """Download the record: all deals, actions and scores, once the match is final.

        On a ladder once all matches with the same deals are.
        """
        return self._answer("GET", f"matches/{part(code)}/record")

    def reopen(
        self,
        code: str,
        /,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[ReasonInput],
    ) -> Versioned[MatchDetailOutput]:
        """Reopen a void match in its earlier state."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/reopen",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def requests_retrieve(self, code: str, /, *, seat: int) -> Content:
        """Download what the seat was asked in the match, and what was played for it.

        A line for each action: `round` and `action` from 0, the `request` with view and seed,
        but without number and clock, and the `answer`. Open as soon as the record is.
        """
        return self._file(f"matches/{part(code)}/requests", query={"seat": seat})

    def result_retrieve(self, code: str, /) -> Versioned[ResultOutput]:
        """Show the current result, or 404 if there is none yet."""
        return self._versioned("GET", f"matches/{part(code)}/result")

    def result_enter(
        self,
        code: str,
        /,
        body: ResultInput,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> Versioned[MatchDetailOutput]:
        """Enter the result. A second person must then confirm it.

        Replacing a result that waits for confirmation needs `If-Match`; the old one is kept.
        """
        return self._versioned(
            "PUT",
            f"matches/{part(code)}/result",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def results_list(self, code: str, /, *, page_size: int | None = None) -> Pages[ResultOutput]:
        """List all versions of the result, the newest first, with who entered them."""
        return self._pages(f"matches/{part(code)}/results", query={"page_size": page_size})

    def rounds_list(self, code: str, /, *, page_size: int | None = None) -> Pages[RoundOutput]:
        """List the rounds of the current result."""
        return self._pages(f"matches/{part(code)}/rounds", query={"page_size": page_size})

    def void(
        self,
        code: str,
        /,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[ReasonInput],
    ) -> Versioned[MatchDetailOutput]:
        """Declare the match void, so that it counts for nothing."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/void",
            body=body,
            if_match=if_match,
            key=key_of(idempotency_key),
        )

    def withdraw_dispute(
        self, code: str, /, *, if_match: str | None = None, idempotency_key: str | None = None
    ) -> Versioned[MatchDetailOutput]:
        """Withdraw your dispute."""
        return self._versioned(
            "POST",
            f"matches/{part(code)}/withdraw-dispute",
            if_match=if_match,
            key=key_of(idempotency_key),
        )
