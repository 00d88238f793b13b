"""All operations of the API; made by `manage.py client`."""

from stammtisch.client.sending import Sender

from .affiliations import Affiliations
from .agreements import Agreements
from .analyses import Analyses
from .bots import Bots
from .calendar import Calendar
from .clubs import Clubs
from .divisions import Divisions
from .duplicates import Duplicates
from .events import Events
from .experiments import Experiments
from .games import Games
from .jobs import Jobs
from .leagues import Leagues
from .matches import Matches
from .notices import Notices
from .penalties import Penalties
from .personal_data import PersonalData
from .players import Players
from .registrations import Registrations
from .remote_bots import RemoteBots
from .seasons import Seasons
from .sessions import Sessions
from .tables import Tables
from .teams import Teams
from .tokens import Tokens
from .venues import Venues
from .versions import Versions
from .webhooks import Webhooks


class Operations:
    """All operations, by what they are about."""

    def __init__(self, sender: Sender) -> None:
        self.affiliations = Affiliations(sender)
        self.agreements = Agreements(sender)
        self.analyses = Analyses(sender)
        self.bots = Bots(sender)
        self.calendar = Calendar(sender)
        self.clubs = Clubs(sender)
        self.divisions = Divisions(sender)
        self.duplicates = Duplicates(sender)
        self.events = Events(sender)
        self.experiments = Experiments(sender)
        self.games = Games(sender)
        self.jobs = Jobs(sender)
        self.leagues = Leagues(sender)
        self.matches = Matches(sender)
        self.notices = Notices(sender)
        self.penalties = Penalties(sender)
        self.personal_data = PersonalData(sender)
        self.players = Players(sender)
        self.registrations = Registrations(sender)
        self.remote_bots = RemoteBots(sender)
        self.seasons = Seasons(sender)
        self.sessions = Sessions(sender)
        self.tables = Tables(sender)
        self.teams = Teams(sender)
        self.tokens = Tokens(sender)
        self.venues = Venues(sender)
        self.versions = Versions(sender)
        self.webhooks = Webhooks(sender)
