"""Invitations by which guests open accounts; whoever has the link uses it on its page."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.schema import ABSENT, CONFLICT, RIGHTS
from league.api.v1.base.resources import Resource
from league.services.clubs import invitations


class InvitationOutput(serializers.Serializer[Any]):
    """A new invitation; the only answer that ever shows its link."""

    link = serializers.URLField(read_only=True, help_text="only shown in this answer")
    expires_at = serializers.DateTimeField(read_only=True)


class InvitationActions(Resource):
    """Inviting a guest to open an account that takes over their history.

    No Idempotency-Key here, it is refused: a stored answer would hold the link.
    """

    @extend_schema(
        operation_id="players_invite",
        request=None,
        responses={201: InvitationOutput, **RIGHTS, **ABSENT, **CONFLICT},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="invitation",
        serializer_class=InvitationOutput,
        filterset_class=None,
    )
    def invite(self, request: Request, code: str) -> Response:
        """Invite a guest by a link, in place of the one before. Only this answer shows it.

        The link works once, within 14 days. Organisers of all clubs of the guest may do this.
        """
        made, secret = invitations.invite(
            player=self.get_object(), by=self.actor, now=timezone.now()
        )
        link = request.build_absolute_uri(f"{reverse('web:invitation')}#{secret}")
        answer = Response(
            InvitationOutput({"link": link, "expires_at": made.expires_at}).data, status=201
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @extend_schema(
        operation_id="players_take_invitation_back",
        request=None,
        responses={204: None, **RIGHTS, **ABSENT, **CONFLICT},
    )
    @invite.mapping.delete
    def take_invitation_back(self, request: Request, code: str) -> Response:
        """Take the open invitation of a guest back. Its link stops working."""
        invitations.take_back(player=self.get_object(), by=self.actor, now=timezone.now())
        return Response(status=204)
