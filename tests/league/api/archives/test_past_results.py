"""Results of a past season from a list, by REST."""

import pytest

from league.models import Event, Match
from tests.league.factories import SeasonFactory

LIST = "2024-03-15;1;1;Ada;12\n2024-03-15;1;1;Ben;6\n2024-03-15;1;1;Cleo;0\n"
