"""Pages about bots: what each shows, to whom, and at what cost."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bots.submission import archive
from league.models import Job, Notice, Version
from tests.bots.archives import tar_gz
from tests.league.factories import (
    NOW,
    AuthorsBotFactory,
    BotFactory,
    MatchFactory,
    NoticeFactory,
    PartFactory,
    PersonFactory,
    SeasonFactory,
    VersionFactory,
)


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def text(response):
    return response.content.decode()


@pytest.fixture
def fox(carol):
    return AuthorsBotFactory(owner=carol, name="Fox")


@pytest.fixture
def accepted(fox):
    return VersionFactory(bot=fox, number=1)


@pytest.fixture
def checking(fox):
    version = VersionFactory(bot=fox, number=2, status="checking")
    Job.objects.create(
        kind="check_version",
        checked=version,
        attempt=1,
        done=3,
        total=9,
        reason="no worker",
        created_at=NOW,
    )
    return version


def upload(client, content, follow=False):
    file = SimpleUploadedFile("bot.tar.gz", content)
    return client.post(page("my-bots"), {"archive": file}, follow=follow)


def test_bots_lists_those_that_may_play(client, accepted, checking):
    answer = text(client.get(page("bots")))
    assert page("version", accepted.code) in answer
    assert page("version", checking.code) not in answer
    assert "by Carol" in answer


def test_ladders_are_found_where_bots_are(client, as_carol, accepted, fox):
    ladder = SeasonFactory(kind="ladder", table_size=3, game="skat", status="running")
    SeasonFactory(kind="ladder", table_size=3, game="skat", status="draft", name="Planned")
    address = page("season", ladder.code)
    for shown in (page("bots"), page("bot", fox.code), page("version", accepted.code)):
        answer = text(client.get(shown))
        assert f'href="{address}"' in answer
        assert f'href="{address}#bots"' not in answer
        assert "Planned" not in answer
    for shown in (page("bot", fox.code), page("version", accepted.code)):
        assert f'href="{address}#bots"' in text(as_carol.get(shown))


def test_author_is_told_where_no_ladder_runs(client, as_carol, accepted, fox, checking):
    for shown in (page("bot", fox.code), page("version", accepted.code)):
        assert "No ladder for these games is running" in text(as_carol.get(shown))
        assert "No ladder" not in text(client.get(shown))
    assert "No ladder" not in text(as_carol.get(page("version", checking.code)))


def test_author_without_a_player_goes_by_the_name_of_the_account(client, accepted, carol):
    carol.player.delete()
    assert "by carol" in text(client.get(page("bots")))


def test_bots_lists_no_bot_that_was_only_refused(as_carol, fox):
    VersionFactory(bot=fox, number=1, status="refused", player=None)
    assert page("bot", fox.code) not in text(as_carol.get(page("bots")))


def test_bots_hides_what_may_not_play(client, as_carol, checking):
    assert "Fox" not in text(client.get(page("bots")))
    assert page("version", checking.code) not in text(as_carol.get(page("bots")))
    assert page("version", checking.code) in text(as_carol.get(page("my-bots")))


def test_my_bots_are_for_who_is_logged_in(client, db):
    assert client.get(page("my-bots")).url.startswith(page("login"))


def test_my_bots_lists_all_versions_of_ones_own(as_carol, checking):
    other = AuthorsBotFactory()
    answer = text(as_carol.get(page("my-bots")))
    assert page("version", checking.code) in answer
    assert other.name not in answer


def test_upload_leads_to_the_version_being_checked(as_carol):
    answer = upload(as_carol, tar_gz(), follow=True)
    [version] = Version.objects.all()
    assert answer.redirect_chain == [(page("version", version.code), 302)]
    assert "being checked" in text(answer)


def test_upload_again_says_so(as_carol):
    upload(as_carol, tar_gz())
    assert "uploaded this archive before" in text(upload(as_carol, tar_gz(), follow=True))
    assert Version.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "said"), [(b"hello", "neither a .tar.gz nor a .zip"), (None, "Choose a file")]
)
def test_upload_that_is_refused_comes_back_with_the_reason(as_carol, content, said):
    answer = upload(as_carol, content) if content else as_carol.post(page("my-bots"))
    assert answer.status_code == 422
    assert said in text(answer)


def test_bot_shows_what_the_visitor_may_know(client, as_carol, accepted, checking):
    address = page("bot", accepted.bot.code)
    shown = [who.get(address).context["versions"] for who in (client, as_carol)]
    assert [[version.number for version in versions] for versions in shown] == [[1], [2, 1]]


def test_version_shows_its_author_how_far_the_check_is(as_carol, checking):
    answer = text(as_carol.get(page("version", checking.code)))
    assert "3 of 9 matches played" in answer
    assert "no worker" in answer
    assert 'hx-trigger="every 2s"' in answer


def test_check_is_a_fragment_of_the_same_page(as_carol, checking):
    answer = text(as_carol.get(page("version", checking.code), headers={"HX-Request": "true"}))
    assert answer.lstrip().startswith('<section id="check"')


def test_check_at_rest_stays_as_it_is(as_carol, accepted):
    assert "hx-trigger" not in text(as_carol.get(page("version", accepted.code)))


def test_check_that_broke_off_can_be_tried_again(as_carol, checking):
    Job.objects.update(status="failed", reason="bwrap is missing")
    answer = as_carol.get(page("version", checking.code))
    assert "bwrap is missing" in text(answer)
    assert page("check-again", checking.code) in text(answer)
    as_carol.post(page("check-again", checking.code))
    assert Job.objects.get().status == "waiting"


@pytest.fixture
def refused(fox):
    found = {"subject": "skat", "ok": False, "detail": "crash: <it> ended", "evidence": "1 / 0"}
    return VersionFactory(
        bot=fox,
        status="refused",
        reason="skat: crash",
        report={"ok": False, "findings": [found]},
    )


def test_refused_version_shows_the_evidence(as_carol, refused):
    answer = text(as_carol.get(page("version", refused.code)))
    assert "crash: &lt;it&gt; ended" in answer
    assert "1 / 0" in answer
    assert page("withdraw-version", refused.code) not in answer


INSIDE = ["version-matches", "archive"]


@pytest.mark.parametrize("name", ["version", *INSIDE])
def test_hidden_version_is_for_its_author(as_carol, as_mallory, checking, name):
    address = page(name, checking.code)
    assert as_carol.get(address).status_code == 200
    assert as_mallory.get(address).status_code == 404


@pytest.mark.parametrize("name", INSIDE)
def test_inside_of_an_accepted_version_is_for_its_author(as_carol, as_mallory, accepted, name):
    address = page(name, accepted.code)
    assert as_carol.get(address).status_code == 200
    assert as_mallory.get(address).status_code == 404


def test_accepted_version_shows_others_nothing_of_its_inside(as_mallory, accepted):
    PartFactory(
        version=accepted, fault="crash", fault_detail="for Carol only", log="for Carol only"
    )
    Version.objects.update(
        reason="for Carol only",
        report={
            "findings": [
                {
                    "subject": "skat",
                    "ok": True,
                    "detail": "for Carol only",
                    "evidence": "for Carol only",
                }
            ]
        },
    )
    answer = text(as_mallory.get(page("version", accepted.code)))
    assert "accepted" in answer
    assert "for Carol only" not in answer
    assert page("archive", accepted.code) not in answer


def test_version_shows_its_author_faults_and_how_it_fares(as_carol, accepted):
    match = MatchFactory(players=[accepted.player, BotFactory(builtin="greedy", name="greedy")])
    seat = match.seats.get(number=0)
    PartFactory(version=accepted, seat=seat, fault="crash", fault_evidence="ZeroDivisionError")
    answer = text(as_carol.get(page("version", accepted.code)))
    assert "ZeroDivisionError" in answer
    assert '<th scope="row">Rule of thumb</th><td class="num">1</td>' in answer


def test_matches_show_logs_and_only_faults_if_asked(as_carol, accepted):
    PartFactory(version=accepted, log="thinking about hearts")
    PartFactory(version=accepted, fault="crash")
    address = page("version-matches", accepted.code)
    assert "thinking about hearts" in text(as_carol.get(address))
    only = as_carol.get(address, {"faults": "yes"}).context["parts"]
    assert [part.fault for part in only] == ["crash"]


def test_withdrawing_is_asked_before_it_is_done(as_carol, accepted):
    address = page("withdraw-version", accepted.code)
    assert "cannot undo this" in text(as_carol.get(address))
    accepted.refresh_from_db()
    assert accepted.status == "accepted"
    as_carol.post(address)
    accepted.refresh_from_db()
    assert accepted.status == "withdrawn"


@pytest.mark.parametrize("method", ["get", "post"])
def test_others_cannot_withdraw(as_mallory, accepted, method):
    send = getattr(as_mallory, method)
    assert send(page("withdraw-version", accepted.code)).status_code == 403
    accepted.refresh_from_db()
    assert accepted.status == "accepted"


def test_archive_is_downloaded_as_it_was_uploaded(as_carol):
    upload(as_carol, tar_gz())
    answer = as_carol.get(page("archive", Version.objects.get().code))
    assert (answer.getvalue(), answer.headers["Content-Type"]) == (
        tar_gz(),
        "application/octet-stream",
    )


def test_head_of_the_page_counts_unread_notices(as_carol, as_mallory, carol):
    NoticeFactory.create_batch(2, account=carol)
    assert page("notices") in text(as_carol.get("/"))
    assert page("notices") not in text(as_mallory.get("/"))


def test_notices_are_said_in_the_language_of_the_page(as_carol, carol):
    NoticeFactory(account=carol, text="Fox 1 passed its check and may play.")
    shown = text(as_carol.get(page("notices"), headers={"Accept-Language": "de"}))
    assert "<span>Fox 1 hat die Prüfung bestanden und kann spielen.</span>" in shown


def test_checks_are_said_in_the_language_of_the_page(as_carol, fox):
    findings = [
        {"subject": "start", "ok": True, "detail": "ready after 20 ms", "evidence": ""},
        {"subject": "skat", "ok": False, "detail": "R99 is odd", "evidence": ""},
    ]
    version = VersionFactory(
        bot=fox,
        status="refused",
        reason="skat: crash: it crashed (SIGSEGV)",
        report={"ok": False, "findings": findings},
    )
    headers = {"Accept-Language": "nl"}
    shown = text(as_carol.get(page("version", version.code), headers=headers))
    assert "hij crashte (SIGSEGV)" in shown
    assert "klaar na 20 ms" in shown
    assert '<span lang="en">R99 is odd</span>' in shown


def test_notices_are_marked_as_read(as_carol, carol, accepted):
    NoticeFactory(account=carol, version=accepted)
    assert page("version", accepted.code) in text(as_carol.get(page("notices")))
    as_carol.post(page("notices"))
    assert Notice.objects.get().read_at is not None
    assert page("notices") not in text(as_carol.get("/"))


def test_notices_of_others_are_not_shown(as_mallory, carol):
    NoticeFactory(account=carol, text="for Carol")
    assert "for Carol" not in text(as_mallory.get(page("notices")))


def test_guide_offers_a_bot_that_may_be_uploaded(client, db):
    assert page("starter") in text(client.get(page("bot-guide")))
    assert archive.read(client.get(page("starter")).content).manifest.name == "My bot"


def test_protocol_links_to_what_is_there(client, db):
    answer = text(client.get(page("protocol")))
    assert f'href="{page("schema")}"' in answer
    assert f'href="{page("games")}"' in answer
    assert client.get(page("schema")).json()["title"]


def test_protocols_link_to_each_other(client, db):
    assert f'href="{page("remote-protocol")}"' in text(client.get(page("protocol")))
    assert f'href="{page("protocol")}"' in text(client.get(page("remote-protocol")))


@pytest.mark.parametrize(
    "name", ["bots", "my-bots", "bot-guide", "protocol", "remote-protocol", "notices"]
)
def test_page_has_nothing_inline(as_carol, name):
    answer = text(as_carol.get(page(name)))
    assert not any(sign in answer for sign in (" style=", "<style", "onclick=", "<script>"))


# The number of queries does not depend on the number of rows.


def bots_of_all(number, version):
    for _ in range(number):
        VersionFactory(bot__owner=PersonFactory().account)
    return page("bots")


def bots_of_ones_own(number, version):
    for _ in range(number):
        VersionFactory(bot__owner=version.bot.owner)
    return page("my-bots")


def versions_of_a_bot(number, version):
    VersionFactory.create_batch(number, bot=version.bot)
    return page("bot", version.bot.code)


def matches_of_a_version(number, version):
    PartFactory.create_batch(number, version=version, fault="crash")
    return page("version-matches", version.code)


def version_with_matches(number, version):
    for _ in range(number):
        match = MatchFactory(players=[version.player, BotFactory()])
        PartFactory(version=version, seat=match.seats.get(number=0), fault="crash")
    return page("version", version.code)


def notices_of_an_account(number, version):
    NoticeFactory.create_batch(number, account=version.bot.owner, version=version)
    return page("notices")


@pytest.mark.parametrize(
    "fill",
    [
        bots_of_all,
        bots_of_ones_own,
        versions_of_a_bot,
        matches_of_a_version,
        version_with_matches,
        notices_of_an_account,
    ],
)
def test_queries_do_not_grow_with_rows(fill, accepted, as_carol, django_assert_num_queries):
    address = fill(1, accepted)
    as_carol.get(address)
    with CaptureQueriesContext(connection) as once:
        as_carol.get(address)
    fill(19, accepted)
    with django_assert_num_queries(len(once)):
        as_carol.get(address)
