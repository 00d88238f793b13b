"""Operations on `personal_data`; made by `manage.py client`."""

from __future__ import annotations

from typing import Any

from stammtisch.client.group import Group


class PersonalData(Group):
    """What can be done with personal data."""

    def retrieve(self) -> dict[str, Any]:
        """Download all data that the site has about your account."""
        return self._answer("GET", "personal-data")
