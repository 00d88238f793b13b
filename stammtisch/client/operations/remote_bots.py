"""Operations on `remote_bots`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.streams import Stream
    from stammtisch.client.types.remote_bots import (
        BotTokenInput,
        MeOutput,
        RemoteBotChange,
        RemoteBotInput,
        RemoteBotOutput,
    )
    from stammtisch.client.types.shared import IssuedTokenOutput, TokenOutput


class RemoteBots(Group):
    """What can be done with remote bots."""

    def list(
        self, *, mine: bool | None = None, page_size: int | None = None
    ) -> Pages[RemoteBotOutput]:
        """Bots that run on their authors' machines and play at online tables, the newest first.

        A bot asks with a token of its own; so `me` is the bot.
        """
        return self._pages("remote-bots", query={"mine": mine, "page_size": page_size})

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[RemoteBotInput]
    ) -> RemoteBotOutput:
        """Make a bot that runs on your machine. Then make a token with which it plays."""
        return self._answer("POST", "remote-bots", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> RemoteBotOutput:
        """Bots that run on their authors' machines and play at online tables, the newest first.

        A bot asks with a token of its own; so `me` is the bot.
        """
        return self._answer("GET", f"remote-bots/{part(code)}")

    def partial_update(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[RemoteBotChange]
    ) -> RemoteBotOutput:
        """Change the games of a bot, at how many tables it sits, or whether it can be asked."""
        return self._answer(
            "PATCH", f"remote-bots/{part(code)}", body=body, key=key_of(idempotency_key)
        )

    def retire(self, code: str, /, *, idempotency_key: str | None = None) -> RemoteBotOutput:
        """Let a bot play no more. Its tokens are revoked, its results and its name stay."""
        return self._answer("POST", f"remote-bots/{part(code)}/retire", key=key_of(idempotency_key))

    def tokens_list(self, code: str, /, *, page_size: int | None = None) -> Pages[TokenOutput]:
        """List the tokens of your bot, the newest first."""
        return self._pages(f"remote-bots/{part(code)}/tokens", query={"page_size": page_size})

    def tokens_create(self, code: str, /, **body: Unpack[BotTokenInput]) -> IssuedTokenOutput:
        """Create a token with which a bot plays. Only this answer shows its text."""
        return self._answer("POST", f"remote-bots/{part(code)}/tokens", body=body)

    def tokens_revoke(self, code: str, token: str, /) -> None:
        """Revoke a token of your bot; it stays in the list."""
        self._answer("DELETE", f"remote-bots/{part(code)}/tokens/{part(token)}")

    def me(self) -> MeOutput:
        """Say what the asking bot is, who asks it to sit down, and where it sits."""
        return self._answer("GET", "remote-bots/me")

    def me_events(self, *, silence_s: float | None = None) -> Stream:
        """Send the asking bot news of its tables and challenges, as server-sent events.

        The first message says that there may be news: ask for `me` then. While you listen,
        players can ask your bot to sit down.
        """
        return self._stream("remote-bots/me/events", silence_s)
