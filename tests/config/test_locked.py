"""The exact versions that the two commands install lie within the ranges of requirements.txt, and have hashes."""

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from config.bootstrap import LOCKED, RUNTIME, TOOLS, lines

pytestmark = pytest.mark.apart
ROOT = Path(__file__).resolve().parents[2]


def locked(requirements: str) -> dict[str, tuple[set[str], set[str]]]:
    """The versions of each package (one of them for each kind of system), and the hashes of their files."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    text = (ROOT / LOCKED[requirements]).read_text().replace("\\\n", " ")
    for line in (line for line in text.splitlines() if line and not line.startswith("#")):
        requirement = Requirement(line.split(" --hash")[0])
        versions, hashes = found.setdefault(canonicalize_name(requirement.name), (set(), set()))
        versions.add(str(requirement.specifier).removeprefix("=="))
        hashes.update(re.findall(r"--hash=(sha256:[0-9a-f]{64})(?= |$)", line))
    return found


@pytest.mark.parametrize("requirements", [RUNTIME, TOOLS])
def test_every_required_package_is_locked_within_its_range(requirements: str) -> None:
    found = locked(requirements)
    for requirement in map(Requirement, lines(requirements)):
        versions, _ = found[canonicalize_name(requirement.name)]
        assert all(version in requirement.specifier for version in versions), requirement


@pytest.mark.parametrize("requirements", [RUNTIME, TOOLS])
def test_every_locked_package_has_hashes(requirements: str) -> None:
    assert [name for name, (_, hashes) in locked(requirements).items() if not hashes] == []


def test_the_site_runs_with_the_versions_of_its_tests() -> None:
    tools = locked(TOOLS)
    assert {name: found for name, found in locked(RUNTIME).items() if tools[name] != found} == {}


@pytest.mark.parametrize("requirement", lines(TOOLS))
def test_every_range_ends_before_a_major_version(requirement: str) -> None:
    (end,) = (part.version for part in Requirement(requirement).specifier if part.operator == "<")
    assert Version(end) == Version(str(Version(end).major))


def test_packages_are_locked_with_the_extras_that_others_need() -> None:
    """An older pip tries the newest version of a package that is needed with extras and locked without them: the
    installation fails as soon as there is a newer version than the locked one, because it has no hash."""
    text = (ROOT / LOCKED[TOOLS]).read_text()
    extras = {
        canonicalize_name(name): set(filter(None, re.split(r", ?", found)))
        for name, found in re.findall(r"^([\w.-]+)(?:\[([^]]*)\])?==", text, re.MULTILINE)
    }
    for package in extras:
        for needed in needed_by(package):
            assert needed.extras <= extras.get(canonicalize_name(needed.name), needed.extras), (package, str(needed))


def needed_by(package: str) -> Iterator[Requirement]:
    """Yield what an installed package always needs on this system."""
    try:
        requirements = requires(package) or []
    except PackageNotFoundError:  # only on other systems
        return
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement
