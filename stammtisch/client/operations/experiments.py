"""Operations on `experiments`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.sending import Content
    from stammtisch.client.types.experiments import (
        DuplicatesInput,
        ExperimentDetailOutput,
        ExperimentInput,
        ExperimentOutput,
    )


class Experiments(Group):
    """What can be done with experiments."""

    def list(
        self,
        *,
        game: str | None = None,
        kind: Literal["duplicates", "test"] | None = None,
        new: str | None = None,
        page_size: int | None = None,
        status: Literal[
            "better", "failed", "not_better", "played", "running", "stopped", "undecided", "waiting"
        ]
        | None = None,
    ) -> Pages[ExperimentOutput]:
        """Your tests of one version of a bot against another, and your unrated duplicates."""
        return self._pages(
            "experiments",
            query={
                "game": game,
                "kind": kind,
                "new": new,
                "page_size": page_size,
                "status": status,
            },
        )

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[ExperimentInput]
    ) -> ExperimentDetailOutput:
        """Start an experiment. Workers play pairs until it is clear which version is better."""
        return self._answer("POST", "experiments", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> ExperimentDetailOutput:
        """Your tests of one version of a bot against another, and your unrated duplicates."""
        return self._answer("GET", f"experiments/{part(code)}")

    def pairs_retrieve(self, code: str, /) -> Content:
        """Download every pair that was counted, in order.

        A line for each: `pair` from 1, `difference` in points of a deal, `faulty` with who of
        `new` and `old` made faults; the deals follow from `secret`, chance of bots from `seed`.
        Of duplicates `scores` has what “new” and each opponent, by code, scored a deal.
        """
        return self._file(f"experiments/{part(code)}/pairs")

    def records_retrieve(self, code: str, /) -> Content:
        """Download the records of duplicates, compressed with gzip; a test has none.

        A line for each match: `match`, `duplicate` from 1, `rotation` from 0, `players` by seat,
        and `record`, the compact form in base 64.
        """
        return self._file(f"experiments/{part(code)}/records")

    def resume(self, code: str, /, *, idempotency_key: str | None = None) -> ExperimentDetailOutput:
        """Resume an experiment that was stopped or has failed."""
        return self._answer("POST", f"experiments/{part(code)}/resume", key=key_of(idempotency_key))

    def stop(self, code: str, /, *, idempotency_key: str | None = None) -> ExperimentDetailOutput:
        """Stop an experiment. Its results so far stay."""
        return self._answer("POST", f"experiments/{part(code)}/stop", key=key_of(idempotency_key))

    def duplicates_create(
        self, *, idempotency_key: str | None = None, **body: Unpack[DuplicatesInput]
    ) -> ExperimentDetailOutput:
        """Play unrated duplicates against versions and built-in bots of your choice.

        Nothing of them is rated or counts for an opponent. They are played like an experiment
        and are read, stopped and resumed as one, and end as `played`.
        """
        return self._answer(
            "POST", "experiments/duplicates", body=body, key=key_of(idempotency_key)
        )
