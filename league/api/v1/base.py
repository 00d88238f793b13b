"""What all resources share: who asks, how a command answers, how a code names a row."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.db.models import Model, QuerySet
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from league.models import Account, ApiToken

from ..authentication import asker
from ..idempotency import location_of

CODE = "[2-9a-z]{10}"
READ, RESULTS, ORGANISE = ApiToken.Scope.READ, ApiToken.Scope.RESULTS, ApiToken.Scope.ORGANISE


class Resource(GenericViewSet[Any]):
    """A resource. `serializer_class` and `serializer_classes` (per action) describe answers.

    `scopes` names the scope of the token that each changing action needs, None for no token.
    """

    lookup_field = "code"
    lookup_value_regex = CODE
    scopes: ClassVar[Mapping[str, str | None]] = {}

    @property
    def asker(self) -> Account | None:
        """The account whose rights count, None for anybody."""
        return asker(self.request)

    def read(self, kind: type[serializers.Serializer[Any]]) -> Any:
        """Return the body as `kind` understands it; raises ValidationError naming the fields."""
        serializer = kind(data=self.request.data, context=self.get_serializer_context())
        serializer.is_valid(raise_exception=True)
        return serializer.validated_data

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "account": self.request.user}

    def answer(self, row: object, http_status: int = status.HTTP_200_OK) -> Response:
        """Return the answer that shows `row`; a new row's address is its Location."""
        body = self.get_serializer(row).data
        location = location_of(self.request, http_status, body)
        headers = {"Location": location} if location else None
        return Response(body, status=http_status, headers=headers)

    def stored(self, row: Model) -> Response:
        """Return the answer that shows the row as it is stored now, with all that is shown."""
        return self.answer(self.get_queryset().get(pk=row.pk))

    def current_answer(self) -> Response | None:
        """Return what is stored, for the answer to somebody who was not first; None for lists."""
        return self.answer(self.get_object()) if self.lookup_field in self.kwargs else None


class VisibleField(serializers.SlugRelatedField[Any]):
    """Names a row by its public code, among the rows the asking account may know of."""

    def __init__(self, visible: Callable[[Account | None], QuerySet[Any]], **kwargs: Any) -> None:
        self.visible = visible
        kwargs.setdefault("slug_field", "code")
        super().__init__(queryset=visible(None), **kwargs)

    def get_queryset(self) -> QuerySet[Any]:
        request: Request = self.context["request"]
        return self.visible(asker(request))
