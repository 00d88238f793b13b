"""Settings of the REST framework and of the OpenAPI document."""

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Stammtisch",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
}
