"""What online tables look like: one in a list, and one as the asking account sees it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fields import Choice
from league.api.outputs import Output
from league.api.v1.seasons.ratings import PlayerOutput
from league.logic.whys import Why
from league.models import Hint, OnlineTable, TableChallenge, TableSeat
from league.services.play.tables import Clock, Laid, Look, Said


class TableSeatOutput(Output[TableSeat]):
    """A seat that somebody has taken."""

    player = PlayerOutput(read_only=True)
    phrase = serializers.CharField(
        read_only=True, help_text="what its person said last, empty before that"
    )

    class Meta:
        model = TableSeat
        fields = ["number", "player", "stood_in", "phrase", "phrase_at"]
        read_only_fields = fields


class OnlineTableOutput(Output[OnlineTable]):
    """An online table."""

    event = serializers.CharField(
        source="event.code",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="code; null at a practice table, at which nothing counts, and on a ladder",
    )
    ladder = serializers.CharField(
        source="ladder.code",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="code of the ladder whose remote bots play here",
    )
    game = serializers.CharField(source="rules.game", read_only=True, help_text="slug")
    match = serializers.CharField(
        source="match.code",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="code of the match, null before it has begun",
    )
    opened_by = PlayerOutput(read_only=True)
    seats = TableSeatOutput(many=True, read_only=True, help_text="those that are taken")

    class Meta:
        model = OnlineTable
        fields = [
            "code",
            "event",
            "ladder",
            "game",
            "match",
            "opened_by",
            "size",
            "move_s",
            "is_private",
            "status",
            "version",
            "seats",
            "created_at",
            "finished_at",
        ]
        read_only_fields = fields


class SaidOutput(serializers.Serializer[Said]):
    """An action of the current round, as the reader may read it."""

    seat = serializers.IntegerField(read_only=True)
    text = serializers.CharField(read_only=True)
    is_default = serializers.BooleanField(
        read_only=True, help_text="played by the default bot for a person"
    )
    at = serializers.DateTimeField(read_only=True)


class LaidOutput(serializers.Serializer[Laid]):
    """A card of the last complete trick; null lies face down."""

    seat = serializers.IntegerField(read_only=True)
    card = serializers.CharField(read_only=True, allow_null=True)


class ClockOutput(serializers.Serializer[Clock]):
    """Whom the table awaits, and until when."""

    awaits = Choice(choices=OnlineTable.Awaits.choices, read_only=True)
    turn = serializers.IntegerField(read_only=True, allow_null=True, help_text="seat to act")
    since = serializers.DateTimeField(read_only=True, allow_null=True)
    due_at = serializers.DateTimeField(
        read_only=True,
        allow_null=True,
        help_text="when the person to act is warned and, once warned, stood in for; between "
        "rounds, when the next one is dealt",
    )
    is_warned = serializers.BooleanField(read_only=True)


class WhyOutput(serializers.Serializer[Why]):
    """Why a card cannot be played now."""

    key = Choice(
        choices=["not-now", "must-follow", "must-trump", "must-head", "only"], read_only=True
    )
    suit = serializers.CharField(
        read_only=True, help_text="letter of the suit to be played, empty for trumps of no suit"
    )
    cards = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="those that may be played"
    )


class FoundOutput(serializers.Serializer[Any]):
    """What a bot would do, and how it compares to the next best."""

    action = serializers.CharField(read_only=True)
    deals = serializers.IntegerField(
        read_only=True, help_text="deals it played on from; 0 where the rules allow nothing else"
    )
    second = serializers.CharField(read_only=True, help_text="the next best action, if any")
    ahead = serializers.FloatField(
        read_only=True,
        allow_null=True,
        help_text="by how many points it does better than that on average, null where more than "
        "points counts",
    )


class HintOutput(Output[Hint]):
    """A hint for the position that is shown."""

    found = FoundOutput(read_only=True, allow_null=True, help_text="null while the bot thinks")

    class Meta:
        model = Hint
        fields = ["bot", "asked_at", "found"]
        read_only_fields = fields


class AskedOutput(Output[TableChallenge]):
    """A remote bot that was asked to sit down, and what it answered."""

    player = PlayerOutput(read_only=True)

    class Meta:
        model = TableChallenge
        fields = ["player", "status", "at"]
        read_only_fields = fields


class LookOutput(serializers.Serializer[Look]):
    """An online table as the asking account sees it."""

    table = OnlineTableOutput(read_only=True)
    version = serializers.IntegerField(read_only=True)
    seat = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="the asker's, null for an onlooker"
    )
    view = serializers.SerializerMethodField(
        help_text="all that the seat may know, as bots are given it; null before the first deal"
    )
    legal = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="the actions that are legal, empty unless the asker is to act",
    )
    whys = serializers.DictField(
        child=WhyOutput(), read_only=True, help_text="cards of the hand that cannot be played"
    )
    log = SaidOutput(many=True, read_only=True, help_text="the actions of the current round")
    last_trick = LaidOutput(many=True, read_only=True)
    clock = ClockOutput(read_only=True)
    commitment = serializers.CharField(
        read_only=True,
        allow_null=True,
        help_text="SHA-256 of the secret from which all deals follow, with `numbers`; null until "
        "all seats are taken",
    )
    numbers = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        read_only=True,
        help_text="what each seat has added to the deals, null for nothing; empty before the "
        "first deal",
    )
    secret = serializers.CharField(
        read_only=True, allow_null=True, help_text="told once the match is final"
    )
    hint = HintOutput(
        read_only=True, allow_null=True, help_text="at a practice table, once you asked for one"
    )

    challenges = AskedOutput(
        many=True, read_only=True, help_text="remote bots asked to sit down, while it waits"
    )
    invitation = serializers.CharField(
        read_only=True,
        allow_null=True,
        help_text="secret with which others sit down; for whoever opened the table, while it waits",
    )

    @extend_schema_field({"type": ["object", "null"], "additionalProperties": {}})
    def get_view(self, look: Look) -> Any:
        return look.view
