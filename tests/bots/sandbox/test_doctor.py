"""The doctor's probes find gaps where there are some; `tests/attacks` takes layers away."""

import json
import subprocess
import sys

import pytest

from bots.sandbox import BotFault, Command, SandboxError, doctor, probes
from bots.sandbox.faults import Reason

# The others would leave something behind, or need a descriptor or a folder that is not there.
SAFE = (
    "files",
    "processes",
    "environment",
    "network",
    "fork",
    "signals",
    "limits",
    "shared memory",
    "memory",
    "threads",
)


@pytest.mark.parametrize("name", SAFE)
def test_probe_is_open_without_a_sandbox(name):
    words = (
        f"from bots.sandbox import probes; print(probes.outcome({probes.PROBES[name]!r}), end='')"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, check=True, text=True)
    assert done.stdout == "open"


def test_probes_answer_as_a_bot_does():
    asked = json.dumps({"probe": "honest", "seq": 7}) + "\n"
    done = subprocess.run(
        [sys.executable, probes.__file__], input=asked, capture_output=True, check=True, text=True
    )
    assert json.loads(done.stdout) == {"honest": 4950, "seq": 7}


class _Sick:
    """A sandbox whose bots do what the test says."""

    tier = "sick"
    has_threads = True

    def __init__(self, **answers):
        self.answers = answers
        self.used = 0.06

    def command(self, words, folder):
        return Command(tuple(words), folder)

    def start(self, command, clock):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def ask(self, message):
        answer = self.answers[message["probe"]]
        if isinstance(answer, Exception):
            raise answer
        return answer


SHUT = dict.fromkeys(probes.PROBES, "OSError") | {"threads": "open"}
WELL = {
    "honest": {"honest": 4950},
    "all": SHUT,
    "deadly": BotFault(Reason.CRASH, ""),
    "endless": BotFault(Reason.TIMEOUT, ""),
    "hoard": BotFault(Reason.CRASH, ""),
}


def test_doctor_passes_what_is_well():
    doctor.examine(_Sick(**WELL))


@pytest.mark.parametrize("name", [name for name in probes.PROBES if name != "threads"])
def test_doctor_names_what_is_open(name):
    with pytest.raises(SandboxError, match=f"leaves {name} open"):
        doctor.examine(_Sick(**WELL | {"all": {**SHUT, name: "open"}}))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"honest": {}}, "does not answer"),
        ({"honest": BotFault(Reason.CRASH, "it ended", b"no library")}, "no library"),
        ({"all": {}}, "threads are None"),
        ({"all": SHUT | {"threads": "OSError"}}, "threads are OSError"),
        ({"all": BotFault(Reason.CRASH, "it ended")}, "probes of the tier sick ended"),
        ({"deadly": {"deadly": "OSError"}}, "deadly probe"),
        ({"deadly": BotFault(Reason.TIMEOUT, "")}, "gave timeout instead of crash"),
        ({"endless": {"endless": "open"}}, "endless probe"),
        ({"hoard": {"hoard": "open"}}, "hoard probe .* without hidepid"),
    ],
)
def test_doctor_refuses_any_surprise(answer, said):
    with pytest.raises(SandboxError, match=said):
        doctor.examine(_Sick(**WELL | answer))


def test_doctor_refuses_an_answer_that_lacks_a_probe():
    some = {name: said for name, said in SHUT.items() if name != "fork"}
    with pytest.raises(SandboxError, match="leaves fork open"):
        doctor.examine(_Sick(**WELL | {"all": some}))
