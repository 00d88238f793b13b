"""Operations on `seasons`; made by `manage.py client`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.sending import Content
    from stammtisch.client.types.seasons import (
        AllegianceInput,
        AllegianceOutput,
        ClubPlaceOutput,
        ClubRuleInput,
        ClubRuleOutput,
        CurveOutput,
        EnterInput,
        HeadToHeadOutput,
        LeaveInput,
        PenaltyInput,
        RankedOutput,
        RatingChangeOutput,
        RatingOutput,
        ResultListOutput,
        RulesInput,
        SeasonInput,
        SeasonOutput,
        StandingOutput,
        UndoneOutput,
    )
    from stammtisch.client.types.shared import ListInput, PenaltyOutput, UndoInput


class Seasons(Group):
    """What can be done with seasons."""

    def list(
        self,
        *,
        club: str | None = None,
        game: str | None = None,
        is_remote: bool | None = None,
        kind: Literal["events", "ladder"] | None = None,
        page_size: int | None = None,
        status: Literal["closed", "draft", "running"] | None = None,
    ) -> Pages[SeasonOutput]:
        """Seasons of a club: one game, one points rule, one table of standings; or a ladder of
        bots.
        """
        return self._pages(
            "seasons",
            query={
                "club": club,
                "game": game,
                "is_remote": is_remote,
                "kind": kind,
                "page_size": page_size,
                "status": status,
            },
        )

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[SeasonInput]
    ) -> SeasonOutput:
        """Create a season, or a ladder, as a draft."""
        return self._answer("POST", "seasons", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> SeasonOutput:
        """Seasons of a club: one game, one points rule, one table of standings; or a ladder of
        bots.
        """
        return self._answer("GET", f"seasons/{part(code)}")

    def tables_retrieve(
        self, code: str, table: str, /, *, bom: Literal["0", "1"] | None = None
    ) -> Content:
        """Send a table as CSV."""
        return self._file(f"seasons/{part(code)}/{part(table)}.csv", query={"bom": bom})

    def archive_retrieve(self, code: str, /) -> Content:
        """Download a season as an archive, as an organiser."""
        return self._file(f"seasons/{part(code)}/archive.jsonl")

    def change_club_rule(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ClubRuleInput]
    ) -> ClubRuleOutput:
        """Change how the clubs of a federation are ranked, for what has been played as well."""
        return self._answer(
            "POST", f"seasons/{part(code)}/change-club-rule", body=body, key=key_of(idempotency_key)
        )

    def change_rules(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[RulesInput]
    ) -> SeasonOutput:
        """Change the scoring rules. All final results are counted again."""
        return self._answer(
            "POST", f"seasons/{part(code)}/change-rules", body=body, key=key_of(idempotency_key)
        )

    def close(self, code: str, /, *, idempotency_key: str | None = None) -> SeasonOutput:
        """Close a season. Nobody can enter or confirm results until you start it again."""
        return self._answer("POST", f"seasons/{part(code)}/close", key=key_of(idempotency_key))

    def club_ranking_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[ClubPlaceOutput]:
        """List the clubs of a federation by the points of their players, the leader first."""
        return self._pages(f"seasons/{part(code)}/club-ranking", query={"page_size": page_size})

    def enter(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[EnterInput]
    ) -> RatingOutput:
        """Enter a bot on a ladder. A version replaces any other version of its bot.

        Versions and remote bots have ladders of their own. Built-in bots play on both kinds.
        """
        return self._answer(
            "POST", f"seasons/{part(code)}/enter", body=body, key=key_of(idempotency_key)
        )

    def head_to_head(
        self, code: str, /, *, player: Sequence[str] | None = None
    ) -> HeadToHeadOutput:
        """Show the results of a ladder's bots against each other."""
        return self._answer("GET", f"seasons/{part(code)}/head-to-head", query={"player": player})

    def import_results(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ListInput]
    ) -> ResultListOutput:
        """Store the results of a list, all or none, or preview what happens to each line."""
        return self._answer(
            "POST", f"seasons/{part(code)}/import-results", body=body, key=key_of(idempotency_key)
        )

    def leaderboard_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[RankedOutput]:
        """List the ratings of a ladder, ordered by mu - 3 sigma."""
        return self._pages(f"seasons/{part(code)}/leaderboard", query={"page_size": page_size})

    def leave(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[LeaveInput]
    ) -> RatingOutput:
        """Remove a bot from a ladder. Matches it is still playing count."""
        return self._answer(
            "POST", f"seasons/{part(code)}/leave", body=body, key=key_of(idempotency_key)
        )

    def penalties_list(self, code: str, /, *, page_size: int | None = None) -> Pages[PenaltyOutput]:
        """List the penalties of a season, including revoked ones, the newest first."""
        return self._pages(f"seasons/{part(code)}/penalties", query={"page_size": page_size})

    def penalties_create(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[PenaltyInput]
    ) -> PenaltyOutput:
        """Give a penalty: deduct points from a player in the standings."""
        return self._answer(
            "POST", f"seasons/{part(code)}/penalties", body=body, key=key_of(idempotency_key)
        )

    def players_curve_retrieve(self, code: str, player: str, /) -> CurveOutput:
        """Show how a player's rating moved on a ladder, thinned out to draw it."""
        return self._answer("GET", f"seasons/{part(code)}/players/{part(player)}/curve")

    def players_history_list(
        self, code: str, player: str, /, *, page_size: int | None = None
    ) -> Pages[RatingChangeOutput]:
        """List every move of a player's rating on a ladder, the newest first."""
        return self._pages(
            f"seasons/{part(code)}/players/{part(player)}/history", query={"page_size": page_size}
        )

    def plays_for_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[AllegianceOutput]:
        """List who plays for which club of a federation, by name."""
        return self._pages(f"seasons/{part(code)}/plays-for", query={"page_size": page_size})

    def plays_for_put(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[AllegianceInput]
    ) -> AllegianceOutput | None:
        """Choose for which club you play in the season, or as an organiser for anybody.

        The answer is empty (204) where it is none.
        """
        return self._answer(
            "PUT", f"seasons/{part(code)}/plays-for", body=body, key=key_of(idempotency_key)
        )

    def standings_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[StandingOutput]:
        """List the standings of a season, the leader first."""
        return self._pages(f"seasons/{part(code)}/standings", query={"page_size": page_size})

    def start(self, code: str, /, *, idempotency_key: str | None = None) -> SeasonOutput:
        """Start a draft season, or reopen a closed one, so that its results count."""
        return self._answer("POST", f"seasons/{part(code)}/start", key=key_of(idempotency_key))

    def undo_import(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[UndoInput]
    ) -> UndoneOutput:
        """Undo an import of results. Events that have changed since stay."""
        return self._answer(
            "POST", f"seasons/{part(code)}/undo-import", body=body, key=key_of(idempotency_key)
        )
