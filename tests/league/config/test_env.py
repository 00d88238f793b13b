"""Settings from the environment: what is wrong is noted, never replaced in silence."""

import stat

import pytest
from django.core.checks import run_checks

from league.config.env import SQLITE_OPTIONS, Environment, kept_secret
from league.logic import vapid

POSTGRES = "postgres://anna:p%40ss@db.example:5433/karten?sslmode=require"
KEY = "0123456789" * 5


@pytest.fixture
def environment(tmp_path):
    return lambda **values: Environment(values=values, base=tmp_path)


def codes(env):
    return [problem.code for problem in env.problems]


def test_default_is_sqlite_under_var(environment, tmp_path):
    database = environment().database()
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == tmp_path / "var" / "stammtisch.sqlite3"
    assert database["OPTIONS"] is SQLITE_OPTIONS


def test_sqlite_transactions_start_immediately():
    assert SQLITE_OPTIONS["transaction_mode"] == "IMMEDIATE"


def test_relative_sqlite_path_starts_at_the_project(environment, tmp_path):
    database = environment(DATABASE_URL="sqlite:///here/db.sqlite3").database()
    assert database["NAME"] == tmp_path / "here" / "db.sqlite3"


def test_absolute_sqlite_path_stays(environment):
    database = environment(DATABASE_URL="sqlite:////srv/db.sqlite3").database()
    assert str(database["NAME"]) == "/srv/db.sqlite3"


def test_postgres_address_is_taken_apart(environment):
    database = environment(DATABASE_URL=POSTGRES).database()
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
    assert [database[name] for name in names] == [
        "karten",
        "anna",
        "p@ss",
        "db.example",
        "5433",
    ]
    assert database["OPTIONS"]["sslmode"] == "require"


def test_postgres_that_is_cut_off_is_given_up_by_both_ends(environment):
    options = environment(DATABASE_URL=POSTGRES).database()["OPTIONS"]
    assert options["connect_timeout"] <= 10
    assert options["tcp_user_timeout"] <= 30_000
    assert "-c tcp_user_timeout=" in options["options"]


def test_connections_ended_by_a_restart_are_not_given_out(environment):
    assert environment(DATABASE_URL=POSTGRES).database()["CONN_HEALTH_CHECKS"]


def test_options_in_the_address_come_first(environment):
    options = environment(DATABASE_URL=f"{POSTGRES}&connect_timeout=1&options=").database()
    assert options["OPTIONS"]["connect_timeout"] == "1"


@pytest.mark.parametrize("url", ["mysql://x/y", "postgres://host", "stammtisch.sqlite3"])
def test_unusable_database_is_noted(environment, url):
    env = environment(DATABASE_URL=url)
    assert env.database()["ENGINE"] == "django.db.backends.dummy"
    assert codes(env) == ["E003"]


def test_server_database_means_production(environment):
    assert environment(DATABASE_URL=POSTGRES).is_production


def test_development_can_use_a_server_database(environment):
    assert not environment(DATABASE_URL=POSTGRES, STAMMTISCH_ENV="development").is_production


def test_sqlite_alone_is_development(environment):
    assert not environment(DATABASE_URL="sqlite:///db.sqlite3").is_production


def test_misspelt_mode_is_noted_and_strict(environment):
    env = environment(STAMMTISCH_ENV="prod")
    env.check_mode()
    assert env.is_production
    assert codes(env) == ["E002"]


def test_production_needs_a_database(environment):
    env = environment(STAMMTISCH_ENV="production")
    assert env.database()["ENGINE"] == "django.db.backends.dummy"
    assert codes(env) == ["E003"]


def test_production_needs_a_broker(environment):
    env = environment(STAMMTISCH_ENV="production")
    env.redis_url()
    assert codes(env) == ["E005"]


def test_production_may_name_a_broker_folder(environment):
    env = environment(STAMMTISCH_ENV="production", BROKER_FOLDER="/srv/broker")
    assert env.redis_url() == ""
    assert codes(env) == []


def test_foreign_broker_is_noted(environment):
    env = environment(REDIS_URL="amqp://localhost")
    env.redis_url()
    assert codes(env) == ["E004"]


def test_production_needs_hosts(environment):
    env = environment(STAMMTISCH_ENV="production")
    env.allowed_hosts()
    assert codes(env) == ["E007"]


def test_hosts_are_split_at_commas(environment):
    assert environment(ALLOWED_HOSTS="a.example, b.example").allowed_hosts() == [
        "a.example",
        "b.example",
    ]


def test_production_makes_no_key(environment, tmp_path):
    env = environment(STAMMTISCH_ENV="production")
    assert env.secret_key() == ""
    assert codes(env) == ["E006"]
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("key", ["short", "k" * 60])
def test_key_that_is_easily_guessed_is_noted(environment, key):
    env = environment(STAMMTISCH_ENV="production", SECRET_KEY=key)
    env.secret_key()
    assert codes(env) == ["E006"]


def test_key_comes_from_the_environment(environment):
    assert environment(STAMMTISCH_ENV="production", SECRET_KEY=KEY).secret_key() == KEY


def test_key_comes_from_a_file(environment, tmp_path):
    (tmp_path / "key").write_text(KEY + "\n")
    assert environment(SECRET_KEY_FILE=str(tmp_path / "key")).secret_key() == KEY


def test_addresses_with_passwords_come_from_files(environment, tmp_path):
    (tmp_path / "database").write_text(POSTGRES + "\n")
    (tmp_path / "redis").write_text("redis://:p@db.example\n")
    files = {"DATABASE_URL_FILE": "database", "REDIS_URL_FILE": "redis"}
    env = environment(**{name: str(tmp_path / file) for name, file in files.items()})
    assert env.is_production
    assert env.database()["PASSWORD"] == "p@ss"
    assert env.redis_url() == "redis://:p@db.example"


@pytest.mark.parametrize(
    ("name", "read", "code"),
    [("DATABASE_URL", "database", "E003"), ("REDIS_URL", "redis_url", "E004")],
)
def test_unreadable_file_is_noted(environment, tmp_path, name, read, code):
    env = environment(**{f"{name}_FILE": str(tmp_path / "none")})
    getattr(env, read)()
    assert code in codes(env)


def test_production_answers_to_its_own_hosts_only(environment):
    env = environment(STAMMTISCH_ENV="production", ALLOWED_HOSTS="karten.example,*")
    env.allowed_hosts()
    assert codes(env) == ["E007"]


def test_unreadable_key_file_is_noted(environment, tmp_path):
    env = environment(STAMMTISCH_ENV="production", SECRET_KEY_FILE=str(tmp_path / "none"))
    env.secret_key()
    assert "E006" in codes(env)


def test_own_key_is_kept(environment):
    assert environment().secret_key() == environment().secret_key()


def test_own_key_is_for_its_owner_only(tmp_path):
    kept_secret(tmp_path / "key")
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_numbers_are_read(environment):
    assert environment(JOB_LEASE_S="7").number("JOB_LEASE_S", default=120) == 7


@pytest.mark.parametrize("word", ["0", "-3", "soon"])
def test_wrong_number_is_noted(environment, word):
    env = environment(JOB_LEASE_S=word)
    assert env.number("JOB_LEASE_S", default=120) == 120
    assert codes(env) == ["E009"]


def test_number_that_may_be_nothing_is_read(environment):
    env = environment(LADDER_RECORD_DAYS="0")
    assert env.number("LADDER_RECORD_DAYS", default=365, least=0) == 0
    assert codes(env) == []


def test_flag_that_is_neither_is_noted(environment):
    env = environment(HTTPS="maybe")
    assert env.flag("HTTPS", default=True)
    assert codes(env) == ["E001"]


def test_every_problem_becomes_an_error(environment, settings):
    env = environment(STAMMTISCH_ENV="production")
    env.database()
    settings.ENVIRONMENT_PROBLEMS = env.problems
    assert "stammtisch.E003" in [error.id for error in run_checks()]


def test_bots_are_locked_up_in_the_best_way_there_is(environment, tmp_path):
    env = environment()
    assert (env.bot_sandbox(), env.bot_cgroups(), env.bot_folder()) == (
        "auto",
        (),
        tmp_path / "var" / "bots",
    )
    assert env.problems == []


FREE = {"BOT_SANDBOX": "unsafe", "BOT_SANDBOX_ALLOW_UNSAFE": "yes"}


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"BOT_SANDBOX": "docker"}, ["E010"]),
        ({"BOT_SANDBOX": "unsafe"}, ["E011"]),
        (FREE, []),
        (FREE | {"STAMMTISCH_ENV": "production"}, ["E011"]),
    ],
)
def test_bots_run_free_only_where_two_settings_say_so(environment, values, found):
    env = environment(**values)
    env.bot_sandbox()
    assert codes(env) == found


def test_bots_are_promised_threads_unless_a_setting_says_no(environment):
    assert environment().bot_needs_threads()
    assert not environment(BOT_NEEDS_THREADS="no").bot_needs_threads()


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"BOT_NEEDS_THREADS": "perhaps"}, ["E001"]),
        ({"BOT_SANDBOX": "landlock"}, ["E014"]),
        ({"BOT_SANDBOX": "landlock", "BOT_NEEDS_THREADS": "no"}, []),
        ({"BOT_SANDBOX": "auto"}, []),
    ],
)
def test_threads_that_the_sandbox_cannot_give_are_noted(environment, values, found):
    env = environment(**values)
    env.bot_needs_threads()
    assert codes(env) == found


@pytest.mark.parametrize("word", ["python3", "/nowhere/python3"])
def test_program_of_bots_is_a_full_path(environment, word):
    env = environment(BOT_PYTHON=word)
    env.program("BOT_PYTHON", default="/usr/bin/python3")
    assert codes(env) == ["E012"]


def test_control_group_is_a_folder(environment):
    env = environment(BOT_CGROUP="/nowhere/group")
    env.bot_cgroups()
    assert codes(env) == ["E013"]


def test_control_groups_of_version_1_are_two_folders(environment, tmp_path):
    env = environment(BOT_CGROUP=f"{tmp_path}:{tmp_path.parent}")
    assert (env.bot_cgroups(), codes(env)) == ((tmp_path, tmp_path.parent), [])
    env = environment(BOT_CGROUP=f"{tmp_path}:here")
    env.bot_cgroups()
    assert codes(env) == ["E013"]


@pytest.mark.parametrize(
    ("word", "read", "found"),
    [("", "open", []), ("closed", "closed", []), ("maybe", "open", ["E020"])],
)
def test_choice_is_one_of_its_words(environment, word, read, found):
    env = environment(SIGN_UP=word)
    assert env.choice("SIGN_UP", "open", "closed") == read
    assert codes(env) == found


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("", []),
        ("https://example.org/licence/", []),
        ("CC0", ["E025"]),
        ("javascript:alert(1)", ["E025"]),
        ('https://example.org/">', ["E025"]),
    ],
)
def test_a_licence_is_the_address_of_a_page(environment, address, found):
    env = environment(RECORDS_LICENCE=address)
    assert env.page("RECORDS_LICENCE", code="E025") == ("" if found else address)
    assert codes(env) == found


def test_secret_of_metrics_comes_from_a_file(environment, tmp_path):
    (tmp_path / "token").write_text("t" * 20 + "\n")
    env = environment(METRICS_TOKEN_FILE=str(tmp_path / "token"))
    assert (env.metrics_token(), codes(env)) == ("t" * 20, [])


def test_metrics_need_no_token(environment):
    env = environment(STAMMTISCH_ENV="production")
    assert (env.metrics_token(), codes(env)) == ("", [])


@pytest.mark.parametrize("values", [{"METRICS_TOKEN": "t"}, {"METRICS_TOKEN_FILE": "/nowhere/t"}])
def test_token_of_metrics_that_is_no_good_is_noted(environment, values):
    env = environment(**values)
    env.metrics_token()
    assert codes(env) == ["E015"]


@pytest.mark.parametrize(("folder", "found"), [("", []), (".", []), ("/nowhere/x", ["E017"])])
def test_processes_need_a_folder_to_add_up_in(environment, folder, found):
    env = environment(PROMETHEUS_MULTIPROC_DIR=folder)
    env.check_metrics_folder()
    assert codes(env) == found


@pytest.mark.parametrize(
    ("values", "lines", "found"),
    [
        ({}, "text", []),
        ({"STAMMTISCH_ENV": "production"}, "json", []),
        ({"STAMMTISCH_ENV": "production", "LOG_FORMAT": "text"}, "text", []),
        ({"LOG_FORMAT": "xml"}, "json", ["E016"]),
    ],
)
def test_lines_of_the_log_are_json_in_production(environment, values, lines, found):
    env = environment(**values)
    assert (env.log_lines(), codes(env)) == (lines, found)


def test_production_without_a_key_of_push_services_tells_devices_nothing(environment):
    env = environment(STAMMTISCH_ENV="production")
    assert env.vapid_key() == ""
    assert codes(env) == []


def test_development_makes_its_key_of_push_services_once(environment):
    key = environment().vapid_key()
    assert vapid.is_key(key)
    assert environment().vapid_key() == key


@pytest.mark.parametrize("wrong", ["x", "A" * 43, "A" * 44, "ä" * 43])
def test_what_is_no_key_of_push_services_is_noted(environment, wrong):
    env = environment(STAMMTISCH_ENV="production", VAPID_KEY=wrong)
    assert env.vapid_key() == ""
    assert codes(env) == ["E024"]


def test_key_of_push_services_may_be_in_a_file(environment, tmp_path):
    (tmp_path / "vapid").write_text(f"{MINE}\n")
    assert environment(VAPID_KEY_FILE=str(tmp_path / "vapid")).vapid_key() == MINE


MINE = vapid.new_key()
