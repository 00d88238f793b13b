"""What remote bots look like, and what one is told of itself."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fields import Choice, Flag, WholeNumber
from league.api.outputs import Output
from league.api.v1.seasons.ratings import PlayerOutput
from league.models import OnlineTable, RemoteBot, TableChallenge
from league.services.accounts import people
from league.services.play import remote_bots, remote_seats
from league.services.play.remote_turns import Own

GAMES = "slugs of the games it plays; none for all there are"


class RemoteBotOutput(Output[RemoteBot]):
    """A bot that runs on its author's machine."""

    code = serializers.CharField(source="player.code", read_only=True, help_text="of its player")
    owner = serializers.SerializerMethodField(help_text="name of its author")
    games = serializers.ListField(child=serializers.CharField(), read_only=True, help_text=GAMES)
    is_connected = serializers.SerializerMethodField(help_text="whether it listens to its events")

    class Meta:
        model = RemoteBot
        fields = [
            "code",
            "name",
            "owner",
            "games",
            "most_tables",
            "is_open",
            "is_connected",
            "seen_at",
            "created_at",
            "retired_at",
        ]
        read_only_fields = fields

    def get_owner(self, bot: RemoteBot) -> str:
        return bot.owner.author_name

    def get_is_connected(self, bot: RemoteBot) -> bool:
        return remote_seats.is_connected(bot, now=timezone.now())


class ChallengeOutput(serializers.Serializer[TableChallenge]):
    """A table at which a bot is asked to sit down."""

    table = serializers.CharField(source="table.code", read_only=True, help_text="code")
    event = serializers.CharField(source="table.event.code", read_only=True, help_text="code")
    game = serializers.CharField(source="table.rules.game", read_only=True, help_text="slug")
    size = serializers.IntegerField(
        source="table.size", read_only=True, help_text="how many seats there are"
    )
    move_s = serializers.IntegerField(
        source="table.move_s",
        read_only=True,
        help_text="seconds after which whoever is to act is warned",
    )
    by = PlayerOutput(read_only=True, help_text="who asks")
    at = serializers.DateTimeField(read_only=True)


class OwnTableOutput(serializers.Serializer[Own]):
    """A table of a bot that is not over."""

    code = serializers.CharField(source="table.code", read_only=True)
    event = serializers.CharField(
        source="table.event.code",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="code; null at a table of a ladder",
    )
    ladder = serializers.CharField(
        source="table.ladder.code",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="code of the ladder on which it was seated here",
    )
    game = serializers.CharField(source="table.rules.game", read_only=True, help_text="slug")
    status = Choice(source="table.status", choices=OnlineTable.Status.choices, read_only=True)
    version = serializers.IntegerField(source="table.version", read_only=True)
    seat = serializers.IntegerField(read_only=True)
    is_your_turn = serializers.BooleanField(read_only=True)
    is_stood_in = serializers.BooleanField(
        read_only=True, help_text="the default bot plays until you act or come back"
    )


class MeOutput(RemoteBotOutput):
    """What a remote bot is, who asks it, and where it sits."""

    challenges = ChallengeOutput(many=True, read_only=True, help_text="not answered yet")
    tables = OwnTableOutput(many=True, read_only=True, help_text="that are not over")

    class Meta(RemoteBotOutput.Meta):
        fields = [*RemoteBotOutput.Meta.fields, "challenges", "tables"]
        read_only_fields = fields


class TurnClockOutput(serializers.Serializer[Any]):
    """How many milliseconds are left, until a warning or, after it, until the default bot plays."""

    bank_ms = serializers.IntegerField(read_only=True)
    move_ms = serializers.IntegerField(read_only=True)


class TurnOutput(serializers.Serializer[Any]):
    """A request for an action, as bots on a server get it, and where it is asked."""

    type = Choice(choices=["act"], read_only=True)
    seq = serializers.IntegerField(read_only=True, help_text="length of the table's log")
    seed = serializers.IntegerField(
        read_only=True, help_text="all that you leave to chance can come from this number"
    )
    clock = TurnClockOutput(read_only=True)
    view = serializers.SerializerMethodField(help_text="all that your seat may know")
    table = serializers.CharField(read_only=True, help_text="code")
    version = serializers.IntegerField(read_only=True, help_text="for `expected_version` of an act")

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_view(self, asked: Any) -> Any:
        return asked["view"]


class RemoteBotChange(serializers.Serializer[Any]):
    """Changes of a remote bot. Fields you leave out stay unchanged."""

    games = serializers.ListField(
        child=serializers.CharField(max_length=60), max_length=100, required=False, help_text=GAMES
    )
    most_tables = WholeNumber(
        min_value=1,
        max_value=RemoteBot.MOST_TABLES,
        required=False,
        help_text="at so many tables it sits at once",
    )
    is_open = Flag(required=False, help_text="players may ask it to sit down")


class RemoteBotInput(serializers.Serializer[Any]):
    """A remote bot to be made."""

    name = serializers.CharField(
        max_length=remote_bots.LONGEST_NAME, help_text="its own among all bots of the site"
    )
    games = serializers.ListField(
        child=serializers.CharField(max_length=60), max_length=100, required=False, help_text=GAMES
    )


class BotTokenInput(serializers.Serializer[Any]):
    """A token of a remote bot to be made."""

    name = serializers.CharField(max_length=people.LONGEST_NAME, help_text="what it is for")
    days = WholeNumber(
        min_value=1,
        max_value=people.LONGEST_TOKEN_DAYS,
        required=False,
        help_text="until it expires: 366 if not said, or as long as the token that makes it lasts",
    )
