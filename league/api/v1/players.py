"""Players: who takes seats."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from rest_framework import mixins, serializers

from league.api import visibility
from league.models import Player

from .base import Resource


class PlayerOutput(serializers.ModelSerializer[Player]):
    """A player: a person or a bot."""

    class Meta:
        model = Player
        fields = ["code", "name", "kind"]
        read_only_fields = fields


class PlayerFilter(django_filters.FilterSet):
    """Which players to list."""

    name = django_filters.CharFilter(
        field_name="name", lookup_expr="icontains", label="part of the name"
    )
    kind = django_filters.ChoiceFilter(choices=Player.Kind.choices)

    class Meta:
        model = Player
        fields: list[str] = []


class PlayerViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """People and bots. Clubs make members of them, draws seat them."""

    serializer_class = PlayerOutput
    filter_backends = [django_filters.rest_framework.DjangoFilterBackend]
    filterset_class = PlayerFilter

    def get_queryset(self) -> QuerySet[Any]:
        return visibility.players(self.asker).order_by("name", "id")
