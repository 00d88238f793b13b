"""What all resources share: who asks, how a command answers, how a code names a row."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from league.api.authentication import actor, asker
from league.api.idempotency import location_of
from league.api.known import check_members, check_request
from league.api.permissions import Scopes
from league.models import Account, ApiToken
from league.services.base import refusals

CODE = "[2-9a-z]{10}"
READ, RESULTS = ApiToken.Scope.READ, ApiToken.Scope.RESULTS
ORGANISE, BOTS = ApiToken.Scope.ORGANISE, ApiToken.Scope.BOTS
PLAY, BOT = ApiToken.Scope.PLAY, ApiToken.Scope.BOT


class Resource(GenericViewSet[Any]):
    """A resource; its `serializer_class` shows one row, input has serializers of its own.

    `scopes` names the scope of the token that each changing action needs, None for no token, and
    several where the row decides which.
    """

    lookup_field = "code"
    lookup_value_regex = CODE
    scopes: ClassVar[Mapping[str, Scopes]] = {}
    conflict_serializers: ClassVar[Mapping[type[Model], type[serializers.Serializer[Any]]]] = {}
    """How to show rows of other resources that a command here may conflict with."""

    @property
    def asker(self) -> Account | None:
        """The account whose rights count, None for anybody."""
        return asker(self.request)

    @property
    def actor(self) -> Account:
        """The account that does what is asked; raises NotAuthenticated for anybody."""
        return actor(self.request)

    def perform_authentication(self, request: Request) -> None:
        """Count a request before anything refuses it, then see who asks."""
        for throttle in self.get_throttles():
            if not throttle.allow_request(request, self):
                self.throttled(request, throttle.wait() or 0)
        super().perform_authentication(request)

    def check_throttles(self, request: Request) -> None:
        """Do nothing: it has been counted."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse who may not ask, then what the operation does not take."""
        super().initial(request, *args, **kwargs)
        if self.action is not None:
            check_request(self, request)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Refuse the method and name those there are; not found where GET finds nothing."""
        if "get" in self.action_map and self.kwargs:
            self._require_there(request, *args, **kwargs)
        answer: Response = super().options(request, *args, **kwargs)
        return answer

    def _require_there(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise what GET says where there is nothing at this address."""
        own, self.action = self.action, self.action_map["get"]
        try:
            getattr(self, self.action)(request, *args, **kwargs)
        except (Http404, NotFound, refusals.NotFound):
            raise
        except (APIException, PermissionDenied, *refusals.ANY):
            pass  # what GET refuses for another reason is there
        finally:
            self.action = own

    def read(self, kind: type[serializers.Serializer[Any]]) -> Any:
        """Return the body as `kind` understands it; raises ValidationError naming the fields.

        A member that `kind` does not know is refused, unless the body is for others as well:
        then `kind` has `is_part`.
        """
        serializer = kind(data=self.request.data, context=self.get_serializer_context())
        if not getattr(kind, "is_part", False):
            check_members(serializer, self.request.data)
        serializer.is_valid(raise_exception=True)
        return serializer.validated_data

    def answer(self, row: object, http_status: int = status.HTTP_200_OK) -> Response:
        """Return the answer that shows `row`; a new row's address is its Location."""
        body = self.get_serializer(row).data
        location = location_of(self.request, http_status, body)
        headers = {"Location": location} if location else None
        return Response(body, status=http_status, headers=headers)

    def stored(self, row: Model) -> Response:
        """Return the answer that shows the row as it is stored now, with all that is shown."""
        return self.answer(self.get_queryset().get(pk=row.pk))

    def current_answer(self, row: Model | None) -> Response | None:
        """Return what is stored, for the answer to somebody whom `row` stands against."""
        kind = self.conflict_serializers.get(type(row)) if row else None
        if kind is not None:
            return Response(kind(row, context=self.get_serializer_context()).data)
        if self.lookup_field not in self.kwargs:
            return None
        try:
            found = self.get_object()
        except Http404:  # gone meanwhile
            return None
        own = type(self).serializer_class
        if self.serializer_class is None and not self._chooses_serializer():
            return None  # the address shows no row, but a file
        if own is None or own is self.serializer_class:
            return self.answer(found)
        # The address shows rows of another kind: members of the club that is found, say.
        return Response(own(found, context=self.get_serializer_context()).data)

    def _chooses_serializer(self) -> bool:
        return type(self).get_serializer_class is not GenericViewSet.get_serializer_class


class VisibleField(serializers.SlugRelatedField[Any]):
    """Names a row by its public code, among the rows the asking account may know of."""

    default_error_messages = {
        "does_not_exist": gettext_lazy(
            "We cannot find “{value}”. It may not exist, or you may not have access."
        )
    }

    def __init__(self, visible: Callable[[Account | None], QuerySet[Any]], **kwargs: Any) -> None:
        self.visible = visible
        kwargs.setdefault("slug_field", "code")
        super().__init__(queryset=visible(None), **kwargs)

    def get_queryset(self) -> QuerySet[Any]:
        request: Request = self.context["request"]
        return self.visible(asker(request))


class Nowhere(APIView):
    """Every other address of the API: a problem, not a page."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound(_("The API has no such URL."))
