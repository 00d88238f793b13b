"""Operations on `divisions`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.divisions import (
        CalendarInput,
        DayInput,
        EntrantOutput,
        EntrantsInput,
        FixtureOutput,
        LineUpOutput,
        PaginatedFixtureOutputList,
        PlaceOutput,
        SubstituteInput,
        WithdrawEntrantInput,
    )
    from stammtisch.client.types.shared import DivisionOutput, EventOutput


class Divisions(Group):
    """What can be done with divisions."""

    def retrieve(self, code: str, /) -> DivisionOutput:
        """Divisions of leagues."""
        return self._answer("GET", f"divisions/{part(code)}")

    def calendar_list(self, code: str, /, *, page_size: int | None = None) -> Pages[FixtureOutput]:
        """List the fixtures of a division by date, and their clashes with unavailable dates."""
        return self._pages(f"divisions/{part(code)}/calendar", query={"page_size": page_size})

    def calendar_draw(
        self,
        code: str,
        /,
        *,
        page: int | None = None,
        page_size: int | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[CalendarInput],
    ) -> PaginatedFixtureOutputList:
        """Make a new calendar of fixtures, in which everybody meets everybody.

        Only in games with tables of two. In others, create league days of the whole division.
        """
        return self._answer(
            "POST",
            f"divisions/{part(code)}/calendar",
            query={"page": page, "page_size": page_size},
            body=body,
            key=key_of(idempotency_key),
        )

    def days_hold(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[DayInput]
    ) -> EventOutput:
        """Create a league day: a drawn event of a fixture, or of the whole division.

        Every table seats one player of each team, and all sessions are drawn. In a league of
        players a whole division is drawn by standings: the first session now, further ones by
        `sessions` and their `draw`.
        """
        return self._answer(
            "POST", f"divisions/{part(code)}/days", body=body, key=key_of(idempotency_key)
        )

    def entrants_list(self, code: str, /, *, page_size: int | None = None) -> Pages[EntrantOutput]:
        """List the players or teams of a division, in the order they were entered."""
        return self._pages(f"divisions/{part(code)}/entrants", query={"page_size": page_size})

    def entrants_enter(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[EntrantsInput]
    ) -> DivisionOutput:
        """Add players or teams. Those who have left can come back."""
        return self._answer(
            "POST", f"divisions/{part(code)}/entrants", body=body, key=key_of(idempotency_key)
        )

    def standings_list(self, code: str, /, *, page_size: int | None = None) -> Pages[PlaceOutput]:
        """List the standings of a division, the leader first."""
        return self._pages(f"divisions/{part(code)}/standings", query={"page_size": page_size})

    def substitute(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[SubstituteInput]
    ) -> LineUpOutput:
        """Let a member of a team take over the seats of another that are not yet published."""
        return self._answer(
            "POST", f"divisions/{part(code)}/substitute", body=body, key=key_of(idempotency_key)
        )

    def withdraw(
        self,
        code: str,
        /,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[WithdrawEntrantInput],
    ) -> DivisionOutput:
        """Remove a player or team from the league. Matches already played still count."""
        return self._answer(
            "POST", f"divisions/{part(code)}/withdraw", body=body, key=key_of(idempotency_key)
        )
