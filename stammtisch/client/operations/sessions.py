"""Operations on `sessions`; made by `manage.py client`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.sending import Content
    from stammtisch.client.types.sessions import (
        DrawInput,
        DrawOutput,
        LateInput,
        LateSeatInput,
        MakeInput,
        OfferOutput,
        PriceOutput,
        ScheduleInput,
        SessionInput,
        SessionOutput,
        WishInput,
    )
    from stammtisch.client.types.shared import RankingOutput


class Sessions(Group):
    """What can be done with sessions."""

    def list(
        self,
        *,
        event: str | None = None,
        page_size: int | None = None,
        season: str | None = None,
        status: Literal["closed", "draft", "published"] | None = None,
    ) -> Pages[SessionOutput]:
        """Parts of an event in which every table plays one match."""
        return self._pages(
            "sessions",
            query={"event": event, "page_size": page_size, "season": season, "status": status},
        )

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[SessionInput]
    ) -> SessionOutput:
        """Create the next session of an event, with an empty draft draw."""
        return self._answer("POST", "sessions", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> SessionOutput:
        """Parts of an event in which every table plays one match."""
        return self._answer("GET", f"sessions/{part(code)}")

    def tables_retrieve(
        self, code: str, table: str, /, *, bom: Literal["0", "1"] | None = None
    ) -> Content:
        """Send a table as CSV."""
        return self._file(f"sessions/{part(code)}/{part(table)}.csv", query={"bom": bom})

    def close(self, code: str, /, *, idempotency_key: str | None = None) -> SessionOutput:
        """Close the session. All its matches must be final or void."""
        return self._answer("POST", f"sessions/{part(code)}/close", key=key_of(idempotency_key))

    def draw_retrieve(self, code: str, /) -> DrawOutput:
        """Show who sits where."""
        return self._answer("GET", f"sessions/{part(code)}/draw")

    def draw_make(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[MakeInput]
    ) -> DrawOutput:
        """Draw the session from the players who are present, replacing its draft."""
        return self._answer(
            "POST", f"sessions/{part(code)}/draw", body=body, key=key_of(idempotency_key)
        )

    def draw_seat(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[DrawInput]
    ) -> DrawOutput:
        """Seat players at tables, replacing the draft."""
        return self._answer(
            "PUT", f"sessions/{part(code)}/draw", body=body, key=key_of(idempotency_key)
        )

    def late_seats(self, code: str, /, **body: Unpack[LateInput]) -> Sequence[OfferOutput]:
        """Preview at which tables a latecomer can sit, and what that costs; the best come first."""
        return self._answer("POST", f"sessions/{part(code)}/late-seats", body=body)

    def move(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[WishInput]
    ) -> PriceOutput:
        """Change the draft, and return what that costs."""
        return self._answer(
            "POST", f"sessions/{part(code)}/move", body=body, key=key_of(idempotency_key)
        )

    def price(self, code: str, /, **body: Unpack[WishInput]) -> PriceOutput:
        """Preview what a change of the draft would cost."""
        return self._answer("POST", f"sessions/{part(code)}/price", body=body)

    def publish(self, code: str, /, *, idempotency_key: str | None = None) -> SessionOutput:
        """Publish the draw: matches wait for results, and tables of bots are played."""
        return self._answer("POST", f"sessions/{part(code)}/publish", key=key_of(idempotency_key))

    def ranking_list(self, code: str, /, *, page_size: int | None = None) -> Pages[RankingOutput]:
        """List who did how well in a session, the best first; nobody until a match is final."""
        return self._pages(f"sessions/{part(code)}/ranking", query={"page_size": page_size})

    def reopen(self, code: str, /, *, idempotency_key: str | None = None) -> SessionOutput:
        """Reopen the session, to correct its results."""
        return self._answer("POST", f"sessions/{part(code)}/reopen", key=key_of(idempotency_key))

    def schedule(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ScheduleInput]
    ) -> SessionOutput:
        """Publish the draft automatically at a set time."""
        return self._answer(
            "POST", f"sessions/{part(code)}/schedule", body=body, key=key_of(idempotency_key)
        )

    def seat_late(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[LateSeatInput]
    ) -> DrawOutput:
        """Seat a latecomer at a table of the published draw that has no result yet."""
        return self._answer(
            "POST", f"sessions/{part(code)}/seat-late", body=body, key=key_of(idempotency_key)
        )

    def undo(self, code: str, /, *, idempotency_key: str | None = None) -> SessionOutput:
        """Unpublish the draw, as long as no table has a result."""
        return self._answer("POST", f"sessions/{part(code)}/undo", key=key_of(idempotency_key))
