"""Who may do what: every address against the whole cast."""

import pytest
from django.db.models import Max
from django.utils import timezone

from league.models import AuditEntry

from . import contract
from .bodies import bodies_of
from .changes_matrix import CHANGING
from .conftest import rolled_back
from .matrix import CAST, READING

UNTRACED = {
    # Nothing is stored.
    "post games/mit-list-und-tuecke/score-sheet",
    "post matches/{entered}/preview-correction",
    "post matches/{match}/preview-forfeit",
    "post matches/{match}/preview-void",
    "post players/{player}/merge/preview",
    "post registrations/{bobs}/undo-check-in",  # he is not there yet
    # Who has asked is in the row.
    "post analyses",
    "post tables/{gathering}/challenge",
    # One's own notices, and one's own seat, which the table's row keeps.
    "post notices/{notice}/read",
    "post tables/{gathering}/join",
    "post tables/{gathering}/leave",
    "post tables/{table}/step-away",
    "post tables/{table}/come-back",
    "post tables/{table}/say",
    # Practice, which is nobody else's.
    "post games/skat/practice",
    "post events/{online_event}/practice",
    "post tables/{practice}/hint",
}
"""What leaves no entry, and needs no right but to one's own."""

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_each(clients, world, subtests):
    """Return what asks on behalf of each member of the cast and expects a status for each."""

    def ask(act, statuses):
        for who, status in zip(CAST, statuses, strict=True):
            with subtests.test(who=who), rolled_back():
                response = act(clients[who])
                assert response.status_code == status, response.content

    return ask


def named(row):
    *names, _statuses = row
    return pytest.param(*row, id=" ".join(map(str, names)))


@pytest.mark.sweep(12)
@pytest.mark.parametrize(("address", "statuses"), [named(row) for row in READING])
def test_reading(as_each, world, address, statuses):
    as_each(lambda client: client.get(address.format(**world)), statuses)


@pytest.mark.sweep(12)
@pytest.mark.parametrize(
    ("method", "address", "body", "statuses"), [named(row) for row in CHANGING]
)
def test_changing(as_each, world, method, address, body, statuses):  # noqa: PLR0917
    as_each(lambda client: change(client, world, method, address, body), statuses)


def change(client, world, method, address, body, *, instead=None, key=None):
    """Send a row of the matrix, with its body or another `instead`."""
    etags = {"{entered}": '"1-entered"', "{corrected}": '"3-final"'}
    seen = ", ".join(etag for name, etag in etags.items() if name in address)
    headers = {"If-Match": seen} if seen else {}
    headers |= {"Idempotency-Key": key} if key else {}
    has_file = address.partition("?")[0].endswith(("versions", "import-season"))
    kind = "multipart" if has_file else "json"
    send = getattr(client, method)
    sent = bodies_of(world)[body] if instead is None else instead
    return send(address.format(**world), sent, format=kind, headers=headers)


def done_by(row):
    """Return the first of the cast who may do what a row says; None if nobody may."""
    who = (who for who, status in zip(CAST, row[-1], strict=True) if status < 300)
    return next(who, None)


DONE = [(*row[:-1], done_by(row)) for row in CHANGING if done_by(row)]


@pytest.mark.sweep(20)
@pytest.mark.parametrize(("method", "address", "body", "who"), [named(row) for row in DONE])
def test_what_is_done_says_who_did_it_and_when(cast, clients, world, method, address, body, who):  # noqa: PLR0917
    begun = timezone.now()
    with rolled_back():
        last = AuditEntry.objects.aggregate(last=Max("pk", default=0))["last"]
        change(clients[who], world, method, address, body)
        entries = AuditEntry.objects.filter(pk__gt=last, account=cast[who], at__gte=begun)
        assert entries.exists() != (f"{method} {address}" in UNTRACED)


def test_every_address_of_the_document_is_in_the_matrix(world):
    tried = {("get", address) for address, _ in READING}
    tried |= {(method, address) for method, address, *_ in CHANGING}
    found = {
        (method, contract.path_of("/api/v1/" + address.format(**world).partition("?")[0]))
        for method, address in tried
    }
    documented = {
        (method, path)
        for path, operations in contract.document()["paths"].items()
        for method in operations
    }
    assert found == documented
