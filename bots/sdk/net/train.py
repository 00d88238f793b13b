"""Train the net of this bot: it plays Briscola against `greedy` and learns what cards are worth.

Run it where Stammtisch lies: `python my-bot/train.py --minutes 10`. Cells begin with `# %%`, for
editors that run them one by one.
"""

# %% What is needed
import argparse
import sys
import time
from itertools import count, pairwise
from pathlib import Path

import numpy as np
from net import CARDS, CODES, GONE, KNOWN, MINE, RANKS, SUITS, TABLE, Net

sys.path.append(".")  # where Stammtisch lies, unless it is installed
import games
from bots.environments.vector import VectorEnvironment
from engine.rules.state import HAND, UPCARD, WON
from engine.rules.state import TABLE as ON_TABLE

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--minutes", type=float, default=10, help="how long (10)")
parser.add_argument("--rounds", type=int, default=10**9, help="end after so many, too")
parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="at a table (2)")
parser.add_argument("--tables", type=int, default=2048, help="that are played at once (2048)")
parser.add_argument("--seed", type=int, default=1, help="other deals for another number (1)")
asked = parser.parse_args()

# %% The tables: at each one seat is ours, greedy plays the others
game = games.get("briscola")
environment = VectorEnvironment(
    game, asked.tables, seed=asked.seed, players=asked.players, others="greedy", masks=False
)
every = np.arange(asked.tables)
slots = environment.observed.slots  # a card's number in the game leads to its place in the pack
turns = CARDS // asked.players  # cards that we play in a round; at a table of three one is left out

# %% What the net sees: the same as `seen` in net.py makes of a view
looks = np.zeros(256, np.int64)
looks[HAND : HAND + 10] = looks[UPCARD] = KNOWN
looks[HAND] = MINE  # seats are counted from one's own
looks[ON_TABLE : ON_TABLE + 10] = TABLE
looks[WON : WON + 10] = GONE


def look(observation, trump):
    """Return the cards in the net's order, trumps first, and what it sees: a row for each table."""
    suits = np.tile(np.arange(len(SUITS)), (len(trump), 1))
    suits[np.arange(len(trump)), trump], suits[:, 0] = 0, trump
    cards = (suits[:, :, None] * len(RANKS) + np.arange(len(RANKS))).reshape(len(trump), CARDS)
    return cards, np.take_along_axis(looks[observation[:, :CARDS]], cards, axis=1)


def columns(seen):
    """Return ones and zeros for the first layer of the net."""
    ones = np.zeros((len(seen), CARDS * CODES), np.float32)
    ones[np.arange(len(seen))[:, None], np.arange(CARDS) * CODES + seen] = 1
    return ones


# %% The net, and how it learns
HIDDEN, RATE = 64, 0.003
chance = np.random.default_rng(asked.seed)
sizes = CARDS * CODES, HIDDEN, HIDDEN, CARDS
net = [chance.normal(0, 0.1, of).astype(np.float32) for of in pairwise(sizes)]
net += [np.zeros(size, np.float32) for size in sizes[1:]]
means, squares = [np.zeros_like(part) for part in net], [np.zeros_like(part) for part in net]
steps = count(1)


def judge(given):
    """Return both hidden layers, and what each card is worth, in sixties of points."""
    first, second, last, *biases = net
    one = np.maximum(given @ first + biases[0], 0)
    two = np.maximum(one @ second + biases[1], 0)
    return one, two, two @ last + biases[2]


def learn(given, chosen, earned, rate):
    """Let the net expect of the cards that were chosen what they have earned (Adam)."""
    step = next(steps)
    one, two, worth = judge(given)
    wrong = np.zeros_like(worth)
    rows = np.arange(len(given))
    wrong[rows, chosen] = (worth[rows, chosen] - earned) / len(given)
    wrong_two = (wrong @ net[2].T) * (two > 0)
    wrong_one = (wrong_two @ net[1].T) * (one > 0)
    slopes = [given.T @ wrong_one, one.T @ wrong_two, two.T @ wrong]
    slopes += [wrong_one.sum(0), wrong_two.sum(0), wrong.sum(0)]
    for part, slope, mean, square in zip(net, slopes, means, squares, strict=True):
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope * slope - square)
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        part -= rate * mean / (1 - 0.9**step) / size


# %% A round at all tables
def play(curiosity):
    """Play a round; return what was seen, what was chosen, and the points above the average.

    `curiosity` says how much worse a card may seem and still be tried now and then.
    """
    given, chosen = [], []
    for _ in range(turns):
        cards, seen = look(environment.now.observation, environment.states["trump"])
        given.append(columns(seen))
        worth = judge(given[-1])[2]
        places = np.argsort(cards, axis=1)  # a card's place in the pack leads to that in the net
        count = environment.counts[:, None]
        may = environment.legal[:, :3]
        theirs = np.take_along_axis(places, slots[may], axis=1)
        value = np.take_along_axis(worth, theirs, axis=1)
        value = value + curiosity * chance.gumbel(size=value.shape)
        best = np.where(np.arange(3) < count, value, -np.inf).argmax(axis=1)
        chosen.append(theirs[every, best])
        now = environment.step(may[every, best])
    points = now.reward[every, environment.own] - now.reward.mean(axis=1)
    return np.concatenate(given), np.concatenate(chosen), points


def save():
    """Write the net where the bot looks for it."""
    file = Path(__file__).with_name(f"weights-{asked.players}.json")
    parts = [part.tolist() for part in net]
    Net(asked.players, parts[:3], parts[3:]).save(file)
    return file


# %% Training; Ctrl-C ends it early, what was learnt is kept
begun, said, rounds = time.monotonic(), 0.0, 0
ends = begun + 60 * asked.minutes
lately = []
try:
    while (now := time.monotonic()) < ends:
        if (share := max((now - begun) / (ends - begun), rounds / asked.rounds)) >= 1:
            break
        given, chosen, points = play(0.15 * (1 - share))
        rounds += asked.tables
        lately = [*lately[-19:], points.mean()]
        earned = np.tile(points / 60, turns).astype(np.float32)
        for part in np.array_split(chance.permutation(len(given)), 10):
            learn(given[part], chosen[part], earned[part], RATE * (1 - 0.9 * share))
        if now - said > 10:
            said = now
            print(f"{share:4.0%}  {rounds:>9,} rounds, {np.mean(lately):+6.2f} points a round")
except KeyboardInterrupt:
    print("ended early")
file = save()

# %% How good it is, on deals that it has not seen
points = np.concatenate([play(0)[2] for _ in range(max(10, 20_000 // asked.tables))])
error = 1.96 * points.std() / len(points) ** 0.5
print(f"Saved {file}. Against greedy: {points.mean():+.2f} ± {error:.2f} points a round")
