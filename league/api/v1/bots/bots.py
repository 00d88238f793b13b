"""Bots of authors: for everybody what may play, for their author all there is."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import CharFilter, Filter, FilterBackend
from league.api.pagination import LogPages
from league.api.v1.base.resources import Resource
from league.models import Bot, Version
from league.services.base import rights

from .versions import BotRef, VersionOutput, VersionRef, with_what_is_shown

SHOWN = 5


class BotOutput(BotRef):
    """A bot and its newest accepted versions."""

    owner = serializers.SerializerMethodField(help_text="name of its author")
    accepted = VersionRef(
        source="accepted_versions",
        many=True,
        read_only=True,
        help_text=f"the newest {SHOWN} versions that may play",
    )

    class Meta:
        model = Bot
        fields = ["code", "name", "owner", "accepted", "created_at"]
        read_only_fields = fields

    def get_owner(self, bot: Bot) -> str:
        return bot.owner.author_name


class BotFilter(Filter):
    """Which bots to list."""

    name = CharFilter(field_name="name", lookup_expr="icontains", label="part of the name")
    owner = CharFilter(field_name="owner__username", label="user name of the author")


class BotViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Strategies by authors. Your first upload creates the bot that its manifest names."""

    serializer_class = BotOutput
    filter_backends = [FilterBackend]
    filterset_class = BotFilter

    def get_queryset(self) -> QuerySet[Any]:
        return with_accepted(rights.readable_bots(self.asker)).order_by("-id")

    @extend_schema(operation_id="bots_versions_list", responses=VersionOutput(many=True))
    @action(
        detail=True,
        serializer_class=VersionOutput,
        pagination_class=LogPages,
        filterset_class=None,
    )
    def versions(self, request: Request, code: str) -> Response:
        """List the versions of a bot that can play, the newest first; its author sees all."""
        versions = rights.readable_versions(self.asker).filter(bot=self.get_object())
        page = self.paginate_queryset(with_what_is_shown(versions))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


def with_accepted(bots: QuerySet[Bot]) -> QuerySet[Bot]:
    """Load authors and the newest accepted versions; one query more."""
    accepted = Version.objects.filter(status=Version.Status.ACCEPTED).select_related("player")
    newest = Prefetch("versions", accepted.order_by("-number")[:SHOWN], "accepted_versions")
    return bots.select_related("owner__player").prefetch_related(newest)
