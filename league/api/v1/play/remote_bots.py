"""Remote bots: made by their authors, and what one asks for itself."""

from typing import Any

from django.db.models import F, QuerySet
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import BooleanFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.pagination import LogPages, NumberedPages
from league.api.schema import ABSENT, COMMAND, CREATE, IDEMPOTENCY_KEY, RIGHTS
from league.api.v1.accounts.tokens import IssuedTokenOutput, TokenOutput, days_of
from league.api.v1.base.resources import BOT, BOTS, CODE, Resource
from league.models import RemoteBot
from league.services.base import rights
from league.services.base.refusals import Forbidden
from league.services.play import challenges, live, remote_bots, remote_turns

from .remote_outputs import (
    BotTokenInput,
    ChallengeOutput,
    MeOutput,
    OwnTableOutput,
    RemoteBotChange,
    RemoteBotInput,
    RemoteBotOutput,
)
from .tables import EventStream

MOST_CHALLENGES = 100


class RemoteBotFilter(Filter):
    """Which remote bots to list."""

    mine = BooleanFilter(method="by_owner", label="only your own, retired ones too")

    def by_owner(self, rows: QuerySet[RemoteBot], name: str, mine: bool) -> QuerySet[RemoteBot]:
        """Keep those of the asking account."""
        if not mine:
            return rows
        asker = self.request.user
        return rows.filter(owner=asker) if asker.is_authenticated else rows.none()


class RemoteBotViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Bots that run on their authors' machines and play at online tables, the newest first.

    A bot asks with a token of its own; so `me` is the bot.
    """

    serializer_class = RemoteBotOutput
    pagination_class = LogPages
    filter_backends = [FilterBackend]
    filterset_class = RemoteBotFilter
    scopes = {
        **dict.fromkeys(["create", "partial_update", "retire"], BOTS),
        **dict.fromkeys(["tokens", "issue_token", "revoke_token"], BOTS),
        **dict.fromkeys(["me", "me_events"], BOT),
    }

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_remote_bots(self.asker).annotate(code=F("player__code"))
        return rows.select_related("player", "account", "owner__player").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=RemoteBotInput,
        responses={201: RemoteBotOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Make a bot that runs on your machine. Then make a token with which it plays."""
        wanted = self.read(RemoteBotInput)
        return self.answer(remote_bots.create(by=self.actor, now=timezone.now(), **wanted), 201)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=RemoteBotChange,
        responses={200: RemoteBotOutput, **COMMAND},
    )
    @idempotent
    def partial_update(self, request: Request, code: str) -> Response:
        """Change the games of a bot, at how many tables it sits, or whether it can be asked."""
        bot, wanted = self.get_object(), self.read(RemoteBotChange)
        remote_bots.change(bot=bot, by=self.actor, now=timezone.now(), **wanted)
        return self.stored(bot)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: RemoteBotOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def retire(self, request: Request, code: str) -> Response:
        """Let a bot play no more. Its tokens are revoked, its results and its name stay."""
        bot = remote_bots.retire(bot=self.get_object(), by=self.actor, now=timezone.now())
        return self.stored(bot)

    @extend_schema(
        operation_id="remote_bots_tokens_list",
        responses={200: TokenOutput(many=True), **RIGHTS, **ABSENT},
    )
    @action(
        detail=True,
        serializer_class=TokenOutput,
        filterset_class=None,
        pagination_class=NumberedPages,
    )
    def tokens(self, request: Request, code: str) -> Response:
        """List the tokens of your bot, the newest first."""
        page = self.paginate_queryset(remote_bots.tokens_of(self.get_object(), self.actor))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="remote_bots_tokens_create",
        request=BotTokenInput,
        responses={201: IssuedTokenOutput, **COMMAND},
    )
    @tokens.mapping.post
    def issue_token(self, request: Request, code: str) -> Response:
        """Create a token with which a bot plays. Only this answer shows its text."""
        bot, wanted, now = self.get_object(), self.read(BotTokenInput), timezone.now()
        wanted["days"] = days_of(
            request.auth, wanted.get("days"), usual=remote_bots.TOKEN_DAYS, now=now
        )
        token, plain = remote_bots.issue_token(bot=bot, by=self.actor, now=now, **wanted)
        body = {**TokenOutput(token).data, "token": plain}
        return Response(body, status=201, headers={"Cache-Control": "no-store"})

    @extend_schema(
        operation_id="remote_bots_tokens_revoke", responses={204: None, **RIGHTS, **ABSENT}
    )
    @action(
        detail=True,
        methods=["delete"],
        url_path=f"tokens/(?P<token>{CODE})",
        filterset_class=None,
    )
    def revoke_token(self, request: Request, code: str, token: str) -> Response:
        """Revoke a token of your bot; it stays in the list."""
        bot = self.get_object()
        found = get_object_or_404(remote_bots.tokens_of(bot, self.actor), code=token)
        remote_bots.revoke_token(bot=bot, token=found, by=self.actor, now=timezone.now())
        return Response(status=204)

    @extend_schema(operation_id="remote_bots_me", responses={200: MeOutput, **RIGHTS})
    @action(detail=False, filterset_class=None, pagination_class=None)
    def me(self, request: Request) -> Response:
        """Say what the asking bot is, who asks it to sit down, and where it sits."""
        bot = self._asking_bot()
        remote_bots.see(bot.account_id, now=timezone.now())
        asked = challenges.open_for(bot)[:MOST_CHALLENGES]
        body = {
            **RemoteBotOutput(bot).data,
            "challenges": [ChallengeOutput(one).data for one in asked],
            "tables": [OwnTableOutput(one).data for one in remote_turns.tables_of(bot)],
        }
        return Response(body)

    @extend_schema(
        operation_id="remote_bots_me_events",
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description="a message with the code and the version of a table of the bot "
                "whenever it changes, and one with the code of a table to which it is asked",
            ),
            204: OpenApiResponse(
                description="Live events are not available here. Poll `me` instead."
            ),
            **RIGHTS,
        },
    )
    @action(
        detail=False,
        url_path="me/events",
        filterset_class=None,
        pagination_class=None,
        renderer_classes=[JSONRenderer, EventStream],
    )
    def me_events(self, request: Request) -> HttpResponseBase:
        """Send the asking bot news of its tables and challenges, as server-sent events.

        The first message says that there may be news: ask for `me` then. While you listen, players
        can ask your bot to sit down.
        """
        bot = self._asking_bot()
        key = bot.account_id
        return live.stream(
            request._request,
            live.channel_of_bot(bot.player),
            listens=lambda: remote_bots.see(key, now=timezone.now()),
        )

    def _asking_bot(self) -> RemoteBot:
        """Return the bot that asks; raises Forbidden for a person."""
        bot = remote_bots.of_account(self.actor)
        if bot is None:
            raise Forbidden(_("Only a remote bot can ask for this, with a token of its own."))
        return bot
