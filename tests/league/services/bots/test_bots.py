"""Versions of bots: uploaded, accepted, refused, quarantined, withdrawn."""

from datetime import timedelta

import pytest

import games
from league.models import (
    Archive,
    AuditEntry,
    Bot,
    Job,
    Notice,
    Player,
    Rating,
    Version,
)
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.bots import bots
from league.services.play import remote_bots
from tests.bots.archives import GOOD, MANIFEST, tar_gz, zipped
from tests.league.factories import (
    AuthorsBotFactory,
    PartFactory,
    SeasonFactory,
    VersionFactory,
)

OTHER = {**GOOD, "bot.py": b"print('better')\n"}


def upload(by, now, files=GOOD):
    return bots.upload(content=tar_gz(files), by=by, now=now)


def said(refused):
    return refused.value.errors["archive"][0]


def test_first_upload_makes_the_bot_of_its_manifest(carol, now):
    version = upload(carol, now).version
    assert (version.bot.name, version.bot.owner, version.number) == ("Carol's", carol, 1)
    assert (version.status, version.manifest["games"]) == ("checking", ["skat"])


def test_upload_keeps_the_bytes_by_their_digest(carol, now):
    version = upload(carol, now).version
    assert bytes(Archive.objects.get(digest=version.archive_id).content) == tar_gz()


def test_upload_has_the_version_checked(carol, now):
    version = upload(carol, now).version
    job = Job.objects.get()
    assert (job.kind, job.checked, job.status) == ("check_version", version, "waiting")


def test_upload_leaves_an_audit_entry(carol, now):
    version = upload(carol, now).version
    assert AuditEntry.objects.get().subject == f"version:{version.code}"


def test_all_games_are_those_of_the_day(carol, now):
    every = MANIFEST.replace(b'["skat"]', b'"all"')
    version = upload(carol, now, {**GOOD, "bot.toml": every}).version
    assert version.manifest["games"] == [game.slug for game in games.all()]


def test_second_upload_is_the_next_version(carol, now):
    upload(carol, now)
    again = upload(carol, now, OTHER)
    assert (again.version.number, Bot.objects.count()) == (2, 1)


@pytest.mark.parametrize("status", ["checking", "withdrawn"])
def test_same_archive_again_is_the_same_version(carol, now, status):
    first = upload(carol, now)
    Version.objects.update(status=status)
    again = upload(carol, now)
    assert (again.version, again.is_new, first.is_new) == (first.version, False, True)
    assert Version.objects.count() == Job.objects.count() == 1


def test_name_in_other_letters_is_the_same_bot(carol, now):
    upload(carol, now)
    louder = {**GOOD, "bot.toml": MANIFEST.replace(b"Carol", b"CAROL")}
    assert upload(carol, now, louder).version.number == 2


def test_name_of_somebody_elses_bot_is_taken(carol, mallory, now):
    upload(carol, now)
    with pytest.raises(Invalid) as refused:
        upload(mallory, now, OTHER)
    assert "Choose another name in bot.toml" in said(refused)
    assert Version.objects.count() == 1


def test_name_of_a_remote_bot_is_taken(carol, now):
    remote_bots.create(name="CAROL'S", by=carol, now=now)
    with pytest.raises(Invalid) as refused:
        upload(carol, now)
    assert "Choose another name in bot.toml" in said(refused)
    assert not Version.objects.exists()


@pytest.mark.parametrize("name", ["a\u202eb", "two  spaces", "greedy", "mine 2", "<b>x</b>"])
def test_name_that_would_be_shown_otherwise_is_refused(carol, now, name):
    odd = {**GOOD, "bot.toml": MANIFEST.replace(b"Carol's", name.encode())}
    with pytest.raises(Invalid):
        upload(carol, now, odd)


def test_archive_that_is_none_says_what_to_change(carol, now):
    with pytest.raises(Invalid) as refused:
        bots.upload(content=b"hello", by=carol, now=now)
    assert "neither a .tar.gz nor a .zip" in said(refused)


@pytest.fixture
def checking(carol, now):
    return upload(carol, now).version


def test_accepted_version_has_a_player_of_its_name(checking, now):
    assert bots.accept(version=checking, report={"ok": True}, now=now)
    player = Player.objects.get(kind="bot")
    assert (player.name, player.version.status, player.builtin) == ("Carol's 1", "accepted", "")


def test_accepted_version_is_told_to_its_author(checking, carol, now):
    bots.accept(version=checking, report={"ok": True}, now=now)
    assert Notice.objects.values_list("account", "text").get() == (
        carol.pk,
        "Carol's 1 passed its check and may play.",
    )


def test_refused_version_says_why(checking, carol, now):
    bots.refuse(version=checking, reason="skat: crash", report={"ok": False}, now=now)
    checking.refresh_from_db()
    assert (checking.status, checking.reason, checking.player) == ("refused", "skat: crash", None)
    assert Notice.objects.get(account=carol).text == "Carol's 1 was refused: skat: crash"


@pytest.mark.parametrize("end", ["accept", "refuse"])
def test_version_withdrawn_during_its_check_stays_withdrawn(checking, carol, now, end):
    bots.withdraw(version=Version.objects.get(), by=carol, now=now)
    more = {"reason": "slow"} if end == "refuse" else {}
    assert not getattr(bots, end)(version=checking, report={}, now=now, **more)
    assert Version.objects.get().status == "withdrawn"
    assert not Player.objects.filter(kind="bot").exists()


def test_version_is_accepted_once(checking, now):
    assert bots.accept(version=checking, report={}, now=now)
    assert not bots.accept(version=Version.objects.get(), report={}, now=now)
    assert Player.objects.filter(kind="bot").count() == 1


@pytest.fixture
def version(carol):
    return VersionFactory(bot=AuthorsBotFactory(owner=carol))


@pytest.fixture
def rating(version):
    season = SeasonFactory(kind="ladder", table_size=4)
    return Rating.objects.create(
        season=season,
        player=version.player,
        mu=25,
        sigma=8,
        ordinal=1,
        created_at=season.created_at,
    )


def test_withdrawn_version_is_matched_no_more(version, rating, carol, now):
    bots.withdraw(version=version, by=carol, now=now)
    rating.refresh_from_db()
    assert (version.status, rating.is_active) == ("withdrawn", False)


@pytest.mark.parametrize("who", ["alice", "mallory", "bob"])
def test_only_the_author_withdraws(request, version, now, who):
    with pytest.raises(Forbidden):
        bots.withdraw(version=version, by=request.getfixturevalue(who), now=now)
    assert Version.objects.get().status == "accepted"


@pytest.mark.parametrize("status", ["refused", "withdrawn"])
def test_what_does_not_play_is_not_withdrawn(carol, now, status):
    version = VersionFactory(bot__owner=carol, status=status)
    with pytest.raises(Conflict):
        bots.withdraw(version=version, by=carol, now=now)


def play(version, count, *, fault="", at=1, now):
    for _ in range(count):
        PartFactory(version=version, fault=fault, created_at=now + timedelta(minutes=at))


def quarantine(version, now):
    return bots.quarantine_if_faulty(version_ids=[version.pk], now=now)


def test_third_fault_in_twenty_matches_is_one_too_many(version, rating, carol, now):
    play(version, 2, fault="crash", now=now)
    play(version, 17, now=now)
    assert quarantine(version, now) == []
    play(version, 1, fault="timeout", now=now)
    assert quarantine(version, now) == [version]
    version.refresh_from_db()
    rating.refresh_from_db()
    assert (version.status, rating.is_active) == ("quarantined", False)
    assert version.reason.startswith("3 of its last 20 matches ended with a fault")
    assert "in quarantine" in Notice.objects.get(account=carol, version=version).text


def test_faults_of_long_ago_are_forgiven(version, now):
    play(version, 3, fault="crash", now=now)
    play(version, 18, now=now)
    assert quarantine(version, now) == []


def test_matches_sat_out_in_quarantine_are_no_faults(version, now):
    play(version, 2, fault="crash", now=now)
    play(version, 5, fault="quarantined", now=now)
    assert quarantine(version, now) == []


def test_faults_of_others_do_not_count(version, now):
    play(version, 2, fault="crash", now=now)
    play(VersionFactory(), 2, fault="crash", now=now)
    assert quarantine(version, now) == []


def test_quarantine_is_told_once(version, now):
    play(version, 3, fault="crash", now=now)
    assert (len(quarantine(version, now)), len(quarantine(version, now))) == (1, 0)
    assert Notice.objects.count() == 1


def test_looking_for_faults_is_one_query(version, now, django_assert_num_queries):
    versions = [version, *VersionFactory.create_batch(9)]
    for each in versions:
        play(each, 2, fault="crash", now=now)
    with django_assert_num_queries(1):
        bots.quarantine_if_faulty(version_ids=[each.pk for each in versions], now=now)


@pytest.fixture
def quarantined(version, now):
    play(version, 3, fault="crash", now=now)
    quarantine(version, now)
    version.refresh_from_db()
    return version


@pytest.fixture
def staff(owner):
    owner.is_staff = owner.is_superuser = True
    owner.save()
    return owner


def test_lifted_version_starts_afresh(quarantined, staff, now):
    later = now + timedelta(hours=1)
    bots.lift(version=quarantined, by=staff, now=later)
    assert (quarantined.status, quarantined.reason) == ("accepted", "")
    assert quarantine(quarantined, later) == []
    play(quarantined, 3, fault="crash", at=90, now=now)
    assert quarantine(quarantined, later) == [quarantined]


@pytest.mark.parametrize("who", ["carol", "alice"])
def test_quarantine_is_lifted_by_the_staff_only(request, quarantined, now, who):
    with pytest.raises(Forbidden):
        bots.lift(version=quarantined, by=request.getfixturevalue(who), now=now)


def test_staff_without_the_right_to_change_versions_lifts_nothing(quarantined, alice, now):
    alice.is_staff = True
    with pytest.raises(Forbidden):
        bots.lift(version=quarantined, by=alice, now=now)


def test_accepted_version_has_nothing_to_lift(version, staff, now):
    with pytest.raises(Conflict):
        bots.lift(version=version, by=staff, now=now)


@pytest.mark.parametrize("status", Version.Status.values)
def test_only_accepted_versions_are_for_everybody(carol, mallory, staff, status):
    version = VersionFactory(bot__owner=carol, status=status)
    known = {
        name: version in rights.readable_versions(account)
        for name, account in {"carol": carol, "staff": staff, "other": mallory, "": None}.items()
    }
    public = status == "accepted"
    assert known == {"carol": True, "staff": True, "other": public, "": public}
    assert (version.bot in rights.readable_bots(mallory)) is public


def test_insides_of_a_version_are_for_its_author_and_the_staff(version, carol, staff, mallory):
    allowed = [
        version in rights.inspectable_versions(account) for account in (carol, staff, mallory, None)
    ]
    assert allowed == [True, True, False, False]
    assert allowed == [
        rights.may_inspect(version, account) for account in (carol, staff, mallory, None)
    ]


def test_zip_and_tar_of_the_same_files_are_two_versions(carol, now):
    first = upload(carol, now).version
    second = bots.upload(content=zipped(), by=carol, now=now).version
    assert (first.number, second.number) == (1, 2)
