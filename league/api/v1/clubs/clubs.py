"""Clubs and their members."""

from typing import Any, Final

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, Flag
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import ABSENT, COMMAND, CONFLICT, CREATE, IDEMPOTENCY_KEY, INVALID, RIGHTS
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import CODE, ORGANISE, VisibleField
from league.models import Club, Membership, Player, Role
from league.services.accounts import people
from league.services.base import rights
from league.services.clubs import clubs, whereabouts

from .contacts import ContactActions
from .people_lists import PeopleListActions
from .venues import VenueActions


class ClubRef(Output[Club]):
    """A club, named."""

    class Meta:
        model = Club
        fields = ["slug", "name"]
        read_only_fields = fields


class ClubOutput(Output[Club]):
    """A club."""

    class Meta:
        model = Club
        fields = ["slug", "name", "kind", "about", *whereabouts.LONGEST, "created_at"]
        read_only_fields = fields


class MemberOutput(Output[Membership]):
    """A member of a club."""

    player = PlayerOutput(read_only=True)

    class Meta:
        model = Membership
        fields = ["player", "role", "joined_at"]
        read_only_fields = fields


class ClubInput(serializers.Serializer[Any]):
    """The club to create."""

    slug = serializers.CharField(max_length=clubs.LONGEST_SLUG, help_text="its part of addresses")
    name = serializers.CharField(max_length=clubs.LONGEST_NAME)
    about = serializers.CharField(max_length=clubs.LONGEST_ABOUT, required=False, allow_blank=True)
    kind = Choice(choices=Club.Kind.choices, required=False)
    owner_name = serializers.CharField(
        max_length=people.LONGEST_NAME,
        required=False,
        help_text="name you play under; needed by an account without a player, and only by it",
    )


class ToldField(serializers.CharField):
    """What a club says of where it is, or nothing."""

    def __init__(self, field: str, **options: Any) -> None:
        longest = whereabouts.LONGEST[field]
        super().__init__(max_length=longest, required=False, allow_blank=True, **options)


class ClubChange(serializers.Serializer[Any]):
    """What a club is called and says about itself. Fields you leave out stay unchanged."""

    name = serializers.CharField(max_length=clubs.LONGEST_NAME, required=False)
    about = serializers.CharField(max_length=clubs.LONGEST_ABOUT, required=False, allow_blank=True)
    town = ToldField("town")
    country = ToldField("country")
    address = ToldField("address", help_text="where it meets")
    email = ToldField("email")
    telephone = ToldField("telephone")
    website = ToldField("website", help_text="the whole address, as in https://club.example")
    directions = ToldField("directions", help_text="how to get there")


class RoleInput(serializers.Serializer[Any]):
    """What a member shall be."""

    role = Choice(choices=Role.choices)

    def validate_role(self, role: str) -> Role:
        return Role(role)


class MemberInput(RoleInput):
    """Who becomes a member, and as what: a player, or somebody new without an account."""

    player = VisibleField(
        rights.readable_players, required=False, help_text="code of the player; or else `name`"
    )
    name = serializers.CharField(
        max_length=people.LONGEST_NAME,
        required=False,
        help_text="name of a person to be registered; or else `player`",
    )
    is_new = Flag(
        required=False, help_text="with `name`: though somebody of the club has the same name"
    )
    role = Choice(choices=Role.choices, default=Role.MEMBER)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("player" in attrs) == ("name" in attrs) or {"player", "is_new"} <= attrs.keys():
            said = _("Give either the code of a player or the name of a new person.")
            raise serializers.ValidationError({"player": [said]})
        return attrs


MEMBER: Final = OpenApiParameter(
    name="player",
    location=OpenApiParameter.PATH,
    type={"type": "string", "pattern": f"^{CODE}$"},
    description="code of the player",
)


class ClubViews(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    PeopleListActions,
    VenueActions,
    ContactActions,
):
    """Card clubs."""

    serializer_class = ClubOutput
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]{1,60}"
    scopes = ContactActions.scopes | dict.fromkeys(
        [
            "create",
            "partial_update",
            "admit",
            "change_role",
            "leave",
            "create_venue",
            "import_people",
            "undo_import",
        ],
        ORGANISE,
    )
    conflict_serializers = {Membership: MemberOutput, Player: PlayerOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_clubs(self.asker).order_by("name", "id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=ClubInput, responses={201: ClubOutput, **CREATE}
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Create a club and become its owner."""
        club = clubs.found_club(by=self.actor, now=timezone.now(), **self.read(ClubInput))
        return self.answer(club, 201)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ClubChange,
        responses={200: ClubOutput, **RIGHTS, **ABSENT, **INVALID},
    )
    @idempotent
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change what a club is called and says about itself."""
        club = clubs.describe_club(
            club=self.get_object(), by=self.actor, now=timezone.now(), **self.read(ClubChange)
        )
        return self.answer(club)

    @extend_schema(operation_id="clubs_members_list", responses=MemberOutput(many=True))
    @action(detail=True, serializer_class=MemberOutput)
    def members(self, request: Request, slug: str) -> Response:
        """List the members of a club, by name."""
        rows = Membership.objects.filter(club=self.get_object()).select_related("player")
        page = self.paginate_queryset(rows.order_by("player__name", "id"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="clubs_members_admit",
        parameters=[IDEMPOTENCY_KEY],
        request=MemberInput,
        responses={201: MemberOutput, **COMMAND},
    )
    @members.mapping.post
    @idempotent
    def admit(self, request: Request, slug: str) -> Response:
        """Add a player as a member, or a guest: a new person without an account."""
        club, wanted = self.get_object(), self.read(MemberInput)
        admit = clubs.admit if "player" in wanted else clubs.admit_guest
        return self.answer(admit(club=club, by=self.actor, now=timezone.now(), **wanted), 201)

    @extend_schema(
        operation_id="clubs_members_change_role",
        parameters=[MEMBER, IDEMPOTENCY_KEY],
        request=RoleInput,
        responses={200: MemberOutput, **COMMAND},
    )
    @action(
        detail=True,
        methods=["patch"],
        url_path=f"members/(?P<player>{CODE})",
        serializer_class=MemberOutput,
    )
    @idempotent
    def change_role(self, request: Request, slug: str, player: str) -> Response:
        """Change the role of a member. A club must keep an owner."""
        member = clubs.change_role(
            membership=self._member(player),
            by=self.actor,
            now=timezone.now(),
            **self.read(RoleInput),
        )
        return self.answer(member)

    @extend_schema(
        operation_id="clubs_members_leave",
        parameters=[MEMBER, IDEMPOTENCY_KEY],
        request=None,
        responses={204: None, **RIGHTS, **ABSENT, **CONFLICT},
    )
    @change_role.mapping.delete
    @idempotent
    def leave(self, request: Request, slug: str, player: str) -> Response:
        """End your membership, or as an organiser any membership. A club must keep an owner."""
        clubs.leave(membership=self._member(player), by=self.actor, now=timezone.now())
        return Response(status=204)

    def _member(self, player: str) -> Membership:
        """Return the membership of a player of this code in the club; raises Http404."""
        rows = Membership.objects.select_related("club", "player")
        return get_object_or_404(rows, club=self.get_object(), player__code=player)
