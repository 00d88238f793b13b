"""Rows of other resources, named."""

from rest_framework import serializers

from league.models import Season


class SeasonRef(serializers.ModelSerializer[Season]):
    """A season, named."""

    class Meta:
        model = Season
        fields = ["code", "name", "game"]
        read_only_fields = fields
