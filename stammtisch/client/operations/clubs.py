"""Operations on `clubs`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.sending import Content
    from stammtisch.client.types.clubs import (
        ClubChange,
        ClubInput,
        ClubOutput,
        ContactInput,
        ContactOutput,
        MemberInput,
        MemberListOutput,
        MemberOutput,
        MembersUndoneOutput,
        RoleInput,
        VenueInput,
    )
    from stammtisch.client.types.shared import JobOutput, ListInput, UndoInput, VenueOutput
    from stammtisch.client.types.words import PlayersEnum


class Clubs(Group):
    """What can be done with clubs."""

    def list(self, *, page_size: int | None = None) -> Pages[ClubOutput]:
        """Card clubs."""
        return self._pages("clubs", query={"page_size": page_size})

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[ClubInput]
    ) -> ClubOutput:
        """Create a club and become its owner."""
        return self._answer("POST", "clubs", body=body, key=key_of(idempotency_key))

    def retrieve(self, slug: str, /) -> ClubOutput:
        """Card clubs."""
        return self._answer("GET", f"clubs/{part(slug)}")

    def partial_update(
        self, slug: str, /, *, idempotency_key: str | None = None, **body: Unpack[ClubChange]
    ) -> ClubOutput:
        """Change what a club is called and says about itself."""
        return self._answer("PATCH", f"clubs/{part(slug)}", body=body, key=key_of(idempotency_key))

    def tables_retrieve(
        self, slug: str, table: str, /, *, bom: Literal["0", "1"] | None = None
    ) -> Content:
        """Send a table as CSV."""
        return self._file(f"clubs/{part(slug)}/{part(table)}.csv", query={"bom": bom})

    def import_people(
        self, slug: str, /, *, idempotency_key: str | None = None, **body: Unpack[ListInput]
    ) -> MemberListOutput:
        """Make the people of a list members, all or none, or preview what happens to each line."""
        return self._answer(
            "POST", f"clubs/{part(slug)}/import-people", body=body, key=key_of(idempotency_key)
        )

    def import_season(
        self, slug: str, /, *, archive: bytes, players: PlayersEnum, name: str | None = None
    ) -> JobOutput:
        """Import a season from an archive, all of it or nothing. The job shows the progress."""
        return self._upload(
            f"clubs/{part(slug)}/import-season",
            {"archive": archive, "players": players, "name": name},
        )

    def members_list(self, slug: str, /, *, page_size: int | None = None) -> Pages[MemberOutput]:
        """List the members of a club, by name."""
        return self._pages(f"clubs/{part(slug)}/members", query={"page_size": page_size})

    def members_admit(
        self, slug: str, /, *, idempotency_key: str | None = None, **body: Unpack[MemberInput]
    ) -> MemberOutput:
        """Add a player as a member, or a guest: a new person without an account."""
        return self._answer(
            "POST", f"clubs/{part(slug)}/members", body=body, key=key_of(idempotency_key)
        )

    def members_change_role(
        self,
        slug: str,
        player: str,
        /,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[RoleInput],
    ) -> MemberOutput:
        """Change the role of a member. A club must keep an owner."""
        return self._answer(
            "PATCH",
            f"clubs/{part(slug)}/members/{part(player)}",
            body=body,
            key=key_of(idempotency_key),
        )

    def members_leave(
        self, slug: str, player: str, /, *, idempotency_key: str | None = None
    ) -> None:
        """End your membership, or as an organiser any membership. A club must keep an owner."""
        self._answer(
            "DELETE", f"clubs/{part(slug)}/members/{part(player)}", key=key_of(idempotency_key)
        )

    def people_contact(self, slug: str, player: str, /) -> ContactOutput:
        """Read how the club reaches somebody, as its organiser or as the person."""
        return self._answer("GET", f"clubs/{part(slug)}/people/{part(player)}/contact")

    def people_set_contact(
        self,
        slug: str,
        player: str,
        /,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[ContactInput],
    ) -> ContactOutput:
        """Note how the club reaches somebody, as its organiser or as the person."""
        return self._answer(
            "PUT",
            f"clubs/{part(slug)}/people/{part(player)}/contact",
            body=body,
            key=key_of(idempotency_key),
        )

    def undo_import(
        self, slug: str, /, *, idempotency_key: str | None = None, **body: Unpack[UndoInput]
    ) -> MembersUndoneOutput:
        """Undo an import of people. Whoever has played or changed since stays a member."""
        return self._answer(
            "POST", f"clubs/{part(slug)}/undo-import", body=body, key=key_of(idempotency_key)
        )

    def venues_list(self, slug: str, /, *, page_size: int | None = None) -> Pages[VenueOutput]:
        """List where a club plays, by name."""
        return self._pages(f"clubs/{part(slug)}/venues", query={"page_size": page_size})

    def venues_create(
        self, slug: str, /, *, idempotency_key: str | None = None, **body: Unpack[VenueInput]
    ) -> VenueOutput:
        """Add a place where the club plays."""
        return self._answer(
            "POST", f"clubs/{part(slug)}/venues", body=body, key=key_of(idempotency_key)
        )
