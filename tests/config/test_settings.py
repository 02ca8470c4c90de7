"""All settings come from the environment, are in the README's table, and are named when they are invalid."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from config import service_urls
from config.environment import Environment, SettingsProblem
from config.hosts import is_public_name

pytestmark = pytest.mark.apart
ROOT = Path(__file__).resolve().parents[2]
SPELLED = {False: "0", True: "1", "": "none"}
KINDS = {"text", "line", "sender", "flag", "number", "words", "choice", "hosts", "networks", "secret", "url"}


def settings_read() -> dict[str, str | None]:
    """Return each variable that settings.py reads, with its default if that is a literal."""
    found: dict[str, str | None] = {}
    for node in ast.walk(ast.parse((ROOT / "config" / "settings.py").read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in KINDS:
            name, default = (arg.value if isinstance(arg, ast.Constant) else None for arg in node.args[:2])
            found[str(name)] = None if default is None else SPELLED.get(default, str(default))
    return found


def settings_in_readme() -> dict[str, str]:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    return {name: default.strip("`") for name, default in rows}


def test_the_readme_lists_every_setting_and_its_default() -> None:
    listed = settings_in_readme()
    assert list(listed) == list(dict.fromkeys(listed)) != []
    assert set(listed) == set(settings_read())
    assert {name: listed[name] for name, default in settings_read().items() if default} == {
        name: default for name, default in settings_read().items() if default
    }


def start(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in settings_read()}
    return subprocess.run(
        [sys.executable, "manage.py", *(command or ["check"])],
        env=clean | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "perhaps"),
        ("HTTPS", "perhaps"),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY", "abab" * 20),
        ("ALLOWED_HOSTS", "https://cards.example.org/"),
        ("ALLOWED_HOSTS", "cards.example.org:8643"),
        ("TRUSTED_PROXIES", "the one next door"),
        ("DATABASE_URL", "mysql://host/name"),
        ("DATABASE_URL", "postgres://host:port/name"),
        ("DATABASE_URL", "postgres://host"),
        ("DATABASE_URL", "sqlite://file"),
        ("DATABASE_URL", "rubbish"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://"),
        ("EMAIL_URL", "mail.example.org"),
        ("EMAIL_URL", "smtp://"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("HSTS_DAYS", "a month"),
        ("HSTS_DAYS", "9" * 5000),
        ("EMAIL_FROM", "the site"),
        ("EMAIL_FROM", "Cards <cards@>"),
        ("CALL_WORD", "This is my last card!"),
        ("SITE_NAME", "Two\nlines"),
        ("SECURITY_CONTACT", "whoever is there"),
        ("PRIVACY_FILE", "no/such/file.txt"),
    ],
)
def test_an_invalid_value_is_named_in_a_sentence(name: str, value: str) -> None:
    done = start(**{name: value})
    assert done.returncode != 0
    assert done.stderr.startswith(f"The setting {name} ")
    assert done.stderr.strip().endswith((".", "name", "0", "587"))
    assert "Traceback" not in done.stderr


def test_a_server_says_what_is_wrong_in_a_sentence() -> None:
    command = [sys.executable, "-m", "daphne", "--port", "0", "config.asgi:application"]
    done = subprocess.run(
        command, env=os.environ | {"DEBUG": "perhaps"}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert done.stderr == "The setting DEBUG must be 1 or 0, not “perhaps”.\n"


def test_all_invalid_settings_are_reported_at_once() -> None:
    listed = start(DEBUG="perhaps", LOG_FORMAT="xml").stderr
    assert "The setting DEBUG" in listed
    assert "The setting LOG_FORMAT" in listed


def test_no_password_in_a_url_is_shown() -> None:
    assert "geheim" not in start(DATABASE_URL="postgres://u:geheim@host:port/name").stderr


def test_a_missing_key_is_named_with_the_way_to_get_one(tmp_path: Path) -> None:
    env = Environment({})
    env.secret("SECRET_KEY", tmp_path / "secret_key")
    with pytest.raises(SettingsProblem, match="SECRET_KEY is missing: set it, or start the site once"):
        env.check()


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    tmp_path.joinpath("secret_key").write_bytes(b"\xff\xfe" * 50)
    env = Environment({})
    env.secret("SECRET_KEY", tmp_path / "secret_key")
    with pytest.raises(SettingsProblem, match="SECRET_KEY cannot be read from"):
        env.check()


def test_production_passes_djangos_own_check_without_a_warning() -> None:
    done = start(
        "check", "--deploy", "--fail-level", "WARNING", ALLOWED_HOSTS="cards.example.org", SECRET_KEY="aB3-x" * 20
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout
    assert "(0 silenced)" in done.stdout


@pytest.mark.parametrize(
    ("address", "engine", "name"),
    [
        ("sqlite:///var/x.sqlite3", "sqlite", "var/x.sqlite3"),
        ("sqlite:////srv/x.sqlite3", "sqlite", "/srv/x.sqlite3"),
        ("postgres://ann:p%40ss@db.example.org:5433/cards?sslmode=require", "postgresql", "cards"),
        ("postgresql://db/cards", "postgresql", "cards"),
    ],
)
def test_addresses_of_databases(address: str, engine: str, name: str) -> None:
    env = Environment({"A": address})
    found = env.url("A", "sqlite:///x", service_urls.DATABASES, "")
    assert env.problems == []
    assert found["ENGINE"].endswith(engine)
    assert found["NAME"] == name


def test_a_database_server_is_asked_through_a_pool_and_sqlite_takes_its_lock_at_once() -> None:
    env = Environment({"A": "postgres://ann:p%40ss@db.example.org:5433/cards?sslmode=require"})
    server = env.url("A", "sqlite:///x", service_urls.DATABASES, "")
    assert (server["USER"], server["PASSWORD"], server["HOST"], server["PORT"]) == (
        "ann",
        "p@ss",
        "db.example.org",
        5433,
    )
    assert server["OPTIONS"]["sslmode"] == "require"
    assert "pool" in server["OPTIONS"]
    file = Environment({}).url("A", "sqlite:///x", service_urls.DATABASES, "")
    assert file["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


@pytest.mark.parametrize(
    ("address", "port", "tls", "ssl"),
    [
        ("smtp://ann:p@mail.example.org", 587, True, None),
        ("smtps://mail.example.org", 465, None, True),
        ("smtp://localhost:25?tls=0", 25, False, None),
    ],
)
def test_addresses_of_mail_servers(address: str, port: int, tls: bool | None, ssl: bool | None) -> None:
    mail = Environment({"A": address}).url("A", "console:", service_urls.EMAIL, "")
    assert (mail["EMAIL_PORT"], mail.get("EMAIL_USE_TLS"), mail.get("EMAIL_USE_SSL")) == (port, tls, ssl)


@pytest.mark.parametrize(
    ("host", "public"),
    [
        ("cards.example.org", True),
        ("localhost", False),
        ("192.168.1.20", False),
        ("[::1]", False),
        ("cards.local", False),
        (".example.org", True),
    ],
)
def test_which_hosts_are_public(host: str, public: bool) -> None:
    assert is_public_name(host) is public


@pytest.mark.parametrize("default", [True, False])
def test_an_empty_setting_is_one_that_is_not_set(default: bool) -> None:
    assert Environment({"A": ""}).flag("A", default) is Environment({}).flag("A", default) is default


def test_any_name_of_the_site_can_be_the_sender() -> None:
    done = start(
        "shell", "-c", "from django.conf import settings; print(settings.DEFAULT_FROM_EMAIL)", SITE_NAME='A "B", C'
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, '"A \\"B\\", C" <no-reply@localhost>'), done.stderr


def test_an_address_in_brackets_is_no_host_with_a_port() -> None:
    environment = Environment({"A": "[::1],cards.example.org"})
    assert environment.hosts("A", "") == ["[::1]", "cards.example.org"]
    assert environment.problems == []
