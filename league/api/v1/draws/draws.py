"""Draws as they are asked for and shown: who sits where, what it costs, what a change would."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from league.api.fields import Choice, Moment
from league.api.outputs import Output
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import VisibleField
from league.logic.draws.explain import PARTS
from league.logic.draws.reasons import WHYS
from league.models import Match, Player, Seat, Session
from league.services.base import rights
from league.services.draws import draws
from league.services.draws.brackets import Seeding, Wanted
from league.services.draws.seating import MovePlayer, SwapPlayers, Wish

from .weights import WeightsOutput

MOST_SEATS = 10
WHYS_HELP: Final = (
    "`bracket` and `movement`: planned in advance; `joined`: those who must share a table go "
    "together; `only`: nobody else could; `fewest`: all others have had it more often; `last`: "
    "the lowest in the standings of those who have had it least often; `lot`: by the best tables "
    "or by lot among equals; `tables`: of those who have had it least often, the best tables "
    "decided; `forced`: a pair rule or a change by hand decided; `early`: somebody else has had "
    "it less often"
)


class DrawnSeatOutput(Output[Seat]):
    """Who sits on a seat."""

    player = PlayerOutput(read_only=True)

    class Meta:
        model = Seat
        fields = ["number", "player"]
        read_only_fields = fields


class TableOutput(Output[Match]):
    """A table of a draw, and its match."""

    match = serializers.CharField(source="code", read_only=True, help_text="code of the match")
    seats = DrawnSeatOutput(many=True, read_only=True)

    class Meta:
        model = Match
        fields = ["match", "table_number", "seats"]
        read_only_fields = fields


class CauseOutput(serializers.Serializer[Any]):
    """Players, and what they add to the cost."""

    players = serializers.ListField(child=serializers.CharField(), help_text="codes of players")
    cost = serializers.IntegerField(help_text="negative for what a change takes away")
    times = serializers.IntegerField(
        required=False, help_text="how often they met before, or were partners; else 0"
    )


class PartOutput(serializers.Serializer[Any]):
    """One reason why a table or a change costs something."""

    name = Choice(choices=PARTS)
    cost = serializers.IntegerField()
    causes = CauseOutput(
        many=True,
        required=False,
        help_text="of a table those that cost most, of a change all: they add up to `cost`",
    )


class BreachOutput(serializers.Serializer[Any]):
    """A rule that the draw breaks."""

    code = serializers.CharField(help_text="such as `apart` or `fixed_table`")
    players = serializers.ListField(child=serializers.CharField(), help_text="codes of players")
    table = serializers.IntegerField(allow_null=True)


class CostOutput(serializers.Serializer[Any]):
    """What a table costs."""

    table = serializers.IntegerField()
    total = serializers.IntegerField()
    parts = PartOutput(many=True)
    breaches = BreachOutput(many=True)


class ReasonOutput(serializers.Serializer[Any]):
    """Why a player has a bye, or sits at a table of another than the usual size."""

    players = serializers.ListField(child=serializers.CharField(), help_text="code of the player")
    table = serializers.IntegerField(allow_null=True, help_text="null for a bye")
    why = Choice(choices=WHYS, help_text=WHYS_HELP)


class ExplanationOutput(serializers.Serializer[Any]):
    """What a draw costs, table by table: less is better."""

    total = serializers.IntegerField()
    tables = CostOutput(many=True)
    breaches = BreachOutput(many=True, help_text="those that concern no table or several")
    reasons = ReasonOutput(
        many=True, required=False, help_text="why players have a bye or sit at an odd table"
    )
    open = serializers.ListField(
        child=serializers.CharField(),
        help_text="codes of earlier matches that had no result when this was drawn",
    )
    weights = WeightsOutput(required=False, help_text="it was drawn with")
    checked_in_only = serializers.BooleanField(
        required=False, help_text="whether only players who were checked in were seated"
    )
    late = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="of a knock-out: codes of players who came after the first draw, and have no "
        "place in the bracket",
    )


class PriceOutput(serializers.Serializer[Any]):
    """What a change of a draft costs."""

    severity = Choice(choices=["breach", "costs", "free"])
    total = serializers.IntegerField(help_text="more, or less if negative")
    parts = PartOutput(many=True)
    breaches = BreachOutput(many=True, help_text="rules the change breaks")
    mended = BreachOutput(many=True, help_text="rules it mends")


class DrawOutput(serializers.Serializer[Any]):
    """A draw: who sits where, and why."""

    tables = TableOutput(many=True, read_only=True)
    byes = PlayerOutput(many=True, read_only=True)
    seed = serializers.CharField(allow_null=True, read_only=True)
    explanation = ExplanationOutput(
        allow_null=True, read_only=True, help_text="null for a draw made by hand"
    )


class MakeInput(serializers.Serializer[Any]):
    """How to draw."""

    checked_in_only = serializers.BooleanField(
        default=False, help_text="seat only players who are checked in"
    )
    seed = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**62 - 1,
        help_text="other lots than the event's own",
    )
    seeding = Choice(
        choices=Seeding.choices,
        default=Seeding.RATING,
        help_text="of a knock-out, with its first draw: what makes the better seed",
    )
    third_place = serializers.BooleanField(
        default=False,
        help_text="of a knock-out, with its first draw: play for the third place, too",
    )


class ScheduleInput(serializers.Serializer[Any]):
    """When the draft is to be published."""

    publish_at = Moment(allow_null=True, help_text="null: not by itself")


class WishInput(serializers.Serializer[Any]):
    """A change of a draft: either `swap` two players, or `move` one to a table or to a bye."""

    swap = serializers.ListField(
        child=serializers.CharField(max_length=10),
        min_length=2,
        max_length=2,
        required=False,
        help_text="codes of the two players",
    )
    move = serializers.CharField(max_length=10, required=False, help_text="code of the player")
    table = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="its number, null for a bye"
    )
    seat = serializers.IntegerField(
        min_value=0, max_value=MOST_SEATS - 1, required=False, help_text="the last one if missing"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse both, or neither, of the two kinds of change."""
        if ("swap" in attrs) == ("move" in attrs):
            raise ValidationError({"swap": [_("Give either two players to swap or one to move.")]})
        if "move" in attrs and "table" not in attrs:
            raise ValidationError({"table": [_("Say to which table, or null for a bye.")]})
        return attrs


class DrawInput(serializers.Serializer[Any]):
    """The seats of a draw."""

    tables = serializers.ListField(
        child=serializers.ListField(
            child=serializers.CharField(max_length=10), max_length=MOST_SEATS
        ),
        max_length=draws.MOST_TABLES,
        help_text="for each table the codes of its players, in the order of the seats",
    )


class LateInput(serializers.Serializer[Any]):
    """Who came late."""

    player = VisibleField(rights.readable_players, help_text="code of a player with a place")


class LateSeatInput(LateInput):
    """Where somebody who came late is to sit."""

    match = serializers.CharField(max_length=10, help_text="code of a match of the session")


class OfferOutput(serializers.Serializer[Any]):
    """A table at which a latecomer can sit."""

    match = serializers.CharField(source="match.code", help_text="code of the match")
    table_number = serializers.IntegerField(source="match.table_number")
    players = PlayerOutput(many=True, help_text="who sits there then, in the order of the seats")
    price = PriceOutput(help_text="what the draw then costs more")


def match_of(session: Session, code: str) -> Match:
    """Return the match of a session with this code; raises ValidationError."""
    match = session.matches.select_related("session__event__season__club").filter(code=code).first()
    if match is None:
        raise ValidationError({"match": [_("This session has no match with this code.")]})
    return match


def made_by(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `drawing.draw` takes of a valid `MakeInput`."""
    own = {name: given[name] for name in ("checked_in_only", "seed") if name in given}
    return own | {"wanted": Wanted(Seeding(given["seeding"]), given["third_place"])}


def wish_of(given: Mapping[str, Any]) -> Wish:
    """Return the change that a valid `WishInput` asks for; raises ValidationError."""
    codes = given["swap"] if "swap" in given else [given["move"]]
    path = "swap" if "swap" in given else "move"
    players = {player.code: player for player in Player.objects.filter(code__in=codes)}
    if unknown := [code for code in codes if code not in players]:
        said = _("There is no player with the code %(code)s.") % {"code": unknown[0]}
        raise ValidationError({path: [said]})
    if path == "swap":
        return SwapPlayers(players[codes[0]], players[codes[1]])
    return MovePlayer(players[codes[0]], given["table"], given.get("seat"))


def players_of(tables: Sequence[Sequence[str]]) -> list[list[Player]]:
    """Return the players of the codes at each table; raises ValidationError naming the seats."""
    codes = {code for table in tables for code in table}
    players = {player.code: player for player in Player.objects.filter(code__in=codes)}
    unknown = {
        f"tables.{table_number}.{seat_number}": [_("There is no player with this code.")]
        for table_number, table in enumerate(tables)
        for seat_number, code in enumerate(table)
        if code not in players
    }
    if unknown:
        raise ValidationError(unknown)
    return [[players[code] for code in table] for table in tables]
