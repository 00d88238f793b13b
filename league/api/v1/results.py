"""Results as they are handed in: sheets, plain scores or a whole record."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from league.api.fields import WholeNumber
from league.api.outputs import Output
from league.models import Record, Result, Round
from league.services import submissions
from league.services.submissions import Scores, Sheets, Submission, UploadedRecord

from .players import PlayerOutput


class SheetRoundInput(serializers.Serializer[Any]):
    """One round, as its score sheet."""

    dealer = WholeNumber(
        required=False, min_value=0, max_value=9, help_text="seat; left of the one before if absent"
    )
    sheet = serializers.DictField(
        required=False, help_text="score sheet of the game, see `games/{slug}`"
    )
    redeal = serializers.BooleanField(
        required=False,
        help_text="instead of a sheet: the deal was thrown in, the same dealer deals again",
    )


class SheetsInput(serializers.Serializer[Any]):
    """A result as score sheets."""

    source = serializers.ChoiceField(choices=["sheets"])  # type: ignore[assignment]
    rounds = serializers.ListField(child=SheetRoundInput(), max_length=submissions.MOST_ROUNDS)


class ScoresInput(serializers.Serializer[Any]):
    """A result as plain scores."""

    source = serializers.ChoiceField(choices=["scores"])  # type: ignore[assignment]
    rounds = serializers.ListField(
        child=serializers.ListField(child=WholeNumber(), max_length=10),
        max_length=submissions.MOST_ROUNDS,
        help_text="for each round the score of each seat",
    )


class RecordInput(serializers.Serializer[Any]):
    """A result as a whole record."""

    source = serializers.ChoiceField(choices=["record"])  # type: ignore[assignment]
    record = serializers.DictField(help_text="record in the format `stammtisch/1`")


ResultInput = PolymorphicProxySerializer(
    component_name="ResultInput",
    serializers={"sheets": SheetsInput, "scores": ScoresInput, "record": RecordInput},
    resource_type_field_name="source",
)


class SourceInput(serializers.Serializer[Any]):
    """What kind of result it is."""

    is_part = True
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=["sheets", "scores", "record"]
    )


Reader = Callable[[type[serializers.Serializer[Any]]], Any]


def read_submission(read: Reader) -> Submission:
    """Return what the request hands in; `read` reads its body by a serializer."""
    match read(SourceInput)["source"]:
        case "sheets":
            return Sheets(rounds=read(SheetsInput)["rounds"])
        case "scores":
            return Scores(rounds=read(ScoresInput)["rounds"])
        case _:
            return UploadedRecord(record=read(RecordInput)["record"])


class RoundOutput(Output[Round]):
    """One round of a result."""

    scores = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="score of each seat"
    )
    sheet = serializers.DictField(
        read_only=True, allow_null=True, help_text="the score sheet, if one was handed in"
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
        help_text="null for what bots played",
    )
    confirmed_by = PlayerOutput(source="confirmed_by.player", read_only=True, allow_null=True)
    record = serializers.ChoiceField(
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
            "confirmed_by",
            "confirmed_at",
            "record",
        ]
        read_only_fields = fields
