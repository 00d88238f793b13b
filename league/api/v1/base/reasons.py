"""Reasons: why something is done that others will ask about."""

from typing import Any

from rest_framework import serializers

LONGEST = 1000


class ReasonInput(serializers.Serializer[Any]):
    """Why something is done; everybody can read it."""

    reason = serializers.CharField(max_length=LONGEST)
