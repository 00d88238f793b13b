"""Words of which one is chosen; made by `manage.py client`."""

from typing import Literal

AffiliationOutputStatusEnum = Literal["asked", "member", "declined", "left"]
AgreementOutputStatusEnum = Literal["asked", "agreed", "declined", "left"]
BlankEnum = Literal[""]
ChallengeStatus = Literal["asked", "accepted", "declined"]
ClubKind = Literal["club", "federation"]
ClubPointsEnum = Literal["sum", "average"]
ColumnsEnum = Literal[
    "name",
    "first_name",
    "last_name",
    "code",
    "role",
    "email",
    "group",
    "fixed_table",
    "date",
    "session",
    "table",
    "score",
]
CompanyEnum = Literal["soon", "now", "people", "friends"]
DeliveryStatus = Literal["waiting", "sending", "delivered", "given_up"]
DisputeStatus = Literal["open", "withdrawn", "dismissed", "settled"]
DuplicateStatus = Literal["open", "rated", "void"]
EventDraw = Literal["swiss", "movement", "round_robin", "knockout", "free", "online", "open"]
EventFill = Literal["sizes", "bots", "byes"]
ExperimentKind = Literal["test", "duplicates"]
ExperimentStatus = Literal[
    "waiting", "running", "better", "not_better", "undecided", "played", "stopped", "failed"
]
HandicapStatus = Literal["in_force", "ended"]
JobKind = Literal[
    "play_match",
    "validate_record",
    "check_version",
    "run_experiment",
    "import_season",
    "analyse_match",
]
JobStatus = Literal["waiting", "running", "done", "failed"]
KeyEnum = Literal["not-now", "must-follow", "must-trump", "must-head", "only"]
ListSource = Literal["list"]
MatchStatus = Literal["draft", "open", "entered", "disputed", "final", "void"]
MergeOutputStatusEnum = Literal["merged", "parted"]
NameEnum = Literal["gap", "side_gap", "repeats", "partners", "groups", "seats"]
PenaltyStatus = Literal["in_force", "revoked"]
PhraseEnum = Literal[
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "one-moment",
    "good-game",
    "wave",
    "thumbs-up",
    "cheers",
    "laugh",
    "think",
]
PlayerKind = Literal["person", "bot"]
PlayersEnum = Literal["known", "guests"]
PointsRule = Literal["sum", "placing", "margin", "seeger-fabian"]
ReasonEnum = Literal[
    "displaced", "relegated", "stays", "spared", "promoted", "raised", "merged", "new"
]
RecordStatus = Literal["unchecked", "valid", "invalid"]
RegistrationStatus = Literal["registered", "waiting", "withdrawn"]
ResultSource = Literal["sheets", "scores", "record", "played", "forfeit", "list"]
RhythmEnum = Literal["weekly", "fortnightly", "monthly"]
Role = Literal["member", "scorer", "organiser", "owner"]
Scope = Literal["read", "results", "organise", "play", "bots", "play-as-bot"]
ScopeOfPeople = Literal["read", "results", "organise", "play", "bots"]
ScoresSource = Literal["scores"]
SeasonKind = Literal["events", "ladder"]
SeasonStatus = Literal["draft", "running", "closed"]
SeedingEnum = Literal["rating", "standings", "lot"]
SessionStatus = Literal["draft", "published", "closed"]
SeverityEnum = Literal["breach", "costs", "free"]
SheetsSource = Literal["sheets"]
TableAwaits = Literal["players", "person", "bot", "deal", "nobody"]
TableStatus = Literal["gathering", "playing", "over", "cancelled"]
TypeEnum = Literal["act"]
UploadSource = Literal["record"]
VersionStatus = Literal["checking", "accepted", "refused", "quarantined", "withdrawn"]
WayEnum = Literal["cash", "transfer"]
WebhookEvent = Literal["draw.published", "result.final", "standings.changed", "version.checked"]
WhoEnum = Literal["new", "old"]
WhyEnum = Literal[
    "bracket", "movement", "joined", "only", "fewest", "last", "lot", "tables", "forced", "early"
]
