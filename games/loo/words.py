"""The words of Loo."""

from engine.rules.words import Fact, Row, Words
from games.shared.packs import ACE
from games.shared.scales import ranked

WORDS = Words(
    tile="CJ HA DK",
    line="Drop out or stay in. Players who stay in and take no trick must pay.",
    phrases={
        "pass": "%(name)s throws the hand in.",
        "civil": "%(name)s leads %(cards)s: “Pam, be civil!”",
        "reveal": "%(name)s shows a flush.",
        "hide": "%(name)s shows no flush.",
    },
    unseen={
        "no reveal": "%(name)s shows no flush.",
    },
    labels={
        "pass": "Throw the hand in",
        "civil": "%(cards)s: “Pam, be civil!”",
        "reveal": "Show the flush",
        "hide": "Show no flush",
    },
    facts={
        "stayed": Fact("Stayed in", "seats"),
        "exchanged": Fact("Cards exchanged", glanced=False),
        "revealed": Fact("Flushes shown", "seats"),
        "taker": Fact("Took the pot with a flush", "seat"),
        "civil": Fact("Pam be civil"),
        "looed": Fact("Looed", "seats"),
    },
    phases={
        "flush": "Flush",
        "stay": "Staying",
    },
    questions={
        "stay": "Do you stay in?",
        "flush": "Do you show a flush?",
    },
    tally={
        "pot": "The pot was %(pot)s",
        "tricks": "Tricks, %(share)s each",
        "flush": "The pot, for the flush",
        "alone": "The pot, staying in alone",
        "looed": "Looed",
        "ante": "The dealer’s ante",
    },
    sheet={
        "flush": "Took the pot with a flush",
        "pays": "Pays for the flush",
        "stayed": "Stayed in",
    },
    goal=(
        "Win a share of the pot: each trick is worth a fifth of it.",
        "You may drop out at no cost. Players who stay in and take no trick pay five chips.",
        "The highest trump wins the trick. Without trumps, the highest card of the suit led wins. "
        "Most chips win the match.",
    ),
    order=(
        Row("Pam, always the highest trump", "CJ"),
        Row("Then in every suit, highest first", ranked(range(ACE, 1, -1))),
    ),
    asks={
        "stay": "Stay in and play for the pot, or throw your hand in.",
        "flush": "A flush is five cards of one suit, or four and Pam. If any are shown, the best "
        "takes the whole pot and the round ends.",
        "exchange": "Put away as many cards as you like and draw as many, while the stock lasts. "
        "You are asked once.",
        "play": "The first player still in on the dealer's left leads. Each trick wins a fifth of "
        "the pot.",
    },
    meanings={
        "stay": "You play for the pot. You pay five chips if you take no trick, or if somebody "
        "else wins with a flush while you have neither Pam nor a flush.",
        "pass": "You are out of this round. It costs nothing.",
        "reveal": "Everybody sees your flush. If no better one is shown, you take the whole pot.",
        "hide": "You show nothing and play on. Without a flush there is no other choice.",
        "exchange": "You put these cards away face down and draw as many.",
        "civil": "You lead the ace of trumps. The holder of Pam must play another trump, if they "
        "have one, and need not beat the ace.",
        "play": "Follow suit; if you cannot, play a trump. Play higher than the trick so far if "
        "you can. With neither suit nor trump, any card will do.",
    },
)
