"""Operations on `players`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.players import (
        GameRatingChangeOutput,
        GameRatingOutput,
        GoneInput,
        IntoInput,
        InvitationOutput,
        MergeOutput,
        MergePreviewOutput,
        NameInput,
        OwnRatingOutput,
    )
    from stammtisch.client.types.shared import PlayerOutput


class Players(Group):
    """What can be done with players."""

    def list(
        self,
        *,
        kind: Literal["bot", "person"] | None = None,
        name: str | None = None,
        page_size: int | None = None,
    ) -> Pages[PlayerOutput]:
        """People and bots. Clubs make members of them, draws seat them."""
        return self._pages("players", query={"kind": kind, "name": name, "page_size": page_size})

    def retrieve(self, code: str, /) -> PlayerOutput:
        """People and bots. Clubs make members of them, draws seat them."""
        return self._answer("GET", f"players/{part(code)}")

    def rename(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[NameInput]
    ) -> PlayerOutput:
        """Rename a guest, as an organiser of all clubs they play in."""
        return self._answer(
            "PATCH", f"players/{part(code)}", body=body, key=key_of(idempotency_key)
        )

    def game_ratings(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[GameRatingOutput]:
        """List the ratings of a player in games, from the matches of all events."""
        return self._pages(f"players/{part(code)}/game-ratings", query={"page_size": page_size})

    def game_rating_history(
        self, code: str, game: str, /, *, page_size: int | None = None
    ) -> Pages[GameRatingChangeOutput]:
        """List how a player's rating in a game moved, the latest match first."""
        return self._pages(
            f"players/{part(code)}/game-ratings/{part(game)}/history",
            query={"page_size": page_size},
        )

    def invite(self, code: str, /) -> InvitationOutput:
        """Invite a guest by a link, in place of the one before. Only this answer shows it.

        The link works once, within 14 days. Organisers of all clubs of the guest may do this.
        """
        return self._answer("POST", f"players/{part(code)}/invitation")

    def take_invitation_back(self, code: str, /) -> None:
        """Take the open invitation of a guest back. Its link stops working."""
        self._answer("DELETE", f"players/{part(code)}/invitation")

    def merge(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[IntoInput]
    ) -> MergeOutput:
        """Merge this player into another one, who gets all results, places and teams.

        A player with an account stays; two of them are never merged. Who met the other, or sat
        somewhere else at the same time, is refused.
        """
        return self._answer(
            "POST", f"players/{part(code)}/merge", body=body, key=key_of(idempotency_key)
        )

    def merge_preview(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[IntoInput]
    ) -> MergePreviewOutput:
        """Say what would move if this player were merged into another; store nothing."""
        return self._answer(
            "POST", f"players/{part(code)}/merge/preview", body=body, key=key_of(idempotency_key)
        )

    def part(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[GoneInput]
    ) -> MergeOutput:
        """Undo a merge into this player, as long as nothing has changed for them since."""
        return self._answer(
            "POST", f"players/{part(code)}/part", body=body, key=key_of(idempotency_key)
        )

    def ratings_list(self, code: str, /, *, page_size: int | None = None) -> Pages[OwnRatingOutput]:
        """List the ratings of a player on all ladders, the newest ladder first."""
        return self._pages(f"players/{part(code)}/ratings", query={"page_size": page_size})
