"""Notices: what the site tells the asking account."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Said
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.base.resources import BOTS, READ, Resource
from league.models import Notice
from league.services.accounts import notices
from league.services.base import rights


class NoticeOutput(Output[Notice]):
    """A message of the site."""

    version = serializers.CharField(
        source="version.code",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="code of the version of a bot it is about",
    )

    text = Said()

    class Meta:
        model = Notice
        fields = ["code", "version", "text", "created_at", "read_at"]
        read_only_fields = fields


class NoticeViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Your messages from the site, the newest first."""

    serializer_class = NoticeOutput
    pagination_class = LogPages
    scopes = {"list": READ, "retrieve": READ, "mark_read": BOTS}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_notices(self.asker).select_related("version")

    @extend_schema(
        operation_id="notices_read",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: NoticeOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="read")
    @idempotent
    def mark_read(self, request: Request, code: str) -> Response:
        """Mark a notice as read."""
        notice = notices.mark_read(notice=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(notice)
