"""The verifier in the browser: it deals as the engine does, and finds what was forged."""

import hashlib
import json

import pytest
from playwright.sync_api import expect

import games
from engine.records import document
from engine.rules import shuffle

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

SECRETS = [hashlib.sha256(bytes([number])).digest() for number in range(100)]
DEALS = """async ([secrets, pack, players]) => {
  const words = pack.split(" ");
  const one = async (secret, round) => {
    const key = ofHex(secret);
    const deck = (await deckOfRound(key, round, words)).join(" ");
    const entropy = await entropyOfRound(key, round);
    return [await commitmentOf(key), await firstDealer(key, players), deck, entropy];
  };
  return Promise.all(secrets.map(one));
}"""


@pytest.fixture
def record(final):
    """The record of the match that two bots have played."""
    return document.decode(bytes(final.result_in_force().record.blob))


@pytest.fixture
def verify(open_page):
    """Return a function that pastes a record and returns the verdict and what was found wrong."""
    page = open_page()
    page.goto("/fair-deals/")

    def do(record, commitment=""):
        page.get_by_label("Or paste the record here").fill(json.dumps(record))
        page.get_by_label("Fingerprint published").fill(commitment)
        page.get_by_role("button", name="Check the deals").click()
        expect(page.locator("#verdict")).to_be_visible()
        page.wait_for_load_state("networkidle")
        return page

    return do


def wrong(page):
    return page.locator(".finding--bad").all_inner_texts()


def dealt(game, players, number):
    """Return what the engine deals from a secret in the round of that number."""
    secret, pack = SECRETS[number], game.deck_of(players, game.options())
    return [
        shuffle.commitment(secret),
        shuffle.first_dealer(secret, players),
        game.pack.format_cards(shuffle.deck_of_round(secret, number, pack)),
        shuffle.entropy_of_round(secret, number).hex(),
    ]


def test_browser_deals_as_the_engine_does(open_page, live_server):
    page = open_page()
    page.goto("/fair-deals/")
    packs = page.evaluate("packs")
    tables = [(game, players) for game in games.all() for players in game.players]
    assert len(packs) == 12
    for game, players in tables:
        given = [[secret.hex() for secret in SECRETS], packs[game.slug][str(players)], players]
        expected = [dealt(game, players, number) for number in range(len(SECRETS))]
        assert page.evaluate(DEALS, given) == expected, (game.slug, players)


def test_browser_computes_the_key_as_the_engine_does(open_page, live_server):
    page = open_page()
    page.goto("/fair-deals/")
    one, two = SECRETS[1].hex(), SECRETS[2].hex()
    for numbers in ([], [None, None], [one, two], [two, one], [None, one], [one, None, two]):
        key = page.evaluate(
            "async ([secret, numbers]) => hexOf(await keyOf(ofHex(secret), numbers))",
            [SECRETS[0].hex(), numbers],
        )
        added = [number and bytes.fromhex(number) for number in numbers]
        assert key == shuffle.key_of(SECRETS[0], added).hex()


def test_rejected_numbers_are_skipped_as_the_engine_does(open_page, live_server):
    page = open_page()
    page.goto("/fair-deals/")
    numbers = [2**64 - 1, 2**64 - 2, 5, 2**63]
    drawn = page.evaluate(
        "async (texts) => { const rest = texts.map(BigInt);"
        " return [await drawBelow(async () => rest.shift(), 7), rest.length]; }",
        list(map(str, numbers)),
    )
    rest = iter(numbers)
    assert drawn == [shuffle.draw_below(rest, 7), len(list(rest))]


def test_true_record_passes(verify, record):
    page = verify(record, record["commitment"])
    expect(page.locator("#verdict")).to_contain_text("Nobody chose these cards")
    assert wrong(page) == []
    assert page.locator(".finding--good").count() == 3 + 2 * len(record["rounds"])


def test_swapped_card_is_found(verify, record):
    deck = record["rounds"][1]["deck"].split()
    deck[4], deck[9] = deck[9], deck[4]
    record["rounds"][1]["deck"] = " ".join(deck)
    page = verify(record)
    expect(page.locator("#verdict")).to_have_text("This record does not agree with its secret.")
    said = f"Round 2: card 5 is {deck[9]} by the secret, but {deck[4]} in the record."
    assert wrong(page) == [said]


def test_missing_card_is_found(verify, record):
    record["rounds"][0]["deck"] = record["rounds"][0]["deck"].rpartition(" ")[0]
    page = verify(record)
    expect(page.locator("#verdict")).to_have_text("This record does not agree with its secret.")
    assert wrong(page) == ["Round 1: the record has 55 cards, but the pack has 56."]


def test_other_secret_is_found(verify, record):
    commitment = record["commitment"]
    record["secret"] = "11" * 32
    record["commitment"] = shuffle.commitment(bytes.fromhex(record["secret"]))
    page = verify(record, commitment)
    expect(page.locator("#verdict")).to_have_text("This record does not agree with its secret.")
    assert wrong(page)[0] == "The secret does not have the fingerprint published with the draw."
    assert len(wrong(page)) >= 1 + 2 * len(record["rounds"])


def test_forged_entropy_is_found(verify, record):
    record["rounds"][2]["entropy"] = "00" * 8
    page = verify(record)
    expect(page.locator("#verdict")).to_have_text("This record does not agree with its secret.")
    said = "Round 3: some other random events do not follow from the secret."
    assert wrong(page) == [said]


def test_record_of_people_has_nothing_to_check(verify, record):
    page = verify(record | {"secret": None, "commitment": None})
    expect(page.locator("#verdict")).to_contain_text("people dealt these cards")


@pytest.mark.parametrize("text", [[], {}, None, {"game": "constructor", "players": "name"}])
def test_what_is_no_record_is_called_so(verify, text):
    page = verify(text)
    expect(page.locator("#verdict")).to_contain_text("This is not a record of a")


def test_match_leads_to_its_proof(open_page, final, picture):
    page = open_page()
    page.goto(f"/matches/{final.code}/")
    page.get_by_role("link", name="Check the deals in your browser").click()
    expect(page.locator("#verdict")).to_contain_text("Nobody chose these cards")
    assert "published with the draw" in " ".join(page.locator(".finding").all_inner_texts())
    picture(page, "fair-deals-checked-390")


def test_file_of_a_record_is_checked_at_once(open_page, record, tmp_path):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    page = open_page()
    page.goto("/fair-deals/")
    page.get_by_label("File of a record").set_input_files(file)
    expect(page.locator("#verdict")).to_contain_text("Nobody chose these cards")
