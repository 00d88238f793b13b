"""The disk of an installation on one host is full: with SQLite and the broker in a folder."""

import json
import sqlite3

import pytest

from .house import BROKEN, House
from .people import People
from .test_faults import UNDONE, counts_once
from .waiting import await_true

pytestmark = pytest.mark.logs(*BROKEN)

BOTS, PEOPLE = 20, 6


@pytest.fixture
def database(small_disk):
    return small_disk.folder / "stammtisch.sqlite3"


@pytest.fixture
def lonely_house(place, small_disk, database):
    """All programs, with what they store on the small disk."""
    folder = place / "house"
    folder.mkdir()
    stores = {
        "DATABASE_URL": f"sqlite:///{database}",
        "BROKER_FOLDER": str(small_disk.folder / "broker"),
        "REDIS_URL": "",
    }
    with House(folder, stores) as programs:
        programs.await_page()
        yield programs


def count(database, question):
    with sqlite3.connect(database) as connection:
        [[number]] = connection.execute(question)
    connection.close()
    return number


@pytest.mark.slow
@pytest.mark.xdist_group("programs")
@pytest.mark.needs("rights")
def test_nothing_is_lost_while_the_disk_is_full(lonely_house, small_disk, database):
    house = lonely_house
    made = json.loads(house.scene("prepare", 2, BOTS, PEOPLE))
    with People(house.url, made["tokens"]) as people:
        people.publish(made["sessions"][0])
        await_true(lambda: people.told, "a result")
        small_disk.fill()
        people.publish(made["sessions"][1])
        await_true(lambda: people.seen[503], "a request that is put off")
        assert house.page() == 200
        small_disk.free()
    await_true(lambda: not count(database, UNDONE), "jobs")
    await_true(lambda: not count(database, "SELECT count(*) FROM league_unrated"), "ratings")
    found = json.loads(house.scene("verdict"))
    counts_once(found, people, of_bots=2 * BOTS, of_people=2 * PEOPLE)
    assert (house.ended(), house.stop(), house.left()) == ([], {}, [])
    assert list((small_disk.folder / "broker").glob("*/.*")) == []
