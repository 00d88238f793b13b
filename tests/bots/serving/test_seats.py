"""Where a bot that is served sits down: where it is asked to, and where its author wants."""

from .conftest import wait_for
from .site import Match


def is_over(match):
    return lambda: match.status == "over"


def test_a_challenge_is_accepted_and_played(site, serve):
    served = serve()
    wait_for(lambda: site.listening)
    match = site.challenge(Match("aaa", gathers=True))
    wait_for(is_over(match))
    wait_for(lambda: "it is over" in served.text)


def test_a_challenge_that_came_before_is_found(site, serve):
    match = site.challenge(Match("aaa", gathers=True))
    serve()
    wait_for(is_over(match))


def test_a_challenge_to_another_game_is_declined(site, serve):
    match = site.challenge(Match("aaa", gathers=True))
    served = serve(games=["skat"])
    wait_for(lambda: match.declined)
    assert "Table aaa: declined, the bot does not play briscola." in served.text


def test_a_bot_with_all_tables_it_wants_declines(site, serve):
    waiting = site.add(Match("aaa", bots_only=True))
    waiting.status = "gathering"
    served = serve(most=1)
    wait_for(lambda: served.desk.tables)
    match = site.challenge(Match("bbb", gathers=True))
    wait_for(lambda: match.declined)
    assert "declined, the bot sits at 1 tables already" in served.text


def test_a_seat_that_somebody_else_took_is_told_once(site, serve):
    match = Match("aaa", gathers=True)
    match.is_full = True
    served = serve()
    site.challenge(match)
    wait_for(lambda: match.declined)
    wait_for(lambda: site.paths("GET").count("remote-bots/me") > 3)
    assert site.paths("POST").count("tables/aaa/join") == 1
    assert served.text.count("Table aaa: the site answers 409: All seats are taken.") == 1


def test_tables_of_an_event_are_joined_unasked(site, serve):
    match, private = (Match(name * 3, gathers=True) for name in "ab")
    private.is_private = True
    site.matches |= {"aaa": match, "bbb": private}
    serve(event="spring")
    wait_for(is_over(match))
    assert (private.status, site.paths("POST").count("tables/bbb/join")) == ("gathering", 0)


def test_no_more_tables_of_an_event_are_joined_than_wanted(site, serve):
    matches = [Match(name * 3, gathers=True, game="skat") for name in "abc"]
    for match in matches:
        match.go_on = lambda: None  # nobody acts
        site.matches[match.code] = match
    served = serve(event="spring", most=2)
    wait_for(lambda: len(served.desk.tables) == 2)
    wait_for(lambda: site.paths("GET").count("remote-bots/me") > 3)
    assert sum(match.seated for match in matches) == 2
