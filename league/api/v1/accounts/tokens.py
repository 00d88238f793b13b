"""The asking account's own tokens."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, WholeNumber
from league.api.outputs import Output
from league.api.schema import ABSENT, INVALID, RIGHTS
from league.api.v1.base.resources import READ, Resource
from league.models import ApiToken
from league.models.people import SCOPES_OF_PEOPLE
from league.services.accounts import people
from league.services.base import rights

DAYS = 90


class TokenOutput(Output[ApiToken]):
    """A token, without its text."""

    scopes = serializers.ListField(child=Choice(choices=ApiToken.Scope.choices), read_only=True)

    class Meta:
        model = ApiToken
        fields = ["code", "name", "scopes", "created_at", "expires_at", "revoked_at"]
        read_only_fields = fields


class IssuedTokenOutput(TokenOutput):
    """A new token; the only answer that ever shows its text."""

    token = serializers.CharField(read_only=True, help_text="only shown in this answer")

    class Meta(TokenOutput.Meta):
        fields = [*TokenOutput.Meta.fields, "token"]
        read_only_fields = fields


class TokenInput(serializers.Serializer[Any]):
    """A token to be made."""

    name = serializers.CharField(max_length=80, help_text="what it is for")
    scopes = serializers.ListField(
        child=Choice(choices=SCOPES_OF_PEOPLE),
        min_length=1,
        max_length=len(SCOPES_OF_PEOPLE),
    )
    days = WholeNumber(
        min_value=1,
        max_value=people.LONGEST_TOKEN_DAYS,
        required=False,
        help_text="until it expires: 90 if not said, or as long as the token that makes it lasts",
    )


class TokenViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Keys for programs. A token can make and revoke only tokens that may do no more than it.

    No Idempotency-Key here, it is refused: a stored answer would hold the token's text.
    """

    serializer_class = TokenOutput
    scopes = {"list": READ, "retrieve": READ, "create": READ, "destroy": READ}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_tokens(self.asker).order_by("-id")

    @extend_schema(request=TokenInput, responses={201: IssuedTokenOutput, **RIGHTS, **INVALID})
    def create(self, request: Request) -> Response:
        """Create a token. Only this answer shows its text."""
        wanted, now = self.read(TokenInput), timezone.now()
        self._check_reach(wanted["scopes"])
        wanted["days"] = days_of(request.auth, wanted.get("days"), usual=DAYS, now=now)
        token, plain = people.issue_token(account=self.actor, now=now, **wanted)
        response = self.answer(token, 201)
        response.data["token"] = plain
        response.headers["Cache-Control"] = "no-store"
        return response

    @extend_schema(responses={204: None, **RIGHTS, **ABSENT})
    def destroy(self, request: Request, code: str) -> Response:
        """Revoke a token; it stays in the list."""
        token = self.get_object()
        self._check_reach(token.scopes)
        people.revoke_token(token=token, by=self.actor, now=timezone.now())
        return Response(status=204)

    def _check_reach(self, scopes: list[str]) -> None:
        """Refuse a token that would act on one with scopes it does not have itself."""
        own = self.request.auth
        if isinstance(own, ApiToken) and not set(scopes) <= set(own.scopes):
            raise PermissionDenied(_("This token cannot change a token that has more rights."))


def days_of(own: object, days: int | None, *, usual: int, now: datetime) -> int:
    """Return for how many days to make a token; refuse one that would outlive its maker `own`."""
    if not isinstance(own, ApiToken):
        return days or usual
    longest = (own.expires_at - now).days
    if (days or 1) > longest:
        raise PermissionDenied(
            _("This token cannot create a token that is valid for longer than itself.")
        )
    return days or min(usual, longest)
