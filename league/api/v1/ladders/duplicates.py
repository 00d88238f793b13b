"""Duplicates of ladders: the same deals, once for each rotation of the bots."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import mixins, serializers

from league.api.filters import CharFilter, ChoiceFilter, Filter, FilterBackend, OwnerFilter
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.v1.base.refs import SeasonRef
from league.api.v1.base.resources import Resource
from league.api.v1.seasons.ratings import PlayerOutput
from league.models import Duplicate, Match, Season, Seat
from league.services.base import rights
from league.services.ladders import ladders


class ReasonsOutput(serializers.Serializer[Any]):
    """Why the matchmaker took a player, in points; who opens a table had waited longest."""

    uncertainty = serializers.FloatField()
    closeness = serializers.FloatField()
    fairness = serializers.FloatField()
    waiting = serializers.FloatField()
    luck = serializers.FloatField()
    opens = serializers.BooleanField()


class SeatedOutput(serializers.Serializer[Any]):
    """A player of a duplicate, with what it made of it once it is rated."""

    player = PlayerOutput(read_only=True)
    seat = serializers.IntegerField(read_only=True, help_text="in the first rotation")
    side = serializers.IntegerField(read_only=True, help_text="players of a side are partners")
    score = serializers.IntegerField(read_only=True, allow_null=True, help_text="all rotations")
    place = serializers.IntegerField(read_only=True, allow_null=True)
    mu = serializers.FloatField(read_only=True, allow_null=True, help_text="rating afterwards")
    sigma = serializers.FloatField(read_only=True, allow_null=True)
    reasons = ReasonsOutput(read_only=True, allow_null=True)


class RotationOutput(Output[Match]):
    """One of the matches."""

    class Meta:
        model = Match
        fields = ["code", "table_number", "status"]
        read_only_fields = fields


class DuplicateOutput(Output[Duplicate]):
    """The same deals played once for each rotation of the players; rated as one contest.

    On a ladder of remote bots it is a single match, with deals that nobody plays again.
    """

    season = SeasonRef(read_only=True)
    players = serializers.SerializerMethodField()
    chances = serializers.ListField(
        child=serializers.FloatField(),
        source="pick.chances",
        default=list,
        read_only=True,
        help_text="how likely each side was to win, as predicted",
    )
    matches = RotationOutput(many=True, read_only=True)
    serial = serializers.SerializerMethodField(
        help_text="the contests of a ladder were rated in the order of these numbers, which have "
        "gaps; null before that"
    )

    class Meta:
        model = Duplicate
        fields = [
            "code",
            "season",
            "status",
            "players",
            "chances",
            "matches",
            "created_at",
            "rated_at",
            "serial",
        ]
        read_only_fields = fields

    def get_serial(self, duplicate: Duplicate) -> int | None:
        return ladders.serial_of(duplicate)

    @extend_schema_field(SeatedOutput(many=True))
    def get_players(self, duplicate: Duplicate) -> Any:
        return SeatedOutput(ladders.seated(duplicate), many=True).data


class DuplicateFilter(Filter):
    """Which duplicates to list."""

    season = OwnerFilter(Season, label="code of the ladder")
    player = CharFilter(method="by_player", label="code of a player who has a seat")
    status = ChoiceFilter(choices=Duplicate.Status.choices)

    def by_player(self, rows: QuerySet[Duplicate], name: str, code: str) -> QuerySet[Duplicate]:
        """Keep those in which a player has a seat, each once."""
        seats = Seat.objects.filter(player__code=code, match__table_number=1)
        return rows.filter(pk__in=seats.values("match__duplicate"))


class DuplicateViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Contests of ladders, the newest first."""

    serializer_class = DuplicateOutput
    pagination_class = LogPages
    filter_backends = [FilterBackend]
    filterset_class = DuplicateFilter

    def get_queryset(self) -> QuerySet[Any]:
        return ladders.with_tables(rights.readable_duplicates(self.asker))
