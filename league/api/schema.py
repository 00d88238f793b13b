"""What the OpenAPI document says beside what follows from the serializers."""

from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema_serializer
from rest_framework import serializers

from league.services.base.answers import HEADER

from .errors import MEDIA_TYPE


@extend_schema_serializer(component_name="Problem")
class ProblemOutput(serializers.Serializer[Any]):
    """An answer that is not a success (RFC 9457)."""

    type = serializers.CharField(help_text="URN of the kind of problem")
    title = serializers.CharField(help_text="the kind of problem, in words")
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="the kind of problem, for programs")
    detail = serializers.CharField(allow_blank=True, help_text="this problem, and what to do")
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="path of a field, as in `rounds.0.sheet`, and what is wrong with it",
    )
    current = serializers.DictField(
        required=False, help_text="the current state, if somebody else changed it first"
    )
    request_id = serializers.CharField(
        required=False, help_text="what the server's log calls the request"
    )


Responses = dict[Any, Any]


def _problem(http_status: int, description: str) -> Responses:
    return {(http_status, MEDIA_TYPE): OpenApiResponse(ProblemOutput, description=description)}


INVALID: Final = _problem(422, "Some fields are not valid. Nothing is stored.")
CONFLICT: Final = _problem(409, "The current state does not allow this.")
STALE: Final = _problem(412, "`If-Match` names another version than the one stored.")
UNNAMED: Final = _problem(428, "`If-Match` is missing.")
TOO_OFTEN: Final = _problem(429, "Too many requests. `Retry-After` says how long to wait.")
RIGHTS: Final = {
    **_problem(401, "You are not logged in and sent no valid token."),
    **_problem(403, "The account, or its token, does not have the right to do this."),
}
ABSENT: Final = _problem(404, "It does not exist, or you do not have access.")
CREATE: Final = {**RIGHTS, **CONFLICT, **INVALID}
COMMAND: Final = {**CREATE, **ABSENT}

IDEMPOTENCY_KEY: Final = OpenApiParameter(
    name=HEADER,
    location=OpenApiParameter.HEADER,
    type={"type": "string", "minLength": 1, "maxLength": 100},
    description=(
        "Any text you choose. A request with the same key is carried out only once. If you send it "
        "again, you get the same answer, with `Idempotency-Replayed: true`."
    ),
)
IF_MATCH: Final = OpenApiParameter(
    name="If-Match",
    location=OpenApiParameter.HEADER,
    type=OpenApiTypes.STR,
    description="ETag of the result this request is about. Needed once there is a result.",
)
ETAG: Final = OpenApiParameter(
    name="ETag",
    location=OpenApiParameter.HEADER,
    type=OpenApiTypes.STR,
    response=[200],
    description="Version and status of the result, for `If-Match`.",
)


class ResourceSchema(AutoSchema):
    """The standard description; no login where no scope is named, and commands by their names."""

    def _is_list_view(self, serializer: Any = None) -> bool:
        """Judge by the answer of success; drf-spectacular takes the first key as a text."""
        found: Any = self.get_response_serializers() if serializer is None else serializer
        if isinstance(found, dict):
            found = {code: one for code, one in found.items() if str(code).startswith("2")}
        return bool(super()._is_list_view(found))

    def get_auth(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = super().get_auth()
        view: Any = self.view
        needs_scope = view.scopes.get(view.action) is not None
        return found if needs_scope else [*found, {}]

    def get_operation_id(self) -> str:
        name: str = super().get_operation_id()
        action = getattr(self.view, "action", "create")  # webhooks have none
        is_command = self.method == "POST" and action != "create"
        return name.removesuffix("_create") if is_command else name


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a program logs in."""

    target_class = "league.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token with scopes: `read`, `results`, `organise`, `play`, `bots`.",
        }


def add_problems(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Let every operation answer with a problem, whatever else is wrong with a request.

    No operation promises a 500, which is a bug: so a test that meets one fails.
    """
    schema = {"$ref": "#/components/schemas/Problem"}
    content = {MEDIA_TYPE: {"schema": schema}}
    for operations in result["paths"].values():
        for operation in operations.values():
            answers = operation["responses"]
            answers.setdefault("4XX", {"description": "Any other problem.", "content": content})
            answers["503"] = {
                "description": "The database is not responding. Send the request again.",
                "content": content,
            }
    return result
