"""Values from the environment, each read with its kind. What is wrong is collected and told in sentences, at once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

Network = IPv4Network | IPv6Network
Made = TypeVar("Made")
YES, NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


class SettingsProblem(Exception):
    """One or more settings cannot be used; `str()` of it is what the operator reads."""


@dataclass
class Environment:
    values: Mapping[str, str]
    problems: list[str] = field(default_factory=list)

    def text(self, name: str, default: str = "") -> str:
        return self.values.get(name, default).strip() or default

    def flag(self, name: str, default: bool) -> bool:
        word = self.values.get(name, "1" if default else "0").strip().lower()
        if word not in YES | NO:
            self.problem(name, f"must be 1 or 0, not “{word}”")
        return word in YES

    def number(self, name: str, default: int) -> int:
        word = self.text(name, str(default))
        if not word.isdecimal():
            self.problem(name, f"must be a whole number, not “{word}”")
            return default
        return int(word)

    def words(self, name: str, default: str) -> list[str]:
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        word = self.text(name, default)
        found = [choice for choice in choices if choice.lower() == word.lower()]
        if not found:
            self.problem(name, f"must be one of {', '.join(choices)}, not “{word}”")
        return found[0] if found else default

    def hosts(self, name: str, default: str) -> list[str]:
        names = self.words(name, default)
        for host in names:
            if "/" in host or " " in host:
                self.problem(name, f"takes host names like cards.example.org, without scheme or path, not “{host}”")
        return names

    def networks(self, name: str, default: str) -> list[Network]:
        found = []
        for word in self.words(name, default):
            try:
                found.append(ip_network(word, strict=False))
            except ValueError:
                self.problem(name, f"takes addresses and networks like 10.0.0.0/8, not “{word}”")
        return found

    def secret(self, name: str, file: Path) -> str:
        """The variable, else the file that the first start of the site wrote."""
        try:
            key = self.text(name) or (file.read_text().strip() if file.is_file() else "")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            self.problem(name, f"cannot be read from {file} ({reason}): give this user the right to, or set it")
            return ""
        if not key:
            self.problem(name, f"is missing: set it, or start the site once with “manage.py play”, which writes {file}")
        elif len(key) < 50 or len(set(key)) < 5:
            self.problem(name, "must be at least 50 characters of chance")
        return key

    def url(self, name: str, default: str, kinds: Mapping[str, Callable[[SplitResult], Made]], example: str) -> Made:
        """What the scheme's maker makes of the address. It is never shown, because it may hold a password."""
        try:
            parts = urlsplit(self.text(name, default))
            return kinds[parts.scheme](parts)
        except (KeyError, ValueError):
            self.problem(name, f"is no address this program can use. It looks like {example}")
            return kinds[urlsplit(default).scheme](urlsplit(default))

    def problem(self, name: str, what: str) -> None:
        self.problems.append(f"The setting {name} {what}.")

    def check(self) -> None:
        if self.problems:
            raise SettingsProblem("\n".join(self.problems))


def login(parts: SplitResult) -> tuple[str, str]:
    return unquote(parts.username or ""), unquote(parts.password or "")


def options(parts: SplitResult) -> dict[str, str]:
    return {name: found[-1] for name, found in parse_qs(parts.query, strict_parsing=bool(parts.query)).items()}
