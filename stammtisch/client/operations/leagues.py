"""Operations on `leagues`; made by `manage.py client`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.leagues import (
        LeagueInput,
        LeagueOutput,
        NextSeasonInput,
        NextSeasonOutput,
    )
    from stammtisch.client.types.shared import DivisionOutput


class Leagues(Group):
    """What can be done with leagues."""

    def list(self, *, club: str | None = None, page_size: int | None = None) -> Pages[LeagueOutput]:
        """Leagues: divisions of players or teams, with promotion and relegation."""
        return self._pages("leagues", query={"club": club, "page_size": page_size})

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[LeagueInput]
    ) -> LeagueOutput:
        """Create a league with its divisions in a first season."""
        return self._answer("POST", "leagues", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> LeagueOutput:
        """Leagues: divisions of players or teams, with promotion and relegation."""
        return self._answer("GET", f"leagues/{part(code)}")

    def divisions_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[DivisionOutput]:
        """List the divisions of a league, the newest season first, the highest before others."""
        return self._pages(f"leagues/{part(code)}/divisions", query={"page_size": page_size})

    def next_season_preview(
        self,
        code: str,
        /,
        *,
        entrants: Sequence[str] | None = None,
        season: str | None = None,
        sizes: Sequence[int] | None = None,
    ) -> NextSeasonOutput:
        """Preview promotion and relegation as if the season ended now. Nothing is stored."""
        return self._answer(
            "GET",
            f"leagues/{part(code)}/next-season",
            query={"entrants": entrants, "season": season, "sizes": sizes},
        )

    def next_season(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[NextSeasonInput]
    ) -> NextSeasonOutput:
        """Make the season that follows the newest, in draft, with its divisions and who is in
        them.

        The newest must be closed: its results could still change who moves.
        """
        return self._answer(
            "POST", f"leagues/{part(code)}/next-season", body=body, key=key_of(idempotency_key)
        )
