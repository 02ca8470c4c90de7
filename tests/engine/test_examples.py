"""The examples in the engine's own documentation."""

import doctest
import importlib
import pkgutil
from pathlib import Path
from typing import Any

import pytest

import games.engine

MODULES = ["games.engine", *(f"games.engine.{module.name}" for module in pkgutil.iter_modules(games.engine.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_the_doctests_of_the_engine_pass(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert failed == 0


@pytest.mark.parametrize("name", games.engine.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    """In its own docstring, or in that of the module that defines it."""
    thing = getattr(games.engine, name)
    own = getattr(thing, "__doc__", None) or ""
    assert any(name in example.source for text in (own, defining_module(name).__doc__) for example in examples(text))


def examples(text: str) -> Any:
    return doctest.DocTestParser().get_examples(text)


def defining_module(name: str) -> Any:
    """Return the module that defines this name; importing it is not enough."""
    for module in map(importlib.import_module, MODULES[1:]):
        lines = Path(str(module.__file__)).read_text().splitlines()
        if any(line.startswith((f"def {name}(", f"class {name}", f"{name} = ", f"{name}: ")) for line in lines):
            return module
    raise AssertionError(f"{name} is defined nowhere")


def test_the_list_of_public_names_is_sorted_and_complete() -> None:
    assert set(games.engine.__all__) <= set(vars(games.engine))
    assert len(set(games.engine.__all__)) == len(games.engine.__all__)
