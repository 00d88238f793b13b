"""The page of an import."""

from io import BytesIO

from django.urls import reverse

from league.models import SeasonImport
from league.services.archives import imports


def refused(club, alice, now):
    """Return the address of an import whose archive is none."""
    job = imports.start(
        club=club, file=BytesIO(b'{"kind":"header"}'), players="known", by=alice, now=now
    )
    imports.import_batch(ids=[job.pk], clock=lambda: now)
    return reverse("web:import", args=[SeasonImport.objects.get().code])


def test_faults_of_an_archive_are_read_in_german(client_of, club, alice, now):
    page = refused(club, alice, now)
    shown = client_of(alice).get(page, headers={"Accept-Language": "de"}).content.decode()
    assert "<p>lines.1.exported_at: dieses Feld fehlt</p>" in shown


def test_faults_that_have_no_words_are_marked_as_english(client_of, club, alice, now):
    page = refused(club, alice, now)
    SeasonImport.objects.update(errors={"lines.1": ["the moon is full"]})
    shown = client_of(alice).get(page, headers={"Accept-Language": "de"}).content.decode()
    assert '<p lang="en">lines.1: the moon is full</p>' in shown
