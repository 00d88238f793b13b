"""Whatever members of the cast do one after the other, every answer is documented.

Codes of answers are put into later requests (schemathesis infers which), and in between somebody
does what the matrix has: what was just made is changed, drawn, played, corrected and ended.
`API_SEQUENCES=200` follows so many sequences of each member of the cast, always others; by default
a few, always the same.
"""

import os
from copy import deepcopy
from random import Random

import pytest
import requests
import schemathesis
from django.test import override_settings
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from schemathesis.core.transport import Response

from league.models import Season
from league.services.seasons import standings

from . import contract
from .changes_matrix import CHANGING
from .conftest import rolled_back
from .matrix import CAST
from .test_any_request import send
from .test_rights import change

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.only("postgresql", "long sequences of requests are for the database of production"),
    pytest.mark.xdist_group("requests"),  # one worker makes the data of all, and not each
]

SEQUENCES = int(os.environ.get("API_SEQUENCES", "0"))
STEPS = 30
AS_PEOPLE_DO = 0.7
"""How many of the requests that the matrix has are sent as there, of those that change anything."""
MACHINE = schemathesis.openapi.from_dict(deepcopy(contract.document())).as_state_machine()
"""What schemathesis infers it writes into the document, here into a copy."""
few = settings(
    max_examples=SEQUENCES or 15,
    stateful_step_count=STEPS,
    derandomize=not SEQUENCES,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module", autouse=True)
def chance():
    """Chance by which codes and secrets are drawn; time stands still.

    What is repeated must come out the same, or hypothesis could not follow.
    """
    chance, now = Random("world"), timezone.now()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.randbelow", chance.randrange)
        patch.setattr("secrets.randbits", chance.getrandbits)
        patch.setattr("secrets.token_bytes", lambda count=32: chance.randbytes(count))
        patch.setattr("django.utils.timezone.now", lambda: now)
        yield chance


@pytest.fixture(scope="module")
def rows(chance, world):
    """What the matrix sends: address and name of the body, by method and documented path."""
    found = {}
    for method, address, body, _statuses in CHANGING:
        path = contract.path_of("/api/v1/" + address.format(**world).partition("?")[0])
        found.setdefault((method, path), []).append((address, body))
    return found


def answer_of(response):
    """Return an answer as the machine reads it, to find codes there."""
    asked = requests.Request(response.request["REQUEST_METHOD"], "http://testserver").prepare()
    headers = {name: [value] for name, value in response.headers.items()}
    return Response(
        response.status_code, headers, getattr(response, "content", b""), asked, 0.0, verify=True
    )


@pytest.mark.parametrize("who", CAST)
@override_settings(API_MOST_OF_ACCOUNT=0, API_MOST_OF_ADDRESS=0)
def test_any_sequence_gets_documented_answers(chance, clients, world, rows, who):
    class Sequence(MACHINE):
        def setup(self):
            chance.seed("sequence")
            self.undone = rolled_back()
            self.undone.__enter__()

        def teardown(self):
            wrong = {one.pk: standings.recount(one) for one in Season.objects.all()}
            self.undone.__exit__(None, None, None)
            assert not any(wrong.values()), wrong

        def step(self, given):
            self.is_linked = bool(given.transition and given.applied_parameters)
            return super().step(given)

        def call(self, case, **_):
            method, address = case.method.lower(), case.formatted_path
            own = Random(f"{address} {case.body}")
            row = own.choice(rows.get((method, case.operation.path), [None]))
            if row and own.random() < AS_PEOPLE_DO:
                there = address.replace("{", "{{").replace("}", "}}") if self.is_linked else row[0]
                return answer_of(change(clients[who], world, method, there, row[1]))
            return answer_of(send(clients[who], case, address))

        def validate_response(self, response, case, **_):
            """The client has compared it with the document."""

    Sequence.run(settings=few)
