"""Results as they are handed in: sheets, plain scores or a whole record."""

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import OpenApiExample, PolymorphicProxySerializer
from rest_framework import serializers

from league.api.fields import Choice, WholeNumber
from league.api.outputs import Output
from league.api.v1.accounts.players import PlayerOutput
from league.models import Record, Result, Round
from league.services.results import submissions
from league.services.results.submissions import (
    Scores,
    Sheets,
    Submission,
    Totals,
    UploadedRecord,
)


class SheetRoundInput(serializers.Serializer[Any]):
    """One round, as its score sheet."""

    dealer = WholeNumber(
        required=False,
        min_value=0,
        max_value=9,
        help_text=(
            "seat; left of the one before if absent. Needed where the dealer sits out, as at a "
            "table of four in Skat"
        ),
    )
    sheet = serializers.DictField(
        required=False,
        help_text="score sheet of the game, see `games/{slug}`; its seats are those of the table, "
        "also at a Skat table of four, where the dealer sits out and cannot be the declarer",
    )
    redeal = serializers.BooleanField(
        required=False,
        help_text="instead of a sheet: the deal was thrown in, the same dealer deals again",
    )


class SheetsInput(serializers.Serializer[Any]):
    """A result as score sheets."""

    source = Choice(choices=["sheets"])  # type: ignore[assignment]
    rounds = serializers.ListField(child=SheetRoundInput(), max_length=submissions.MOST_ROUNDS)


class ScoresInput(serializers.Serializer[Any]):
    """A result as plain scores."""

    source = Choice(choices=["scores"])  # type: ignore[assignment]
    rounds = serializers.ListField(
        child=serializers.ListField(child=WholeNumber(), max_length=10),
        max_length=submissions.MOST_ROUNDS,
        help_text="for each round the score of each seat",
    )


class RecordInput(serializers.Serializer[Any]):
    """A result as a whole record."""

    source = Choice(choices=["record"])  # type: ignore[assignment]
    record = serializers.DictField(help_text="record in the format `stammtisch/1`")


class TotalsInput(serializers.Serializer[Any]):
    """Another sum of a match whose result came from a list."""

    source = Choice(choices=["list"])  # type: ignore[assignment]
    totals = serializers.ListField(
        child=WholeNumber(), max_length=10, help_text="the score of each seat in the whole match"
    )


ResultInput = PolymorphicProxySerializer(
    component_name="ResultInput",
    serializers={"sheets": SheetsInput, "scores": ScoresInput, "record": RecordInput},
    resource_type_field_name="source",
)


RESULT_EXAMPLES = [
    OpenApiExample(
        "two deals of Skat at a table of four, the first thrown in",
        value={
            "source": "sheets",
            "rounds": [{"dealer": 0, "redeal": True}, {"dealer": 0, "sheet": {"declarer": None}}],
        },
        request_only=True,
    )
]


class SourceInput(serializers.Serializer[Any]):
    """What kind of result it is."""

    is_part = True
    source = Choice(  # type: ignore[assignment]
        choices=["sheets", "scores", "record"]
    )


class CorrectedSourceInput(SourceInput):
    """What kind of result stands instead of another."""

    source = Choice(choices=["sheets", "scores", "record", "list"])


Kind = type[serializers.Serializer[Any]]
Reader = Callable[[Kind], Any]
RESULTS: Mapping[str, Kind] = {
    "sheets": SheetsInput,
    "scores": ScoresInput,
    "record": RecordInput,
}
"""By what a result of each source is read."""


def read_submission(
    read: Reader, kinds: Mapping[str, Kind] = RESULTS, source_kind: Kind = SourceInput
) -> Submission:
    """Return what the request hands in; `read` reads its body by a serializer, one of `kinds`."""
    source = read(source_kind)["source"]
    found = read(kinds[source])
    match source:
        case "list":
            return Totals(totals=found["totals"])
        case "sheets":
            return Sheets(rounds=found["rounds"])
        case "scores":
            return Scores(rounds=found["rounds"])
        case _:
            return UploadedRecord(record=found["record"])


class RoundOutput(Output[Round]):
    """One round of a result."""

    scores = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="score of each seat"
    )
    sheet = serializers.DictField(
        source="sheet_at_table",
        read_only=True,
        allow_null=True,
        help_text="the score sheet, if one was handed in; its seats are those of the table",
    )

    class Meta:
        model = Round
        fields = ["number", "dealer", "scores", "redeal", "sheet"]
        read_only_fields = fields


class ResultOutput(Output[Result]):
    """A version of the result of a match."""

    totals = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="score of each seat"
    )
    places = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="place of each seat, ties shared",
    )
    forfeits = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="seats that gave up"
    )
    rounds = RoundOutput(many=True, read_only=True)
    entered_by = PlayerOutput(
        source="entered_by.player",
        read_only=True,
        allow_null=True,
        help_text="null for what bots played, and for what somebody without an account entered",
    )
    confirmed_by = PlayerOutput(source="confirmed_by.player", read_only=True, allow_null=True)
    record = Choice(
        source="record.status",
        choices=Record.Status.choices,
        read_only=True,
        allow_null=True,
        help_text="what replaying its record said, null without one",
    )

    class Meta:
        model = Result
        fields = [
            "version",
            "source",
            "totals",
            "places",
            "forfeits",
            "reason",
            "rounds",
            "entered_by",
            "entered_at",
            "entered_seat",
            "confirmed_by",
            "confirmed_at",
            "confirmed_seat",
            "record",
        ]
        read_only_fields = fields
