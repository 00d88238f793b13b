"""Operations on `games`; made by `manage.py client`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.sending import Content
    from stammtisch.client.types.games import (
        GameDetailOutput,
        GameOutput,
        PlayNowOutput,
        RankedInGameOutput,
        RecordFileOutput,
        ScoreSheetInput,
        ScoreSheetOutput,
        SitDownInput,
    )
    from stammtisch.client.types.shared import LookOutput, PractiseInput


class Games(Group):
    """What can be done with games."""

    def list(self, *, page_size: int | None = None) -> Pages[GameOutput]:
        """List the games."""
        return self._pages("games", query={"page_size": page_size})

    def retrieve(self, slug: str, /) -> GameDetailOutput:
        """Show a game with its action grammar, options, score sheet and help."""
        return self._answer("GET", f"games/{part(slug)}")

    def play_now(self, slug: str, /) -> PlayNowOutput:
        """Show who waits for a game, and in which event you would play."""
        return self._answer("GET", f"games/{part(slug)}/play-now")

    def play_now_sit_down(
        self, slug: str, /, *, idempotency_key: str | None = None, **body: Unpack[SitDownInput]
    ) -> LookOutput:
        """Take a seat where others wait, or open a table. You register and agree by it."""
        return self._answer(
            "POST", f"games/{part(slug)}/play-now", body=body, key=key_of(idempotency_key)
        )

    def practise(
        self, slug: str, /, *, idempotency_key: str | None = None, **body: Unpack[PractiseInput]
    ) -> LookOutput:
        """Open a practice table for you and bots. Nothing counts, and nobody else sees it."""
        return self._answer(
            "POST", f"games/{part(slug)}/practice", body=body, key=key_of(idempotency_key)
        )

    def ratings(self, slug: str, /, *, page_size: int | None = None) -> Pages[RankedInGameOutput]:
        """List the players of a game by their ratings, the best first."""
        return self._pages(f"games/{part(slug)}/ratings", query={"page_size": page_size})

    def record_files(
        self, slug: str, /, *, page_size: int | None = None
    ) -> Pages[RecordFileOutput]:
        """List the files of a game's open records, a month each, the newest first.

        They are written at night. A month that has changed is written anew, with another digest.
        """
        return self._pages(f"games/{part(slug)}/record-files", query={"page_size": page_size})

    def record_file(self, slug: str, month: str, /) -> Content:
        """Download the open records of a game of one month.

        A line for each match as in `records`, compressed with gzip. `ETag` is the digest of the
        file.
        """
        return self._file(f"games/{part(slug)}/record-files/{part(month)}")

    def record_table(self, slug: str, month: str, /) -> Content:
        """Download the open records of a game of one month as Parquet.

        A row for each round, with the columns that `docs/out-and-in.md` names. A site without
        the package pyarrow has none, and `parquet_url` is null then.
        """
        return self._file(f"games/{part(slug)}/record-files/{part(month)}/parquet")

    def records(
        self,
        slug: str,
        /,
        *,
        after: str | None = None,
        ordinal: int | None = None,
        season: str | None = None,
    ) -> Iterator[Content]:
        """Download the records of a game that are open to everybody, some hundreds at a time.

        A line for each match: `match`, `season`, `finished_at`, by seat `players` and their
        ratings before the match, `mu` and `sigma`, and `record` in the compact form, in base 64.
        On ladders also the `duplicate` and its `serial`. They come season by season. A page may
        have no line and yet a next one. The header `Link` has the address of the next page
        (`rel="next"`) as long as there is one, and that of the licence of the records
        (`rel="license"`), if the site names one.
        """
        return self._files(
            f"games/{part(slug)}/records",
            query={"after": after, "ordinal": ordinal, "season": season},
        )

    def score_sheet(self, slug: str, /, **body: Unpack[ScoreSheetInput]) -> ScoreSheetOutput:
        """Compute the scores of a sheet without storing anything."""
        return self._answer("POST", f"games/{part(slug)}/score-sheet", body=body)
