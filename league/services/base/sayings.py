"""Sentences that are stored: in English, and read in the language of whoever reads them.

Workers write why a job waits, what a check found and what a bot did wrong, and services write
notices; most of it comes from
packages that know no languages. Here are these sentences, so that pages and API can find the one
that a stored text was made from and say it with the same parameters. What is not here, such as
words of a bot and of the rules of a game, stays as it was written.
"""

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

LONGEST = 1000
"""Longer texts are not looked at."""
DEPTH = 6
"""How many sentences are looked for within each other."""

SENTENCES = (
    # Around other sentences.
    _("%(why)s (attempt %(attempt)d of %(attempts)d)"),
    _(
        "%(why)s (table of %(players)d, seat %(seat)d, round %(round)d after %(actions)d "
        "actions; 1 match with faults)"
    ),
    _(
        "%(why)s (table of %(players)d, seat %(seat)d, round %(round)d after %(actions)d "
        "actions; %(matches)d matches with faults)"
    ),
    _("the check broke off: %(why)s"),
    _("the import broke off: %(why)s"),
    _("the match is played again: %(why)s"),
    _("the pairs are played again: %(why)s"),
    _("the match could not be played: %(why)s"),
    _("it could not be played: %(why)s"),
    # Notices.
    _("%(version)s passed its check and may play."),
    _("%(version)s was refused: %(why)s"),
    _("%(version)s is in quarantine and plays no more: %(why)s. Upload a mended version."),
    _("%(version)s may play again; enter it in its ladders once more."),
    _("%(experiment)s: %(why)s, after %(pairs)d pairs."),
    _("%(name)s asks whether you want to play in %(club)s."),
    _("%(federation)s asks whether %(club)s wants to be a member."),
    _("%(club)s is now a member of %(federation)s."),
    _("%(club)s does not want to be a member of %(federation)s."),
    _("%(club)s is no longer a member of %(federation)s."),
    _("%(name)s has used your invitation and has an account now."),
    _("A result of your table waits for you to confirm it: %(event)s, table %(number)d."),
    _("A place was freed: you are registered for %(event)s."),
    _("%(event)s: your table is ready, table %(number)d."),
    _("%(event)s, table %(table)d: the result that you disputed has been changed."),
    _("%(event)s, table %(table)d: the match whose result you disputed is void."),
    _("%(event)s, table %(table)d: your dispute was dismissed, the result stands: %(why)s"),
    _(
        "Nothing arrives at your webhook %(url)s: %(error)s. A delivery was given up; correct the "
        "address, then send it again."
    ),
    # Why a handicap has ended.
    _("Withdrew before playing."),
    _("Plays for somebody else."),
    # Notices of what opens an account.
    _("Your password was changed. If that was not you, tell the site's staff at once."),
    _(
        "Your password was changed by a link sent to your address. If that was not you, tell the "
        "site's staff at once."
    ),
    _("Your mails now go to another address. If that was not you, change it back."),
    _("No mail arrives at your address, so none is sent: %(said)s"),
    _("The site's staff has changed your password. If you did not ask for it, tell them."),
    _("A second factor was turned on. If that was not you, tell the site's staff at once."),
    _(
        "Your second factor was turned off. If that was not you, turn it on again and change your "
        "password."
    ),
    _(
        "The site's operator has taken your second factor away. If you did not ask for it, turn "
        "it on again and tell the site's staff."
    ),
    _("You have new recovery codes. If you did not ask for them, change your password."),
    _(
        "Somebody logged in with a recovery code; unused are %(left)d. If that was not you, "
        "change your password and ask for new recovery codes."
    ),
    _(
        "A code of your app was sent a second time, and refused. If that was not you, somebody "
        "knows your password: change it."
    ),
    _("A token for programs was made: %(name)s. If that was not you, revoke it."),
    # Why an experiment ended.
    _("the new version is better"),
    _("the new version is not better"),
    _("undecided after the most duplicates"),
    _("all duplicates played"),
    _(
        "the new version made faults in more than %(most)d of its first %(tried)d pairs; "
        "mend it, upload it and start another experiment"
    ),
    _(
        "the old version made faults in more than %(most)d of its first %(tried)d pairs; "
        "compare with another one"
    ),
    _(
        "an opponent made faults in more than %(most)d of the first %(tried)d duplicates; "
        "choose others"
    ),
    _("%(version)s is %(status)s; start another experiment without it."),
    _("%(version)s plays no more; start another experiment without it."),
    _("a pair takes longer than %(seconds)d s; compare at a smaller table"),
    _("its experiment was stopped"),
    # Why a job waits or has failed.
    _("not sent to a worker yet"),
    _("the message broker does not answer; the message will be sent again"),
    _("waiting for a free worker"),
    _("waiting for a free worker; jobs that come first: %(count)d"),
    _("waiting for a free worker; jobs that come first: more than %(count)d"),
    _(
        "no worker of the queue “%(queue)s” has answered since %(time)s; ask the site's staff to "
        "start one"
    ),
    _(
        "neither the site's clock nor a worker of the queue “%(queue)s” has answered since "
        "%(time)s; ask the site's staff to start them"
    ),
    _("no worker of the queue “%(queue)s” has been started; ask the site's staff to start one"),
    _("the worker stopped answering"),
    _("the batch took long; waiting for a worker"),
    _("another match of its duplicate could not be played"),
    _("there is no record to replay"),
    _("the results could not be stored; the log of the worker says why"),
    _("the verdicts could not be stored; the log of the worker says why"),
    _("the match is %(status)s"),
    _("the rules are being compiled on the worker's host; the work goes on after that"),
    _(
        "the rules are being compiled on the worker's host, %(done)d of %(total)d parts are done; "
        "the work goes on after that"
    ),
    _("this worker has no sandbox, another one must do it; the site's staff can see why"),
    _("this bot's libraries are missing here; the site's staff have been told (job %(job)s)"),
    _("the sandbox failed; the site's staff have been told (job %(job)s)"),
    _("the machine failed; the site's staff have been told (job %(job)s)"),
    _("the worker ran out of time; the site's staff have been told (job %(job)s)"),
    _("the site made a mistake; its staff have been told (job %(job)s)"),
    # What a check finds.
    _("ready after %(ms)d ms"),
    _("1 match, %(actions)d actions, slowest %(ms)d ms"),
    _("%(matches)d matches, %(actions)d actions, slowest %(ms)d ms"),
    _("1 match played again, with the same answers"),
    _("%(matches)d matches played again, all alike"),
    _(
        "stopped after %(seconds)s s, with %(done)d of %(total)d matches played: let it "
        "think less for each action, or name fewer games in the manifest"
    ),
    _(
        "asked the same again it answers %(new)s instead of %(old)s (%(game)s, table of "
        "%(players)d, seat %(seat)d, round %(round)d after %(actions)d actions): draw chance "
        "from the seed of the request, do not let the clock decide, and keep nothing from "
        "other matches, also where they are mixed because the bot asks for several tables"
    ),
    _(
        "asked the same again it answers %(new)s instead of %(old)s (%(game)s, table of "
        "%(players)d, seat %(seat)d, round %(round)d after %(actions)d actions): draw chance "
        "from the seed of the request, do not let the clock decide, and keep nothing from "
        "other matches"
    ),
    _("there is no %(program)s for bots: start with python3, node or a file of the archive"),
    _("the archive holds no file %(file)s to start"),
    _(
        "%(file)s is a script for %(interpreter)s, which bots are not given: start with python3, "
        "node or a compiled program"
    ),
    _("%(faults)d of its last %(matches)d matches ended with a fault; see its faults"),
    # Faults of bots.
    _("this version was in quarantine: the first legal action was played"),
    _("the %(seconds)s s it had for the match are used up"),
    _("no whole answer within %(granted)s s, of which it ran %(spent)s s"),
    _("used %(spent)s s of processor time where it had %(allowed)s s"),
    _("it wrote before it was asked"),
    _("it wrote more than one line for an answer"),
    _("it wrote more than %(bytes)d bytes to standard error for one answer"),
    _("a line has at most %(bytes)d bytes"),
    _("it closed its %(pipe)s"),
    _("it ended with exit status %(code)d"),
    _("it ended with exit status %(code)d (%(signal)s)"),
    _("it could not be started: it is no program for here, or what it needs is missing"),
    _("it was killed (SIGKILL): out of processor time or of memory"),
    _("it crashed (SIGSEGV)"),
    _("it was out of processor time (SIGXCPU)"),
    _("it wrote a file that is too long (SIGXFSZ)"),
    _("it made a system call that bots may not make (SIGSYS)"),
    _("it says its name is %(name)s, but the manifest says %(manifest)s"),
    _("it names other games than the manifest"),
    _("%(field)s in the answer: %(why)s"),
    _("the line begins with a byte order mark"),
    _("the line is not UTF-8: byte %(position)d is wrong"),
    _("the line is not JSON: %(why)s at character %(position)d"),
    _("the line is JSON, but not an object"),
    _("objects and arrays are nested more than %(depth)d deep"),
    _("a text holds the character NUL"),
    _("a text holds half of a surrogate pair"),
    _("an object has the same name twice"),
    _("an integer is beyond %(most)d"),
    _("a number is too large"),
    _("%(name)s is not JSON"),
    _('the answer lacks an integer "seq", here %(seq)d'),
    _('the answer has "seq" %(given)s instead of %(seq)d'),
    _("%(why)s; print to stderr, not to stdout"),
    # What is wrong with the archive of a season.
    _("holds a character that no text may have"),
    _("holds weights that there are not, or out of bounds"),
    _("the archive is larger than any season"),
    _("nothing may follow the end"),
    _("this line is out of order"),
    _("there are more or fewer lines"),
    _("the archive is broken off: its end is missing"),
    _("the season is missing"),
    _("there is another line of this"),
    _("the database refuses these lines: two of them contradict each other"),
    _("the club already has a season of this name; give another one"),
    _("no line before this one is a %(kind)s of this code"),
    _("no line before this one is a result of this version"),
    _("an archive has one season"),
    _("nobody here knows this game"),
    _("nobody here knows this rule"),
    _("they do not make a chain here"),
    _("there is no such bot here"),
    _("the player of this code is none here"),
    _("it does not fit the status"),
    _("nobody here knows this source"),
    _("this is no base64"),
    _("no line before this one is a player of this code"),
    _("an event that is cancelled says when and why"),
    _("there is no such session"),
    _("it is before the first"),
    _("a pair is two players"),
    _("only a draft is yet to be published"),
    _("there is no such table"),
    _("this event takes no handicaps"),
    _("it does not fit the status of the session"),
    _("the session is closed, so all its matches have ended"),
    _("its seats are not numbered from 0 without a gap"),
    _("no line is a result of this version"),
    _("it does not fit the results of the match"),
    _("a final match says when it became final"),
    _("a table of bots is final or void here"),
    _("no final result of an archive comes from this record"),
    _("the match has not got that far"),
    _("only sheets and scores wait for a second person"),
    _("what bots alone have played is played, nothing else"),
    _("only a forfeit has them"),
    _("a result of this source cannot be read again"),
    _("its record is missing"),
    _("its deals do not come from the secret of the match"),
    _("its rounds give %(numbers)s"),
    _("its totals give %(numbers)s"),
    _("its rounds are not those that it says"),
    _("these are not seats of its table"),
    _("this is no other registration of its event"),
    _("two players have one lot"),
    _("partners give up together"),
    _("its rounds are not of its table"),
    _("its rounds score more than anybody can"),
    _("somebody who has another place in this session"),
    _("its forfeits give %(numbers)s"),
    _("who wanted it has no account any more"),
    _("they are not 100 percent together"),
    _("a bot neither pays nor wins money"),
    _("the club counts in another currency; choose this one on the page of an entry fee"),
    # The same, in the words of the library that reads its lines.
    _("Field required"),
    _("Extra inputs are not permitted"),
    _("Invalid JSON: %(why)s"),
    _("Value error, %(why)s"),
    _("Input should be a valid string"),
    _("Input should be a valid integer"),
    _("Input should be a valid boolean"),
    _("Input should be a valid list"),
    _("Input should be a valid array"),
    _("Input should be a valid dictionary"),
    _("Input should be an object"),
    _("Input should be a valid dictionary or object to extract fields from"),
    _("Input should have timezone info"),
    _("Input should be a valid datetime, %(why)s"),
    _("String should have at most %(most)d characters"),
    _("String should have at least %(least)d character"),
    _("String should match pattern %(pattern)s"),
    _("Input should be greater than or equal to %(least)s"),
    _("Input should be less than or equal to %(most)s"),
    _("Input should be greater than %(bound)s"),
    _("Input should be less than %(bound)s"),
    _("List should have at most %(most)d items after validation, not %(given)s"),
    _("List should have at least %(least)d item after validation, not %(given)s"),
    _("Decimal input should have no more than %(most)d digits in total"),
    _("Decimal input should have no more than %(most)d decimal places"),
    _("Input should be '%(choice)s'"),
    _("Unable to extract tag using discriminator %(field)s"),
    _(
        "Input tag %(given)s found using %(field)s does not match any of the expected tags: "
        "%(choice)s"
    ),
)

_PARAMETER = re.compile(r"%\((\w+)\)([sd])")


def said(text: str) -> str:
    """Return a stored text in the language of the reader, as far as its sentences are known."""
    return _said(text, DEPTH) if len(text) <= LONGEST else text


def is_known(text: str) -> bool:
    """Return whether a text was made from one of the sentences."""
    return any(pattern.fullmatch(text) for _sentence, pattern in _PATTERNS)


def _said(text: str, depth: int) -> str:
    if not depth:
        return text
    for sentence, pattern in _PATTERNS:
        if found := pattern.fullmatch(text):
            return gettext(sentence) % {
                name: int(value) if f"%({name})d" in sentence else _word(name, value, depth)
                for name, value in found.groupdict().items()
            }
    head, colon, rest = text.partition(": ")
    return f"{head}: {_said(rest, depth - 1)}" if colon else text


def _word(name: str, value: str, depth: int) -> str:
    """Return a parameter as it is said: `why` is a sentence itself, `status` a choice."""
    if name == "why":
        return _said(value, depth - 1)
    return gettext(value) if name == "status" else value


def _pattern_of(sentence: str) -> re.Pattern[str]:
    """Return what finds the parameters of a sentence: numbers, or whatever stands there."""
    words = _PARAMETER.split(sentence)
    pattern = re.escape(words[0])
    for name, kind, after in zip(words[1::3], words[2::3], words[3::3], strict=True):
        pattern += f"(?P<{name}>{'[0-9]+' if kind == 'd' else '.+?'})" + re.escape(after)
    return re.compile(pattern, re.DOTALL)


_PATTERNS = [(sentence, _pattern_of(sentence)) for sentence in SENTENCES]
