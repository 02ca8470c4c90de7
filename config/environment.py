"""Read settings from environment variables, and report all invalid ones together, in sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

Network = IPv4Network | IPv6Network
Parsed = TypeVar("Parsed")
YES, NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


class SettingsProblem(Exception):
    """One or more settings are invalid. `str()` is the message for the operator."""


@dataclass
class Environment:
    values: Mapping[str, str]
    problems: list[str] = field(default_factory=list)

    def text(self, name: str, default: str = "") -> str:
        return self.values.get(name, default).strip() or default

    def line(self, name: str, default: str, most: int) -> str:
        """Return text for pages, which have room for so many characters."""
        value = self.text(name, default)
        if len(value) > most or not value.isprintable():
            self.problem(name, f"must be one line of at most {most} characters")
            return default
        return value

    def sender(self, name: str, default: str) -> str:
        value = self.text(name, default)
        user, at, host = parseaddr(value)[1].partition("@")
        if not (user and at and host and value.isprintable()) or " " in user + host:
            self.problem(name, f"must be an address like Last Card <cards@example.org>, not “{value}”")
        return value

    def flag(self, name: str, default: bool) -> bool:
        value = self.text(name, "1" if default else "0").lower()
        if value not in YES | NO:
            self.problem(name, f"must be 1 or 0, not “{value}”")
        return value in YES

    def number(self, name: str, default: int, most: int) -> int:
        value = self.text(name, str(default))
        if not value.isdecimal() or len(value) > len(str(most)) or int(value) > most:
            self.problem(name, f"must be a whole number up to {most}, not “{value}”")
            return default
        return int(value)

    def words(self, name: str, default: str) -> list[str]:
        return [part.strip() for part in self.text(name, default).split(",") if part.strip()]

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        value = self.text(name, default)
        found = [choice for choice in choices if choice.lower() == value.lower()]
        if not found:
            self.problem(name, f"must be one of {', '.join(choices)}, not “{value}”")
        return found[0] if found else default

    def hosts(self, name: str, default: str) -> list[str]:
        names = self.words(name, default)
        for host in names:
            has_port = ":" in host and not (host.startswith("[") and host.endswith("]"))
            if "/" in host or " " in host or has_port:
                what = "host names like cards.example.org, without scheme, port or path"
                self.problem(name, f"must contain {what}, not “{host}”")
        return names

    def networks(self, name: str, default: str) -> list[Network]:
        found = []
        for word in self.words(name, default):
            try:
                found.append(ip_network(word, strict=False))
            except ValueError:
                self.problem(name, f"must contain IP addresses or networks like 10.0.0.0/8, not “{word}”")
        return found

    def secret(self, name: str, file: Path) -> str:
        """Return the variable, or else the content of the file that the first start of the site wrote."""
        try:
            key = self.text(name) or (file.read_text().strip() if file.is_file() else "")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
            self.problem(
                name, f"cannot be read from {file} ({reason}): allow this user to read the file, or set the variable"
            )
            return ""
        if not key:
            self.problem(name, f"is missing: set it, or start the site once with “manage.py play”, which writes {file}")
        elif len(key) < 50 or len(set(key)) < 5:
            self.problem(name, "must be at least 50 random characters")
        return key

    def url(
        self, name: str, default: str, parsers: Mapping[str, Callable[[SplitResult], Parsed]], example: str
    ) -> Parsed:
        """Parse a URL with the function for its scheme. Messages never show the URL: it may contain a password."""
        try:
            parts = urlsplit(self.text(name, default))
            return parsers[parts.scheme](parts)
        except (KeyError, ValueError):
            self.problem(name, f"is not a URL that this site can use. It should look like {example}")
            return parsers[urlsplit(default).scheme](urlsplit(default))

    def problem(self, name: str, what: str) -> None:
        self.problems.append(f"The setting {name} {what}.")

    def check(self) -> None:
        if self.problems:
            raise SettingsProblem("\n".join(self.problems))


def login(parts: SplitResult) -> tuple[str, str]:
    return unquote(parts.username or ""), unquote(parts.password or "")


def options(parts: SplitResult) -> dict[str, str]:
    return {name: found[-1] for name, found in parse_qs(parts.query, strict_parsing=bool(parts.query)).items()}
