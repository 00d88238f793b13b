"""The log of an event, for its organisers."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.schema import ABSENT, RIGHTS
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import Resource
from league.models import AuditEntry, Role
from league.services.base import rights


class EntryOutput(Output[AuditEntry]):
    """An entry: who did what, and when. Records are left out; matches have them once final."""

    by = PlayerOutput(source="account.player", read_only=True, allow_null=True)
    data = serializers.SerializerMethodField()  # type: ignore[assignment]

    class Meta:
        model = AuditEntry
        fields = ["at", "by", "action", "subject", "data"]
        read_only_fields = fields

    def get_data(self, entry: AuditEntry) -> dict[str, Any]:
        return {name: value for name, value in entry.data.items() if name != "record"}


class EventLog(Resource):
    """What was done to an event."""

    @extend_schema(
        operation_id="events_log_list",
        responses={200: EntryOutput(many=True), **RIGHTS, **ABSENT},
    )
    @action(
        detail=True,
        serializer_class=EntryOutput,
        pagination_class=LogPages,
        filterset_class=None,
    )
    def log(self, request: Request, code: str) -> Response:
        """List the log of an event for its organisers, the newest action first."""
        event = self.get_object()
        club = event.season.club
        rights.require_role(club=club, account=self.actor, role=Role.ORGANISER)
        page = self.paginate_queryset(event.log.select_related("account__player"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
