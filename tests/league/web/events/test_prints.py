"""What is printed, read back: every game, ten seats, long names."""

import hashlib
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

import games
from league.web.events.paper import FONTS
from league.web.events.score_sheets import OPEN_END, Sheet
from tests.league.factories import MatchFactory, PlayerFactory, SeasonFactory, SessionFactory

LONG = "Maximiliane-Friederike von und zu Hohenlohe-Waldenburg-Schillingsfürst"
SLUGS = [game.slug for game in games.all()]


def pages(response):
    assert response.headers["Content-Type"] == "application/pdf"
    return [page.extract_text() for page in PdfReader(BytesIO(response.content)).pages]


def table_of(slug, seats, names=None, **season):
    session = SessionFactory(event__season=SeasonFactory(game=slug, **season), number=3)
    players = [PlayerFactory(name=name) for name in names or [f"Spieler {n}" for n in range(seats)]]
    return MatchFactory(session=session, table_number=17, players=players)


@pytest.mark.further
@pytest.mark.sweep(2)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_score_sheet_at_every_table(client, db, slug):
    for seats in games.get(slug).players:
        match = table_of(slug, seats)
        text = "\n".join(pages(client.get(f"/matches/{match.code}/score-sheet.pdf")))
        assert "Table 17" in text
        assert all(f"{n + 1} Spieler {n}" in " ".join(text.split()) for n in range(seats))
        assert text.count("Round score") >= 1


@pytest.mark.parametrize("slug", SLUGS)
def test_every_field_of_a_sheet_has_its_column(db, slug):
    sheet = Sheet(table_of(slug, games.get(slug).players[0]), "https://example.org/")
    columns = [column for part in sheet.parts for column in part.columns]
    asked = len(sheet.leaves) + len(sheet.names)
    assert len(sheet.about_round) + len(columns) == asked


def test_ten_seats_at_loo_have_all_their_rounds(client, db):
    match = table_of("loo", 10)
    found = pages(client.get(f"/matches/{match.code}/score-sheet.pdf"))
    assert "".join(found).count("Dealer: ") == 10
    assert len(found) <= 5


def test_a_match_with_an_open_end_has_room_for_a_dozen_rounds(client, db):
    match = table_of("skat", 3, cycles=4)
    assert Sheet(match, "").rounds == OPEN_END
    assert len(pages(client.get(f"/matches/{match.code}/score-sheet.pdf"))) == 1


def test_long_names_and_umlauts_are_printed(client, db):
    match = table_of("skat", 3, names=[LONG, "Jürgen Weiß", "Łukasz ♠"])
    [text] = pages(client.get(f"/matches/{match.code}/score-sheet.pdf"))
    assert "Maximiliane-Friederike von" in text
    assert "Jürgen Weiß" in text
    assert "Łukasz ♠" in text


@pytest.mark.parametrize(("language", "word"), [("de", "Tisch 17"), ("nl", "Tafel 17")])
def test_sheets_speak_the_visitors_language(client, db, language, word):
    match = table_of("skat", 3)
    response = client.get(
        f"/matches/{match.code}/score-sheet.pdf", headers={"Accept-Language": language}
    )
    assert word in pages(response)[0]


def test_a_session_has_a_sheet_for_each_table(client, match, session, table_of_four):
    MatchFactory(session=session, table_number=2, players=table_of_four)
    found = pages(client.get(f"/sessions/{session.code}/score-sheets.pdf"))
    assert "Table 1" in found[0]
    assert "Table 2" in found[len(found) // 2]


@pytest.mark.parametrize("font", sorted(FONTS.glob("*.ttf")), ids=lambda font: font.name)
def test_fonts_are_the_ones_named(font):
    digest = hashlib.sha256(font.read_bytes()).hexdigest()
    assert f"`{font.name}`" in (FONTS / "README.md").read_text()
    assert f"`{digest}`" in (FONTS / "README.md").read_text()


@pytest.mark.parametrize("font", sorted(FONTS.glob("*.ttf")), ids=lambda font: font.name)
@pytest.mark.parametrize("letters", ["ÄÖÜẞäöüßéëĳ", "ŁŐŞȚ", "Ωάή", "ЖйҐї", "♠♥♦♣", "→✓✗−…„“€½"])
def test_fonts_have_the_letters_of_names_and_cards(font, letters):
    known = TTFont(font).getBestCmap()
    assert [letter for letter in letters if ord(letter) not in known] == []


def test_four_cards_share_a_page(client, session, table_of_four):
    for number in range(1, 6):
        MatchFactory(session=session, table_number=number, players=table_of_four)
    found = pages(client.get(f"/sessions/{session.code}/table-cards.pdf"))
    assert [text.count("Enter the result") for text in found] == [4, 1]
    assert "Frida" in found[1]


def test_the_draw_is_a_list(client, match, session):
    [text] = pages(client.get(f"/sessions/{session.code}/draw.pdf"))
    assert "Bob · Dora · Emil · Frida" in text


@pytest.mark.further
def test_a_long_list_goes_on_over_pages(client, session, table_of_four):
    for number in range(1, 61):
        MatchFactory(session=session, table_number=number, players=table_of_four)
    found = pages(client.get(f"/sessions/{session.code}/draw.pdf"))
    assert len(found) == 2
    assert "Page 2 of 2" in found[1]


def test_standings_are_a_list(client, entered, dora, now, season):
    from league.services.results import results

    results.confirm(match=entered, by=dora, expected_version=1, now=now)
    [text] = pages(client.get(f"/seasons/{season.code}/standings.pdf"))
    assert "Bob" in text
    assert "36" in text


@pytest.mark.parametrize("what", ["draw", "score-sheets", "table-cards"])
def test_drafts_are_not_printed_for_others(client, draft, table_of_four, what):
    MatchFactory(session=draft, status="draft", players=table_of_four)
    assert client.get(f"/sessions/{draft.code}/{what}.pdf").status_code == 404


def test_an_empty_session_has_no_sheets(client, session):
    assert client.get(f"/sessions/{session.code}/score-sheets.pdf").status_code == 404


def test_the_code_leads_to_the_entry_page_after_a_login(client, match, bob):
    address = f"/matches/{match.code}/card/"
    response = client.get(address)
    assert response.url == f"/login/?next={address}"
    bob.set_password("tricky cards")
    bob.save()
    login = {"username": bob.username, "password": "tricky cards"}
    assert client.post(response.url, login).url == address
