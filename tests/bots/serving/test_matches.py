"""A bot that is served plays its matches to the end, whatever the network does."""

import json

import pytest

from tests.bots import folders

from .conftest import wait_for
from .site import Match

PRINTS = 'say({"seq": seq, "action": view["legal"][0]}); say({"seq": 99})'


def is_over(*matches):
    return lambda: all(match.status == "over" for match in matches)


def has_said(served, words):
    return lambda: words in served.text


def test_a_match_is_played_to_its_end_and_told(site, serve):
    match = site.add(Match("aaa"))
    served = serve()
    wait_for(has_said(served, "Table aaa: it is over: place "))
    assert f"Table aaa: Briscola with P1 begins, {site.url}/tables/aaa/" in served.text
    assert len(match.acts) == 40


def test_a_match_that_begins_while_it_listens(site, serve):
    served = serve()
    wait_for(lambda: site.listening)
    match = site.add(Match("aaa"))
    site.tell({"table": "aaa", "version": match.version})
    wait_for(is_over(match))
    wait_for(has_said(served, "it is over"))


@pytest.mark.parametrize("kind", ["cut", "silent", "doubled", "none"])
def test_whatever_becomes_of_the_stream_the_match_goes_on(site, serve, kind):
    site.streams = [kind]
    match = site.add(Match("aaa", game="skat"))
    served = serve()
    wait_for(is_over(match))
    wait_for(has_said(served, "it is over"))
    assert served.error is None
    assert len(match.acts) == len(match.keys)  # nothing was played twice


def test_a_stream_that_was_cut_is_opened_anew(site, serve):
    site.streams = ["cut", "silent", "live"]
    serve()
    wait_for(lambda: site.opened == 3)
    match = site.add(Match("aaa"))
    site.tell({"table": "aaa", "version": match.version})
    wait_for(is_over(match))


@pytest.mark.parametrize("status", [0, 429, 500, 503])
def test_requests_are_sent_again_until_the_site_answers(site, serve, status):
    match = site.add(Match("aaa"))
    site.failures = [status] * 5
    served = serve()
    wait_for(is_over(match))
    assert served.text.count("Trying again until it answers.") >= 1
    wait_for(has_said(served, "The site answers again."))


def test_an_answer_that_was_lost_is_not_played_twice(site, serve):
    site.loses_answers = 3
    match = site.add(Match("aaa"))
    served = serve()
    wait_for(is_over(match))
    assert len(match.acts) == len(match.keys) == 40
    assert "came too late" not in served.text


def test_an_action_that_comes_too_late_is_told_and_the_match_goes_on(site, serve):
    match = Match("aaa")
    look, seen = match.turn, []

    def overtaken():
        turn = look()
        if not seen:
            seen.append(turn)
            match.table.play(match.table.legal()[0])  # the default bot
            match.version += 1
            match.go_on()
        return turn

    match.turn = overtaken
    site.add(match)
    served = serve()
    wait_for(is_over(match))
    assert "came too late, the match has moved on" in served.text


def test_tables_are_played_beside_each_other_by_as_many_processes_as_they_need(site, serve):
    matches = [site.add(Match(name * 3)) for name in "abcd"]
    served = serve()
    wait_for(is_over(*matches))
    wait_for(lambda: served.text.count("it is over") == 4)
    assert len(served.desk.thinking._processes) == 4  # it says that it sits at one table


def test_rounds_are_dealt_at_once_where_no_person_sits(site, serve):
    match = site.add(Match("aaa", bots_only=True))
    serve()
    wait_for(is_over(match))
    assert site.paths("POST").count("tables/aaa/deal") == 2


def test_rounds_are_not_dealt_where_a_person_may_look_at_the_scores(site, serve):
    match = site.add(Match("aaa"))
    serve()
    wait_for(is_over(match))
    assert "tables/aaa/deal" not in site.paths("POST")


def test_while_others_play_nothing_but_the_turn_is_asked_for(site, serve):
    match = Match("aaa", game="skat")
    site.add(match)
    serve()
    wait_for(is_over(match))
    looks = site.paths("GET").count("tables/aaa")
    turns = site.paths("GET").count("tables/aaa/turn")
    assert len(match.acts) <= turns
    assert looks < turns / 3


def test_a_table_that_is_called_off_is_left(site, serve):
    match = site.add(Match("aaa", bots_only=True))
    match.status = "gathering"
    served = serve()
    wait_for(lambda: "tables/aaa" in site.paths("GET"))
    match.status = "cancelled"
    match.version += 1
    wait_for(has_said(served, "Table aaa: it was called off."))
    assert served.desk.tables == {}


def test_a_table_that_is_gone_is_told_once(site, serve):
    site.add(Match("aaa", bots_only=True)).status = "gathering"
    served = serve()
    wait_for(lambda: served.desk.tables)
    del site.matches["aaa"]
    wait_for(lambda: not served.desk.tables)
    wait_for(lambda: site.paths("GET").count("remote-bots/me") > 3)
    assert served.text.count("the site answers 404: We cannot find this.") == 1


def test_a_fault_is_told_with_its_evidence_and_another_process_goes_on(site, serve, tmp_path):
    once = f"mark = __import__('pathlib').Path({str(tmp_path / 'mark')!r})"
    act = f"{once}; mark.exists() or [mark.touch(), 1 / 0]; " + folders.FIRST
    match = site.add(Match("aaa"))
    served = serve(act)
    wait_for(is_over(match))
    assert "Table aaa: a fault in round 1 after 0 actions: crash: " in served.text
    assert "  | ZeroDivisionError: division by zero" in served.text
    assert len(match.acts) == 40


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        ('say({"seq": seq, "action": "R99"})', "illegal-action: 'R99' is not legal now"),
        (PRINTS, "unasked: "),
        ("__import__('time').sleep(9)", "timeout: no whole answer within the 0.5"),
    ],
)
def test_after_two_faults_the_default_bot_plays(site, serve, act, reason):
    match = Match("aaa")
    match.move_s = 1.0
    site.add(match)
    served = serve(act)
    wait_for(has_said(served, "Table aaa: the default bot plays on there."))
    assert reason in served.text
    assert served.error is None


def test_who_has_given_up_leaves_the_table_to_the_default_bot(site, serve):
    match = site.add(Match("aaa"))
    served = serve('say({"seq": seq, "action": "R99"})')
    wait_for(has_said(served, "the default bot plays on there"))
    wait_for(has_said(served, "Table aaa: it is over"))
    assert match.stood_in
    assert served.text.count("a fault in") == 2
    assert "tables/aaa/come-back" not in site.paths("POST")


def test_who_was_stood_in_for_comes_back(site, serve):
    match = Match("aaa", bots_only=True)
    match.stood_in = True
    site.add(match)
    serve()
    wait_for(is_over(match))
    assert site.paths("POST")[0] == "tables/aaa/come-back"


def test_without_time_nothing_is_asked_until_there_is_more(site, serve):
    match = Match("aaa")
    match.move_s = 0.0
    site.add(match)
    served = serve()
    wait_for(has_said(served, "Table aaa: the clock has run out."))
    match.move_s = 15.0
    wait_for(is_over(match))


def test_a_token_that_was_revoked_ends_it(site, serve):
    served = serve()
    wait_for(lambda: site.listening)
    site.token = "another"
    site.tell({"table": "", "version": None})
    wait_for(lambda: served.error)
    assert "the site answers 401" in str(served.error)


HEARS = """
import json, sys
def say(answer):
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()
heard = open("heard.txt", "a", buffering=1)
for line in sys.stdin:
    message = json.loads(line)
    seq = message.get("seq")
    if message["type"] == "hello":
        say({"seq": seq, "protocol": 2, "events": True, "changes": True, "tables": 4})
    elif message["type"] == "act":
        view = message.get("view") or message["changes"]
        say({"seq": seq, "action": view["legal"][0]})
    else:
        heard.write(json.dumps(message) + "\\n")
"""


def test_a_bot_that_wants_news_is_told_what_its_seat_sees(site, serve, tmp_path):
    match = site.add(Match("aaa", bots_only=True))
    served = serve(program=HEARS)
    wait_for(has_said(served, "it is over"))
    file = tmp_path / "bot0/heard.txt"
    wait_for(lambda: "match_end" in file.read_text())
    heard = [json.loads(line) for line in file.read_text().splitlines()]
    kinds = [message["type"] for message in heard]
    assert (kinds[0], kinds[1], kinds[-1]) == ("match", "round", "match_end")
    assert (kinds.count("round"), kinds.count("round_end")) == (2, 2)
    told = [one["action"] for one in heard if one["type"] == "event" and one["round"] == 1]
    assert told == [done["action"] for done in match.table.told(match.seat)]
    assert heard[-1]["totals"] == match.table.totals
    assert heard[-1]["ranking"] == match.table.ranking()
