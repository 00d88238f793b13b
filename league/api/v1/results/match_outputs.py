"""Matches as answers show them."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.rules import shuffle
from league.api.outputs import Output
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.refs import SeasonRef
from league.api.v1.events.events import EventRef
from league.models import Dispute, Job, Match, Part, Seat, Session
from league.services.base import rights
from league.services.base.sayings import said
from league.services.bots import reports
from league.services.jobs import waits

from .results import ResultOutput


class SessionRef(Output[Session]):
    """A session, named."""

    event = EventRef(read_only=True)

    class Meta:
        model = Session
        fields = ["code", "number", "event"]
        read_only_fields = fields


class SeatOutput(Output[Seat]):
    """A seat of a match; score, place and points once it is final."""

    player = PlayerOutput(read_only=True)

    class Meta:
        model = Seat
        fields = ["number", "player", "score", "place", "points"]
        read_only_fields = fields


class MatchOutput(Output[Match]):
    """A match in a list."""

    season = SeasonRef(read_only=True)
    session = SessionRef(read_only=True, allow_null=True, help_text="null for a match of a ladder")
    duplicate = serializers.CharField(
        source="duplicate.code",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="code of its duplicate; null unless it is a match of a ladder",
    )
    seats = SeatOutput(many=True, read_only=True)
    forfeits = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="numbers of the seats that forfeited, by the current result",
    )

    class Meta:
        model = Match
        fields = [
            "code",
            "season",
            "session",
            "duplicate",
            "table_number",
            "status",
            "version",
            "seats",
            "forfeits",
            "created_at",
            "finished_at",
        ]
        read_only_fields = fields


class DisputeOutput(Output[Dispute]):
    """A dispute of a result."""

    opened_by = PlayerOutput(source="opened_by.player", read_only=True, allow_null=True)

    class Meta:
        model = Dispute
        fields = ["code", "status", "reason", "opened_by", "opened_at", "closed_at", "answer"]
        read_only_fields = fields


class StandInOutput(Output[Part]):
    """A seat for which the first legal action was played after a fault of its bot."""

    seat = serializers.IntegerField(source="seat.number", read_only=True)
    round = serializers.IntegerField(
        source="fault_round", read_only=True, help_text="round of the fault, from 0"
    )
    action = serializers.IntegerField(
        source="fault_action", read_only=True, help_text="how many actions it had by then"
    )

    class Meta:
        model = Part
        fields = ["seat", "round", "action"]
        read_only_fields = fields


class MatchDetailOutput(MatchOutput):
    """A match with the result in force, and what proves that no deal was chosen."""

    commitment = serializers.SerializerMethodField(help_text="SHA-256 of the secret, in hex")
    secret = serializers.SerializerMethodField(
        help_text="what all deals follow from, in hex; null until they are played nowhere any more"
    )
    result = ResultOutput(source="result_in_force", read_only=True, allow_null=True)
    proposed = ResultOutput(
        source="proposed_result",
        read_only=True,
        allow_null=True,
        help_text="a correction that waits for a second person to agree",
    )
    dispute = DisputeOutput(
        source="open_dispute", read_only=True, allow_null=True, help_text="the open one"
    )
    waits = serializers.SerializerMethodField(
        help_text="why workers have not yet played or replayed it; null unless they are to"
    )

    stand_ins = serializers.SerializerMethodField(
        help_text="seats for which the first legal action was played after a fault of their bots"
    )

    class Meta(MatchOutput.Meta):
        fields = [
            *MatchOutput.Meta.fields,
            "commitment",
            "secret",
            "result",
            "proposed",
            "dispute",
            "waits",
            "stand_ins",
        ]
        read_only_fields = fields

    @extend_schema_field(StandInOutput(many=True))
    def get_stand_ins(self, match: Match) -> Any:
        return StandInOutput(reports.stand_ins(match), many=True).data

    def get_commitment(self, match: Match) -> str:
        return shuffle.commitment(bytes(match.secret))

    def get_waits(self, match: Match) -> str | None:
        waiting = [job for job in match.jobs.all() if job.status == Job.Status.WAITING]
        reasons = [job.reason for job in waits.told(waiting, now=timezone.now())]
        return said(reasons[-1]) if reasons else None

    def get_secret(self, match: Match) -> str | None:
        return bytes(match.secret).hex() if rights.may_read_deals(match) else None
