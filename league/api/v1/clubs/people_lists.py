"""Lists of people, pasted or as files: what may be sent of one, and what it does in a club."""

import base64
import binascii
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, Flag
from league.api.idempotency import idempotent
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.base.resources import Resource
from league.logic.list_columns import Column
from league.logic.lists import MOST_COLUMNS
from league.models import Role
from league.services.clubs import people_lists, people_taken_back
from league.services.clubs.lists import MOST_LINES, Wishes

LONGEST_LIST = 900_000
COLUMNS = [column.value for column in Column]


class ListInput(serializers.Serializer[Any]):
    """A list, as text or as a file."""

    csv = serializers.CharField(
        max_length=LONGEST_LIST,
        trim_whitespace=False,
        required=False,
        help_text="cells separated by tabs, semicolons or commas; or else `file`",
    )
    file = serializers.CharField(
        max_length=LONGEST_LIST,
        required=False,
        help_text="a file, XLSX or CSV, in base64; or else `csv`",
    )
    columns = serializers.ListField(
        child=Choice(choices=COLUMNS, allow_blank=True),
        max_length=MOST_COLUMNS,
        required=False,
        help_text="what each column means, empty for one to be ignored; guessed if absent",
    )
    has_header = Flag(
        required=False, help_text="the first line has the names of columns; guessed if absent"
    )
    who = serializers.DictField(
        child=serializers.CharField(max_length=200),
        required=False,
        help_text="by number of a line: the code of the player it is, `new` or `skip`",
    )
    preview = Flag(default=False, help_text="say what would happen, and store nothing")

    def validate_who(self, who: dict[str, str]) -> dict[int, str]:
        numbers = {line: int(line) for line in who if line.isascii() and line.isdecimal()}
        if len(numbers) != len(who) or len(who) > MOST_LINES:
            raise ValidationError([_("Name lines by their numbers.")])
        return {numbers[line]: said for line, said in who.items()}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return what the services take: the content of the list, and how to read it."""
        if ("csv" in attrs) == ("file" in attrs):
            raise ValidationError({"csv": [_("Send either a text or a file.")]})
        text, file = attrs.pop("csv", ""), attrs.pop("file", None)
        try:
            content = text.encode() if file is None else base64.b64decode(file, validate=True)
        except (binascii.Error, ValueError):
            raise ValidationError({"file": [_("This is no base64.")]}) from None
        wishes = Wishes(
            attrs.pop("columns", None), attrs.pop("has_header", None), attrs.pop("who", {})
        )
        return {**attrs, "content": content, "wishes": wishes}


class ListLineOutput(serializers.Serializer[Any]):
    """What becomes of a line."""

    line = serializers.IntegerField(read_only=True)
    name = serializers.CharField(source="player.name", read_only=True)
    player = serializers.CharField(
        source="player.code", read_only=True, help_text="code; made up for a guest in a preview"
    )
    is_new = serializers.BooleanField(read_only=True, help_text="a guest nobody knew before")


class MemberLineOutput(ListLineOutput):
    """What becomes of a line of a list of people."""

    is_already = serializers.BooleanField(
        read_only=True, help_text="a member before, and left as they were"
    )
    role = Choice(choices=Role.choices, read_only=True)
    is_invited = serializers.BooleanField(
        source="invited",
        read_only=True,
        help_text="gets a mail with a link to open an account, see the column `email`",
    )


class MemberListOutput(serializers.Serializer[Any]):
    """What becomes of a list of people."""

    code = serializers.CharField(
        read_only=True, help_text="by which the import can be undone; made up in a preview"
    )
    lines = MemberLineOutput(many=True, read_only=True)


class UndoInput(serializers.Serializer[Any]):
    """A list that was imported."""

    code = serializers.CharField(max_length=20, help_text="of the import, from its answer")


class MembersUndoneOutput(serializers.Serializer[Any]):
    """What becomes of the members of an import that is undone."""

    removed = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="codes of people who are no longer members",
    )
    kept = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="codes of people who have played or changed since the import",
    )


class PeopleListActions(Resource):
    """What a club does with lists of people."""

    @extend_schema(
        operation_id="clubs_import_people",
        parameters=[IDEMPOTENCY_KEY],
        request=ListInput,
        responses={200: MemberListOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="import-people")
    @idempotent
    def import_people(self, request: Request, slug: str) -> Response:
        """Make the people of a list members, all or none, or preview what happens to each line."""
        imported = people_lists.import_people(
            club=self.get_object(), by=self.actor, now=timezone.now(), **self.read(ListInput)
        )
        return Response(MemberListOutput(imported).data)

    @extend_schema(
        operation_id="clubs_undo_import",
        parameters=[IDEMPOTENCY_KEY],
        request=UndoInput,
        responses={200: MembersUndoneOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="undo-import")
    @idempotent
    def undo_import(self, request: Request, slug: str) -> Response:
        """Undo an import of people. Whoever has played or changed since stays a member."""
        wanted = self.read(UndoInput)
        brought = people_taken_back.undo(
            club=self.get_object(), code=wanted["code"], by=self.actor, now=timezone.now()
        )
        kept = [player.code for player in brought.changed]
        removed = [player.code for player in brought.rows if player.code not in kept]
        return Response(MembersUndoneOutput({"removed": removed, "kept": kept}).data)
