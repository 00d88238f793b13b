"""What the site knows of the asking account and the person who plays from it."""

import json
from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.schema import RIGHTS
from league.api.v1.base.resources import READ, Resource
from league.models import Player
from league.services.privacy import personal_data

JSON = OpenApiResponse(OpenApiTypes.OBJECT, description="One member for each kind of thing.")


class PersonalDataViews(Resource):
    """One document of the format `stammtisch-person/1`."""

    queryset = Player.objects.none()
    scopes = {"retrieve": READ}

    @extend_schema(operation_id="personal_data_retrieve", responses={200: JSON, **RIGHTS})
    def retrieve(self, request: Request, **named: Any) -> Response:
        """Download all data that the site has about your account."""
        account = self.actor
        player = Player.objects.filter(account=account).first()
        lines = personal_data.lines(player=player, account=account, now=timezone.now())
        headers = {"Cache-Control": "no-store"}
        return Response(json.loads("".join(lines)), headers=headers)
