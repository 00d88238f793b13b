"""Settings of the REST framework and of the OpenAPI document."""

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_SCHEMA_CLASS": "league.api.schema.ResourceSchema",
    # The first one names the scheme that a 401 asks for.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["league.api.permissions.ScopePerAction"],
    "DEFAULT_PAGINATION_CLASS": "league.api.pagination.NumberedPages",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.api.parsers.BoundedJSONParser"],
    "EXCEPTION_HANDLER": "league.api.errors.to_problem",
    "DEFAULT_THROTTLE_CLASSES": [
        # The first one counts requests with made-up tokens as well.
        "league.api.throttles.AddressRate",
        "league.api.throttles.AccountRate",
    ],
    "DEFAULT_METADATA_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "rest_framework.renderers.MultiPartRenderer",
    ],
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Stammtisch",
    "DESCRIPTION": (
        "Leagues of clubs that play trick-taking card games: clubs, seasons, events, sessions, "
        "matches and their results, standings, bots of authors, and the jobs behind them. "
        "Every answer that is not a success is a problem of RFC 9457 with a stable `code`."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENFORCE_NON_BLANK_FIELDS": True,
    # The body of a PATCH has a serializer of its own, which says itself what may be absent.
    "COMPONENT_SPLIT_PATCH": False,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.api.schema.add_problems",
        "league.api.examples.add_examples",
    ],
    "WEBHOOKS": [
        "league.api.v1.webhooks.messages.DRAW_PUBLISHED",
        "league.api.v1.webhooks.messages.RESULT_FINAL",
        "league.api.v1.webhooks.messages.STANDINGS_CHANGED",
        "league.api.v1.webhooks.messages.VERSION_CHECKED",
        "league.api.v1.webhooks.messages.PINGED",
    ],
    "ENUM_NAME_OVERRIDES": {
        "ClubKind": "league.models.Club.Kind",
        "SeasonStatus": "league.models.Season.Status",
        "SeasonKind": "league.models.Season.Kind",
        "DuplicateStatus": "league.models.Duplicate.Status",
        "SessionStatus": "league.models.Session.Status",
        "RegistrationStatus": "league.models.Registration.Status",
        "EventDraw": "league.models.Event.Draw",
        "EventFill": "league.models.Event.Fill",
        "MatchStatus": "league.models.Match.Status",
        "ExperimentKind": "league.models.Experiment.Kind",
        "JobStatus": "league.models.Job.Status",
        "JobKind": "league.models.Job.Kind",
        "RecordStatus": "league.models.Record.Status",
        "ResultSource": "league.models.Result.Source",
        "SheetsSource": [("sheets", "sheets")],
        "ScoresSource": [("scores", "scores")],
        "UploadSource": [("record", "record")],
        "ListSource": [("list", "list")],
        "DisputeStatus": "league.models.Dispute.Status",
        "PenaltyStatus": "league.models.Penalty.Status",
        "HandicapStatus": "league.models.Handicap.Status",
        "PlayerKind": "league.models.Player.Kind",
        "TableStatus": "league.models.OnlineTable.Status",
        "ChallengeStatus": "league.models.TableChallenge.Status",
        "TableAwaits": "league.models.OnlineTable.Awaits",
        "Role": "league.models.Role",
        "PointsRule": "league.models.Season.PointsRule",
        "Scope": "league.models.ApiToken.Scope",
        "ScopeOfPeople": "league.models.people.SCOPES_OF_PEOPLE",
        "VersionStatus": "league.models.Version.Status",
        "DeliveryStatus": "league.models.Delivery.Status",
        "WebhookEvent": "league.models.Webhook.Event",
        "ExperimentStatus": "league.models.Experiment.Status",
    },
}
