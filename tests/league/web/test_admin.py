"""The admin's pages open, and show no secret."""

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import UniqueConstraint
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.admin.base import Few
from league.management import migration_rules
from league.models import Account, Archive, Club, Job, Login, Match, Notice, Player, Season, Version
from league.services.accounts import accounts, people
from league.services.base.sayings import is_known
from tests.league.factories import (
    NOW,
    AccountFactory,
    AuthorsBotFactory,
    JobFactory,
    MatchFactory,
    MembershipFactory,
    NoticeFactory,
    PartFactory,
    PersonFactory,
    PlayerFactory,
    SessionFactory,
    VersionFactory,
)
from tests.league.ladders import by_key, finish, make_ladder, open_tables

MODELS = [m for m in admin.site._registry if m._meta.app_label == "league"]


@pytest.fixture
def as_root(client, db):
    client.force_login(Account.objects.create_superuser("root", password="tricky cards"))
    return client


def address(model, page, *args):
    return reverse(f"admin:league_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def quarantined(carol):
    """A version of Carol's in quarantine, with a notice about it."""
    version = VersionFactory(bot=AuthorsBotFactory(owner=carol), status="quarantined")
    NoticeFactory(account=carol, version=version)
    return version


@pytest.mark.sweep(10)
@pytest.mark.usefixtures("final", "quarantined")
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_list_opens(as_root, model):
    assert as_root.get(address(model, "changelist")).status_code == 200


@pytest.mark.sweep(10)
@pytest.mark.usefixtures("final", "quarantined")
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_row_opens(as_root, alice, model):
    people.issue_token(account=alice, name="t", scopes=["read"], now=NOW)
    row = model.objects.first()
    if row is not None:
        assert as_root.get(address(model, "change", row.pk)).status_code == 200


@pytest.fixture
def ladder(club):
    season = make_ladder(club)
    finish(open_tables(season), by_key)
    return season


@pytest.mark.parametrize(
    "name", ["Duplicate", "Rating", "RatingChange", "Meeting", "Match", "Record"]
)
def test_rows_of_a_ladder_open(as_root, ladder, name):
    [model] = [model for model in MODELS if model.__name__ == name]
    assert as_root.get(address(model, "changelist")).status_code == 200
    page = as_root.get(address(model, "change", model.objects.first().pk))
    assert page.status_code == 200
    assert "secret" not in page.content.decode()


@pytest.mark.parametrize("name", ["Duplicate", "RatingChange", "Match", "Result", "Record"])
def test_lists_cost_the_same_for_any_number_of_duplicates(as_root, club, settings, name):
    [model] = [model for model in MODELS if model.__name__ == name]

    def queries(tables):
        settings.LADDER_OPEN = tables
        finish(open_tables(make_ladder(club)), by_key)
        with CaptureQueriesContext(connection) as queries:
            as_root.get(address(model, "changelist"))
        return len(queries)

    assert queries(1) == queries(3)


@pytest.mark.parametrize(
    "name", ["Match", "Result", "Round", "Record", "Standing", "AuditEntry", "Rating"]
)
def test_what_services_keep_is_not_added_by_hand(as_root, name):
    [model] = [model for model in MODELS if model.__name__ == name]
    assert as_root.get(address(model, "add")).status_code == 403


def test_result_is_not_edited_by_hand(as_root, final):
    result = final.results.get()
    url = address(type(result), "change", result.pk)
    assert as_root.post(url, {"totals": "[0, 0, 0, 0]"}).status_code == 403


def test_match_keeps_its_secret(as_root, played):
    page = as_root.get(address(type(played), "change", played.pk)).content.decode()
    assert "secret" not in page


def test_log_of_a_bot_is_not_shown(as_root, played):
    part = PartFactory(seat=played.seats.first(), log="my secret plan", fault_evidence="")
    page = as_root.get(address(type(part), "change", part.pk)).content.decode()
    assert part.version.bot.name in page
    assert "my secret plan" not in page


def test_running_season_keeps_what_its_results_depend_on(as_root, season):
    page = as_root.get(address(Season, "change", season.pk)).content.decode()
    assert 'name="game"' not in page


def act(client, model, action, *rows):
    data = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(address(model, "changelist"), data, follow=True).content.decode()


def as_staff(client, account):
    account.is_staff = account.is_superuser = True
    account.save()
    client.force_login(account)
    return client


def test_organiser_starts_a_season_by_the_service(client, alice, season):
    Season.objects.update(status=Season.Status.DRAFT)
    act(as_staff(client, alice), Season, "start", season)
    season.refresh_from_db()
    assert season.status == Season.Status.RUNNING


def test_publishing_an_empty_draw_says_why_not(client, alice, draft):
    assert "Seat players, then publish it" in act(
        as_staff(client, alice), type(draft), "publish", draft
    )


def test_superuser_who_organises_nothing_cannot_publish(as_root, draft):
    assert "You need the role" in act(as_root, type(draft), "publish", draft)


def test_archive_keeps_its_bytes(as_root, quarantined):
    url = address(Archive, "change", quarantined.archive_id)
    assert "content" not in as_root.get(url).context["adminform"].form.fields
    assert "archive&#x27;" not in as_root.get(url).content.decode()


def test_staff_lifts_a_quarantine_by_the_service(as_root, quarantined):
    act(as_root, Version, "lift", quarantined)
    quarantined.refresh_from_db()
    assert quarantined.status == "accepted"


def test_version_that_is_not_in_quarantine_says_so(as_root, quarantined):
    Version.objects.update(status="accepted")
    assert "not in quarantine" in act(as_root, Version, "lift", quarantined)


def test_new_season_offers_the_games_there_are(as_root, club):
    page = as_root.get(address(Season, "add")).content.decode()
    assert '<option value="mit-list-und-tuecke">Mit List und Tücke</option>' in page


def test_every_model_of_the_league_has_a_page():
    from django.apps import apps

    shown = {*MODELS, *(inline.model for m in MODELS for inline in admin.site._registry[m].inlines)}
    assert set(apps.get_app_config("league").get_models()) <= shown


def test_player_is_found_by_name(as_root, bob):
    page = as_root.get(address(Player, "changelist"), {"q": "bob"}).content.decode()
    assert "Bob" in page


def test_what_staff_changes_by_hand_says_who_did_it(as_root, bob):
    fields = {"name": "Robert", "kind": "person", "account": bob.pk, "builtin": ""}
    as_root.post(address(Player, "change", bob.player.pk), fields)
    entry = LogEntry.objects.get()
    assert (entry.user.username, entry.object_repr) == ("root", "Robert")


def test_lists_count_up_to_a_number(as_root, monkeypatch):
    monkeypatch.setattr("league.services.base.pages.MOST_COUNTED", 3)
    PersonFactory.create_batch(5)
    listed = as_root.get(address(Player, "changelist")).context["cl"]
    assert (listed.result_count, listed.full_result_count) == (3, None)


LARGE = [m for m in MODELS if not isinstance(admin.site._registry[m], Few)]


def indexes(model):
    """Return the columns of each index of a model, and whether it has all rows."""
    unique = [rule for rule in model._meta.constraints if isinstance(rule, UniqueConstraint)]
    rules = [rule for rule in (*unique, *model._meta.indexes) if rule.fields]
    columns = [f for f in model._meta.concrete_fields if f.unique or f.db_index]
    return [
        *(([name.lstrip("-") for name in rule.fields], rule.condition is None) for rule in rules),
        *(([field.name], True) for field in columns),
    ]


def found_by_index(model):
    return {names[0] for names, _whole in indexes(model)}


def ordered_by_index(model):
    """Return the columns in whose order an index has all rows, by their keys where they agree."""
    return {names[0] for names, whole in indexes(model) if whole and names[1:] in ([], ["id"])}


def orders(client, model, query):
    """Return by what the rows of a list are sorted first."""
    listed = client.get(address(model, "changelist"), query).context["cl"]
    return listed.queryset.query.order_by[0].lstrip("-").replace("pk", model._meta.pk.name)


def test_no_large_table_counts_as_small():
    assert not {m._meta.model_name for m in MODELS if m not in LARGE} & migration_rules.LARGE


@pytest.mark.sweep(6)
@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.__name__)
def test_large_lists_are_sorted_by_an_index_whatever_is_asked(as_root, model):
    columns = len(admin.site._registry[model].list_display) + 1
    asked = [{}, *({"o": number} for number in range(columns))]
    assert {orders(as_root, model, query) for query in asked} <= ordered_by_index(model)


@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.__name__)
def test_large_lists_are_filtered_by_an_index(model):
    page = admin.site._registry[model]
    if model not in {Account, Player}:  # whose lists are searched for a part of a name, too
        assert set(page.list_filter) <= found_by_index(model)


@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.__name__)
def test_large_lists_are_searched_for_what_an_index_has(model):
    if model in {Account, Player}:
        return
    for path in admin.site._registry[model].search_fields:
        *above, name = path.split("__")
        owner = model
        for step in above:
            assert step in found_by_index(owner), path
            owner = owner._meta.get_field(step).related_model
        assert name in ordered_by_index(owner), path


@pytest.mark.parametrize("name", ["code", "session", "season"])
def test_match_is_found_by_codes_of_what_it_is_in(as_root, match, name):
    MatchFactory(session=SessionFactory())
    code = match.code if name == "code" else getattr(match, name).code
    listed = as_root.get(address(Match, "changelist"), {"q": code}).context["cl"]
    assert list(listed.queryset) == [match]


def test_job_is_found_by_its_match(as_root, match):
    job, _other = JobFactory(match=match), JobFactory(match=MatchFactory())
    listed = as_root.get(address(Job, "changelist"), {"q": match.code}).context["cl"]
    assert list(listed.queryset) == [job]


def test_a_name_that_nobody_has_finds_nothing(as_root, match):
    listed = as_root.get(address(Match, "changelist"), {"q": "nobody"}).context["cl"]
    assert not listed.queryset.exists()


def test_a_column_without_an_index_is_no_link(as_root, match):
    page = as_root.get(address(Match, "changelist")).content.decode()
    assert 'class="sortable column-code"' in page
    assert page.count('class="sortable') == 1


def test_pages_of_a_list_go_on_where_the_one_before_ended(as_root, monkeypatch):
    players = PersonFactory.create_batch(5)
    monkeypatch.setattr(admin.site._registry[Player], "list_per_page", 2)
    pages = [
        list(as_root.get(address(Player, "changelist"), {"p": page}).context["cl"].result_list)
        for page in (1, 2, 3)
    ]
    assert [*pages[0], *pages[1], *pages[2]] == players[::-1]
    assert len(pages[2]) == 1


def test_account_is_told_that_staff_set_its_password(as_root, bob):
    page = reverse("admin:auth_user_password_change", args=[bob.pk])
    passwords = {"password1": "trickier cards", "password2": "trickier cards"}
    as_root.post(page, {**passwords, "password2": "other cards"})
    assert not Notice.objects.exists()
    as_root.post(page, passwords)
    bob.refresh_from_db()
    assert bob.check_password("trickier cards")
    assert Notice.objects.get(account=bob).text == accounts.SET
    assert is_known(accounts.SET)


def test_account_is_told_that_staff_took_its_password(as_root, bob):
    bob.set_password("tricky cards")
    bob.save()
    page = reverse("admin:auth_user_password_change", args=[bob.pk])
    as_root.post(page, {"usable_password": "false", "unset-password": "yes"})
    bob.refresh_from_db()
    assert not bob.has_usable_password()
    assert Notice.objects.get(account=bob).text == accounts.SET


def test_password_that_staff_sets_ends_all_logins_but_the_own(as_root, bob):
    browser, passwords = Client(), {"password1": "trickier cards", "password2": "trickier cards"}
    browser.force_login(bob)
    for account in (bob, Account.objects.get(username="root")):
        as_root.post(reverse("admin:auth_user_password_change", args=[account.pk]), passwords)
    assert not Login.objects.filter(account=bob).exists()
    assert browser.get(reverse("web:me")).status_code == 302
    assert as_root.get(reverse("web:me")).status_code == 200


def chosen(client, club, action):
    return client.post(
        address(Club, "changelist"), {"action": action, "_selected_action": [club.pk]}
    )


def test_staff_trusts_clubs_and_stops(as_root, club):
    chosen(as_root, club, "trust")
    club.refresh_from_db()
    assert club.is_trusted
    chosen(as_root, club, "distrust")
    club.refresh_from_db()
    assert not club.is_trusted


def test_a_guest_who_gets_an_account_plays_on_where_they_play(as_root, club):
    guest = MembershipFactory(club=club, player=PlayerFactory()).player
    account = AccountFactory()
    sent = {"name": guest.name, "kind": "person", "account": account.pk, "builtin": ""}
    assert as_root.post(address(Player, "change", guest.pk), sent).status_code == 302
    assert club.agreements.get().player.account == account
