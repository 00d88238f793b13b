"""Players: who takes seats."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import mixins, serializers

from league.api.filters import CharFilter, ChoiceFilter, Filter, FilterBackend
from league.models import Player
from league.services import rights

from .base import Resource


class PlayerOutput(serializers.ModelSerializer[Player]):
    """A player: a person or a bot."""

    class Meta:
        model = Player
        fields = ["code", "name", "kind"]
        read_only_fields = fields


class PlayerFilter(Filter):
    """Which players to list."""

    name = CharFilter(field_name="name", lookup_expr="icontains", label="part of the name")
    kind = ChoiceFilter(choices=Player.Kind.choices)


class PlayerViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """People and bots. Clubs make members of them, draws seat them."""

    serializer_class = PlayerOutput
    filter_backends = [FilterBackend]
    filterset_class = PlayerFilter

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_players(self.asker).order_by("name", "id")
