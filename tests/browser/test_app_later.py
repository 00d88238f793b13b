"""Acts that wait for the network: what is handed in, taken away and confirmed, in which order, and
what becomes of it once nobody is logged in."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Account, Match, Result, Role, ScorePad
from league.services.results import pads
from tests.league.factories import MembershipFactory
from tests.league.services import acts
from tests.league.sheets import SHEETS

from .conftest import person
from .test_app import (
    KEPT_RESULT,
    WAITING,
    Rows,
    connect,
    cut,
    enter,
    enter_elsewhere,
    form,
    open_app,
    phone,
    visit,
)
from .test_evening import SCORES
from .test_pads import ORDINARY, fill

__all__ = ["form", "open_app", "phone"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("chromium"),
    pytest.mark.django_db(transaction=True),
]


FINAL = "The result is final and counts in the standings."


def entered(match, by, rounds=SCORES):
    """Have somebody enter a result for the table."""
    return acts.enter(match, Account.objects.get(username=by), timezone.now(), rounds=rounds)


@pytest.fixture
def written(match):
    """The pad of Bob's table, with all deals on it."""
    deal = {"sheet": SHEETS["mit-list-und-tuecke"][0]}
    bob = Account.objects.get(username="bob")
    for number in range(4):
        act = {"by": bob, "expected_version": number, "now": timezone.now()}
        own = Match.objects.get(pk=match.pk)
        pads.write(match=own, number=number, deal=deal | {"dealer": number}, **act)
    return match


def test_pad_is_handed_in_once_there_is_network(phone, written, picture):
    phone.goto(f"/matches/{written.code}/pad/")
    cut(phone)
    phone.get_by_role("button", name="Hand in").click()
    expect(phone.get_by_text("The sheet is handed in as soon as it can be")).to_be_visible()
    expect(phone.get_by_role("button", name="Take deal 4 away")).to_be_disabled()
    picture(phone, "app-hand-in-kept")
    assert not Result.objects.exists()
    connect(phone)
    expect(phone.get_by_text("The result is entered.")).to_be_visible()
    assert Result.objects.get().entered_by.username == "bob"
    assert phone.evaluate(WAITING) == 0


def test_pad_that_somebody_handed_in_meanwhile_stays_and_is_shown(phone, written):
    phone.goto(f"/matches/{written.code}/pad/")
    cut(phone)
    phone.get_by_role("button", name="Hand in").click()
    entered(written, "alice")
    connect(phone)
    expect(phone.get_by_text("Somebody else of the table has handed in")).to_be_visible()
    assert Result.objects.get().entered_by.username == "alice"
    assert phone.evaluate(WAITING) == 0


def test_deal_is_taken_away_once_there_is_network(phone, written):
    pad = f"/matches/{written.code}/pad/"
    visit(phone, pad)
    cut(phone)
    phone.get_by_role("button", name="Take deal 4 away").click()
    expect(phone.get_by_text("The deal is taken away as soon as it can be")).to_be_visible()
    phone.goto(pad)
    expect(phone.get_by_text("The deal is taken away as soon as it can be")).to_be_visible()
    connect(phone)
    expect(phone.get_by_text("Deal 4 of 4")).to_be_visible()
    assert len(ScorePad.objects.get().rounds) == 3


@pytest.fixture
def waiting(match):
    """Bob's match, with a result that Alice has entered."""
    entered(match, "alice")
    return match


def test_result_is_confirmed_on_a_kept_page_once_there_is_network(phone, waiting, picture):
    confirm = f"/matches/{waiting.code}/confirm/"
    visit(phone, confirm)
    cut(phone)
    phone.goto(confirm)
    phone.get_by_role("button", name="Yes, confirm it").click()
    expect(phone.get_by_text("The result is confirmed as soon as it can be")).to_be_visible()
    picture(phone, "app-confirm-kept")
    connect(phone)
    expect(phone.get_by_role("status").get_by_text(FINAL)).to_be_visible()
    assert Result.objects.get().confirmed_by.username == "bob"


def test_other_result_is_not_confirmed_but_shown_beside_the_one_seen(phone, waiting, picture):
    phone.goto(f"/matches/{waiting.code}/confirm/")
    cut(phone)
    phone.get_by_role("button", name="Yes, confirm it").click()
    entered(waiting, "alice", rounds=[[100, 0, 0, 0], *SCORES[1:]])
    connect(phone)
    expect(phone.get_by_role("heading", name="What is there now")).to_be_visible()
    tables = phone.get_by_role("table")
    expect(tables.nth(0)).to_contain_text(str(SCORES[0][0]))
    expect(tables.nth(1)).to_contain_text("100")
    picture(phone, "app-confirm-refused")
    assert Match.objects.get(pk=waiting.pk).status == Match.Status.ENTERED
    phone.get_by_role("button", name="Yes, confirm it").click()
    expect(phone.get_by_role("status").get_by_text(FINAL)).to_be_visible()


def test_result_that_is_final_meanwhile_is_found_behind_its_refusal(phone, waiting):
    visit(phone, "/clubs/linde/")
    phone.goto(f"/matches/{waiting.code}/confirm/")
    cut(phone)
    phone.get_by_role("button", name="Yes, confirm it").click()
    expect(phone.get_by_text("The result is confirmed as soon as it can be")).to_be_visible()
    phone.goto("/clubs/linde/")
    scorer = person("Sven")
    MembershipFactory(club=waiting.season.club, player=scorer, role=Role.SCORER)
    acts.confirm(waiting, scorer.account, timezone.now())
    connect(phone)
    expect(phone.get_by_text("Not stored yet.")).to_be_visible()
    phone.locator("#unsent").get_by_role("link", name="Confirm the result").click()
    expect(phone.locator(".notice--error")).to_be_visible()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Table 1")
    assert phone.evaluate(WAITING) == 0


def test_later_entries_of_a_table_wait_for_one_that_is_refused(phone, match, form, picture):
    pad = f"/matches/{match.code}/pad/"
    visit(phone, "/clubs/linde/", pad, form)
    cut(phone)
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    phone.goto(pad)
    phone.get_by_role("button", name="Store the deal").click()
    expect(phone.get_by_text("This deal is kept in this browser")).to_be_visible()
    phone.goto("/clubs/linde/")
    enter_elsewhere(match, form)
    connect(phone)
    held = phone.locator("#unsent [data-of=held]")
    expect(held).to_contain_text("Waits until you have looked at")
    expect(held.get_by_role("link")).to_have_text("Score pad of table 1")
    picture(phone, "app-held")
    assert phone.evaluate(WAITING) == 2
    phone.goto(pad)
    expect(phone.get_by_text("This waits until you have looked at")).to_be_visible()
    picture(phone, "app-held-pad")
    phone.locator("#held").get_by_role("link", name="Result of table 1").click()
    expect(phone.get_by_role("heading", name="Current result")).to_be_visible()
    phone.goto(pad)
    expect(phone.get_by_text("Something is still missing")).to_be_visible()
    assert phone.evaluate(WAITING) == 0


def test_entries_of_a_table_are_sent_in_order(phone, match, form):
    visit(phone, "/clubs/linde/", f"/matches/{match.code}/pad/", form)
    sent = []
    cut(phone)
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    phone.goto(f"/matches/{match.code}/pad/")
    phone.on("request", lambda asked: sent.append(asked) if asked.method == "POST" else None)
    phone.get_by_role("button", name="Store the deal").click()
    expect(phone.get_by_text("This deal is kept in this browser")).to_be_visible()
    assert all(asked.url.endswith("?as=scores") for asked in sent)
    connect(phone)
    expect(phone.get_by_text("Something is still missing")).to_be_visible()
    assert Result.objects.count() == 1


def test_page_whose_entry_another_one_has_sent_leads_to_the_table(phone, waiting):
    visit(phone, f"/matches/{waiting.code}/")
    phone.goto(f"/matches/{waiting.code}/confirm/")
    cut(phone)
    phone.get_by_role("button", name="Yes, confirm it").click()
    expect(phone.get_by_text("The result is confirmed as soon as it can be")).to_be_visible()
    phone.evaluate("unsent.clear()")
    phone.wait_for_url(f"**/matches/{waiting.code}/")


@pytest.mark.parametrize("why", ["{ throw new DOMException('', 'InvalidStateError'); }", "null"])
def test_form_is_sent_where_the_browser_keeps_nothing(open_page, log_in, form, why):
    page = log_in(open_page(), "bob")
    page.add_init_script(f"IDBFactory.prototype.open = () => {why}")
    page.goto(form)
    enter(page)
    expect(page.get_by_text("The result is entered.")).to_be_visible()
    assert Result.objects.get().entered_by.username == "bob"


def test_pad_behind_a_refusal_on_the_page_of_the_match_works(phone, match):
    visit(phone, "/clubs/linde/", f"/matches/{match.code}/pad/")
    cut(phone)
    _players, _taps, typed, scores = ORDINARY["mit-list-und-tuecke"]
    phone.get_by_role("button", name="Store the deal").click()
    expect(phone.get_by_text("This deal is kept in this browser")).to_be_visible()
    phone.goto("/clubs/linde/")
    connect(phone)
    expect(phone.get_by_text("Not stored yet.")).to_be_visible()
    phone.locator("#unsent").get_by_role("link", name="Score pad of table 1").click()
    expect(phone.get_by_text("Something is still missing")).to_be_visible()
    for field in typed:
        fill(phone, *field)
    expect(phone.locator("#deal output")).to_contain_text(str(scores[0]))
    expect(phone).to_have_title(re.compile("Score pad of table 1"))


GONE = """{ key: 'one', at: 1, url: '/matches/none/pad/', page: '/matches/none/pad/', body: '',
  title: 'Score pad of table 9', reader: document.documentElement.dataset.reader }"""


def test_entry_whose_match_is_gone_can_be_given_up(phone, season, picture):
    visit(phone, "/clubs/linde/")
    phone.evaluate(f"unsent.put({GONE})")
    phone.goto("/clubs/linde/")
    expect(phone.get_by_text("Not stored yet.")).to_be_visible()
    picture(phone, "app-refused-gone")
    phone.get_by_role("button", name="Do not send it: Score pad of table 9").click()
    expect(phone.locator("#unsent")).to_be_hidden()
    assert phone.evaluate(WAITING) == 0


def test_entry_of_a_guest_waits_while_somebody_is_logged_in(open_app, log_in, season, settings):
    page = open_app()
    page.goto("/games/")
    page.evaluate(f"unsent.put({GONE})")
    log_in(page, "bob").goto("/clubs/linde/")
    page.wait_for_function(f"({WAITING})().then((waiting) => waiting === 0)")
    expect(page.locator("#unsent")).to_be_hidden()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.goto("/games/")
    expect(page.get_by_text("Not stored yet.")).to_be_visible()
    expect(page.get_by_text(HIDDEN)).to_be_hidden()
    page.get_by_role("button", name="Do not send it: Score pad of table 9").click()
    expect(page.locator("#unsent")).to_be_hidden()
    assert page.evaluate(WAITING) == 0


CHANGES = """async () => {
  const begin = IDBDatabase.prototype.transaction;
  let count = 0;
  for (const key of ["one", "two"]) await unsent.put({ key, reader: "x" });
  IDBDatabase.prototype.transaction = function (...given) {
    count += 1;
    return begin.apply(this, given);
  };
  await unsent.showTo();
  return [count, (await unsent.hidden()).length];
}"""


def test_all_is_hidden_at_once(open_app):
    assert open_app().evaluate(CHANGES) == [1, 2]


HIDDEN = "Nobody is logged in here any more"


@pytest.fixture
def ended(phone, form, settings):
    """Bob's phone, on which a result waits although his session has ended."""
    visit(phone, "/clubs/linde/")
    phone.goto(form)
    cut(phone)
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    phone.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    return phone


def test_what_waits_is_hidden_once_a_session_has_ended(ended, log_in, picture, wait_for):
    ended.goto("/clubs/linde/")
    expect(ended.locator("#unsent a")).to_have_text("Result of table 1")
    connect(ended)
    expect(ended.get_by_text(HIDDEN)).to_be_visible()
    picture(ended, "app-unsent-hidden")
    expect(ended.get_by_text("Result of table 1")).to_be_hidden()
    assert ended.evaluate(WAITING) == 0
    assert not Result.objects.exists()
    log_in(ended, "bob").goto("/clubs/linde/")
    wait_for(ended, Rows(Result))
    assert Result.objects.get().entered_by.username == "bob"


def test_form_that_waits_gives_way_once_a_session_has_ended(ended):
    connect(ended)
    expect(ended.get_by_text(HIDDEN)).to_be_visible()
    expect(ended.get_by_role("heading", level=1)).to_have_text("Log in")
    assert ended.evaluate(WAITING) == 0


def test_what_is_hidden_goes_when_somebody_else_logs_in(ended, log_in):
    connect(ended)
    expect(ended.get_by_text(HIDDEN)).to_be_visible()
    log_in(ended, "alice").goto("/clubs/linde/")
    ended.wait_for_function("async () => (await unsent.hidden()).length === 0")
    assert ended.evaluate(WAITING) == 0
    assert not Result.objects.exists()


def test_what_is_hidden_can_be_deleted_by_anybody(ended):
    connect(ended)
    ended.get_by_role("button", name="Delete it now").click()
    expect(ended.get_by_text(HIDDEN)).to_be_hidden()
    assert ended.evaluate("async () => (await unsent.hidden()).length") == 0


def test_what_is_hidden_is_gone_after_a_week(open_app):
    page = open_app()
    hidden = "{ key: 'one', page: '/', reader: 'x', body: '', hiddenAt: Date.now() - 8 * 864e5 }"
    page.evaluate(f"unsent.put({hidden})")
    page.goto("/games/")
    page.wait_for_function("async () => (await unsent.hidden()).length === 0")
