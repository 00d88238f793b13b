"""What draws of an event avoid, and how much."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from league.api.fields import WholeNumber
from league.logic.draws.model import MOST_WEIGHT
from league.models import Event
from league.services.draws.draw_settings import weights_of


class WeightsOutput(serializers.Serializer[Any]):
    """What each thing costs that draws by standings avoid; 0 is ignored."""

    gap = serializers.IntegerField(help_text="two whose scores are a standard deviation apart")
    side_gap = serializers.IntegerField(help_text="sides whose sums are a standard deviation apart")
    repeat = serializers.IntegerField(help_text="two who have met, for each time")
    recent = serializers.IntegerField(
        help_text="besides, divided by how many sessions ago they have met"
    )
    partner = serializers.IntegerField(help_text="besides, for each time they were partners")
    group = serializers.IntegerField(help_text="two of one club or team")
    seat = serializers.IntegerField(help_text="for each time a player had the seat")
    dealer = serializers.IntegerField(help_text="besides, for each time a player dealt first")


class WeightsInput(serializers.Serializer[Any]):
    """What draws by standings shall avoid, and how much; what is left out is as usual."""

    gap = WholeNumber(min_value=0, max_value=MOST_WEIGHT, required=False)
    side_gap = WholeNumber(min_value=0, max_value=MOST_WEIGHT, required=False)
    repeat = WholeNumber(min_value=0, max_value=MOST_WEIGHT, required=False)
    recent = WholeNumber(min_value=0, max_value=MOST_WEIGHT, required=False)
    partner = WholeNumber(min_value=0, max_value=MOST_WEIGHT, required=False)
    group = WholeNumber(min_value=0, max_value=MOST_WEIGHT, required=False)
    seat = WholeNumber(min_value=0, max_value=MOST_WEIGHT, required=False)
    dealer = WholeNumber(min_value=0, max_value=MOST_WEIGHT, required=False)


def shown(event: Event) -> dict[str, int]:
    """Return all weights of an event, also those that are as usual."""
    return asdict(weights_of(event))
