"""Registrations: who comes to an event."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, Flag, WholeNumber
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY, INVALID, RIGHTS
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import ORGANISE, Resource, VisibleField
from league.api.v1.clubs.people_lists import ListInput, ListLineOutput
from league.models import Event, Registration
from league.services.accounts import people
from league.services.base import rights
from league.services.events import attendance
from league.services.registration import plans, registrations, rosters


class RegistrationOutput(Output[Registration]):
    """A player's place in an event, or on its waiting list."""

    event = serializers.CharField(source="event.code", read_only=True, help_text="code of it")
    player = PlayerOutput(read_only=True)
    replaces = PlayerOutput(
        source="replaces.player",
        read_only=True,
        allow_null=True,
        help_text="whose standing gets the points of a substitute",
    )
    fixed_table = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="for a player who cannot change tables; organisers only, null for others",
    )
    registered_by = PlayerOutput(
        source="registered_by.player",
        read_only=True,
        allow_null=True,
        help_text="organisers only, null for others",
    )

    class Meta:
        model = Registration
        fields = [
            "code",
            "event",
            "player",
            "status",
            "registered_at",
            "registered_by",
            "checked_in_at",
            "first_session",
            "last_session",
            "group",
            "fixed_table",
            "replaces",
        ]
        read_only_fields = fields

    def to_representation(self, instance: Registration) -> Any:
        body = super().to_representation(instance)
        if instance.event.season.club_id not in self.context["view"].organised:
            body |= {"registered_by": None, "fixed_table": None}
        return body


class DetailsInput(serializers.Serializer[Any]):
    """Details of a registration, set by an organiser. Fields you leave out stay unchanged."""

    fixed_table = WholeNumber(
        min_value=1, max_value=registrations.LAST_TABLE, required=False, allow_null=True
    )
    group = serializers.CharField(
        max_length=registrations.LONGEST_GROUP,
        required=False,
        allow_blank=True,
        help_text="players of one group are kept apart",
    )


class RegistrationInput(DetailsInput):
    """The player to register; yourself if you name nobody."""

    player = VisibleField(rights.readable_players, required=False, help_text="code of a player")
    name = serializers.CharField(
        max_length=people.LONGEST_NAME, required=False, help_text="name of a new guest"
    )
    is_new = Flag(
        required=False, help_text="a guest, though somebody of the club has the same name"
    )
    own_name = serializers.CharField(
        max_length=people.LONGEST_NAME,
        required=False,
        help_text="name you play under; needed by an account without a player, and only by it",
    )
    first_session = WholeNumber(
        min_value=1, max_value=Event.MOST_SESSIONS, required=False, help_text="of who comes late"
    )
    force = Flag(
        required=False, help_text="even if the player is in another event at the same time"
    )
    club = VisibleField(
        rights.readable_clubs,
        slug_field="slug",
        required=False,
        help_text="slug of the club for which the player plays in the season of a federation; "
        "needed if you register yourself, belong to several and have chosen none",
    )

    def validate(self, attrs: Any) -> Any:
        named = attrs.keys() & {"player", "name", "own_name"}
        if (
            len(named) > 1
            or ("name" in named and "force" in attrs)
            or ("is_new" in attrs and "name" not in named)
        ):
            raise ValidationError({"player": [_("Choose a player, or enter the name of a guest.")]})
        if attrs and not named & {"player", "name"} and not attrs.keys() <= {"own_name", "club"}:
            raise ValidationError({"player": [_("Choose whom to register.")]})
        return attrs


class RosterInput(ListInput):
    """A list of players."""

    force = Flag(default=False, help_text="also players who are elsewhere at the same time")


class RosterLineOutput(ListLineOutput):
    """What becomes of a line of a list of players."""

    is_already = serializers.BooleanField(
        read_only=True, help_text="registered or waiting before, and left as it was"
    )
    status = Choice(
        source="registration.status", choices=Registration.Status.choices, read_only=True
    )


class RosterOutput(serializers.Serializer[Any]):
    """What becomes of a list of players."""

    lines = RosterLineOutput(many=True, read_only=True)


class CheckInInput(serializers.Serializer[Any]):
    """The players who are present."""

    registrations = serializers.ListField(
        child=serializers.CharField(max_length=10),
        max_length=plans.MOST_PLAYERS,
        required=False,
        help_text="codes of registrations; everybody with a place if absent",
    )


class CheckInOutput(serializers.Serializer[Any]):
    """How many were checked in."""

    checked_in = serializers.IntegerField(read_only=True, help_text="who had not been before")


class WithdrawInput(serializers.Serializer[Any]):
    """From when on somebody is not there."""

    from_session = WholeNumber(
        min_value=1,
        max_value=Event.MOST_SESSIONS,
        required=False,
        help_text="number of a session; the next one that is not published if absent",
    )


class ReplaceInput(WithdrawInput):
    """Who plays instead."""

    player = VisibleField(rights.readable_players, help_text="code of the substitute")
    force = Flag(default=False, help_text="even if the player is in another event at the same time")


class Organised(Resource):
    """A resource that shows organisers more."""

    @cached_property
    def organised(self) -> frozenset[int]:
        """The keys of the clubs that the asking account organises."""
        return frozenset(rights.organised_clubs(self.asker).values_list("pk", flat=True))


def shown(rows: QuerySet[Registration]) -> QuerySet[Registration]:
    """Load what is shown of registrations."""
    return rows.select_related(
        "event__season", "player", "replaces__player", "registered_by__player"
    )


class RegistrationActions(Organised):
    """What an event does with registrations."""

    @extend_schema(
        operation_id="events_registrations_list", responses=RegistrationOutput(many=True)
    )
    @action(
        detail=True,
        url_path="registrations",
        serializer_class=RegistrationOutput,
        filterset_class=None,
    )
    def registrations(self, request: Request, code: str) -> Response:
        """List the players with a place, then the waiting list, both in order of registration."""
        rows = rights.readable_registrations(self.asker).filter(event=self.get_object())
        rows = shown(rows).order_by("status", "registered_at", "id")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="events_registrations_register",
        parameters=[IDEMPOTENCY_KEY],
        request=RegistrationInput,
        responses={201: RegistrationOutput, **COMMAND},
    )
    @registrations.mapping.post
    @idempotent
    def register(self, request: Request, code: str) -> Response:
        """Register yourself. Organisers can register anybody, even late, and new guests by name."""
        event, wanted = self.get_object(), self.read(RegistrationInput)
        if "player" in wanted:
            act: Any = registrations.register
        else:
            is_guest = "name" in wanted
            act = registrations.register_guest if is_guest else registrations.register_oneself
        row = act(event=event, by=self.actor, now=timezone.now(), **wanted)
        return self.answer(row, 201)

    @extend_schema(
        operation_id="events_import_registrations",
        parameters=[IDEMPOTENCY_KEY],
        request=RosterInput,
        responses={200: RosterOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="import-registrations", filterset_class=None)
    @idempotent
    def import_registrations(self, request: Request, code: str) -> Response:
        """Register a list of players, all or none, or preview what happens to each line."""
        imported = rosters.import_roster(
            event=self.get_object(), by=self.actor, now=timezone.now(), **self.read(RosterInput)
        )
        return Response(RosterOutput(imported).data)

    @extend_schema(
        operation_id="events_check_in",
        parameters=[IDEMPOTENCY_KEY],
        request=CheckInInput,
        responses={200: CheckInOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="check-in", filterset_class=None)
    @idempotent
    def check_in(self, request: Request, code: str) -> Response:
        """Check in those named, or everybody with a place."""
        codes: Sequence[str] | None = self.read(CheckInInput).get("registrations")
        count = attendance.check_in_all(
            event=self.get_object(), codes=codes, by=self.actor, now=timezone.now()
        )
        return Response(CheckInOutput({"checked_in": count}).data)


class RegistrationViews(mixins.RetrieveModelMixin, Organised):
    """Places of players in events."""

    serializer_class = RegistrationOutput
    scopes = dict.fromkeys(
        ["partial_update", "withdraw", "check_in", "undo_check_in", "replace"], ORGANISE
    )
    conflict_serializers = {Registration: RegistrationOutput}

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_registrations(self.asker)
        return shown(rows).select_related("event__season__club").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=DetailsInput,
        responses={200: RegistrationOutput, **RIGHTS, **ABSENT, **INVALID},
    )
    @idempotent
    def partial_update(self, request: Request, code: str) -> Response:
        """Change table and group of a registration."""
        row = registrations.describe(
            registration=self.get_object(),
            by=self.actor,
            now=timezone.now(),
            **self.read(DetailsInput),
        )
        return self.answer(row)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=WithdrawInput,
        responses={200: RegistrationOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def withdraw(self, request: Request, code: str) -> Response:
        """Withdraw yourself, or anybody as an organiser. The waiting list moves up."""
        row = attendance.withdraw(
            registration=self.get_object(),
            by=self.actor,
            now=timezone.now(),
            **self.read(WithdrawInput),
        )
        return self.answer(row)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: RegistrationOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], url_path="check-in")
    @idempotent
    def check_in(self, request: Request, code: str) -> Response:
        """Check a player in: yourself, or anybody as an organiser."""
        row = attendance.check_in(registration=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(row)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: RegistrationOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], url_path="undo-check-in")
    @idempotent
    def undo_check_in(self, request: Request, code: str) -> Response:
        """Undo a check-in."""
        row = attendance.undo_check_in(
            registration=self.get_object(), by=self.actor, now=timezone.now()
        )
        return self.answer(row)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ReplaceInput,
        responses={200: RegistrationOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def replace(self, request: Request, code: str) -> Response:
        """Let a substitute play from a session on, and return the substitute's registration."""
        row = attendance.replace(
            registration=self.get_object(),
            by=self.actor,
            now=timezone.now(),
            **self.read(ReplaceInput),
        )
        return self.answer(row)
