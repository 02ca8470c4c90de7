"""Every refusal of the table and every reason for restricted access has a sentence, and no sentence is unused."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.access import Reason
from games.wording.access import REASONS
from games.wording.table import REFUSALS

pytestmark = pytest.mark.once


def test_every_reason_has_a_sentence() -> None:
    assert set(REASONS) == {reason.value for reason in Reason}
    assert Reason.NONE.sentence == ""
    assert all(reason.sentence.endswith(".") for reason in Reason if reason is not Reason.NONE)


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    code = "".join(path.read_text() for path in (Path(settings.ROOT) / "games" / "table").rglob("*.py"))
    raised = set(re.findall(r'(?:TableRefusal|NotPlaying)\("(\w+)"(?:, version=before\.version)?\)', code))
    by_class = {"stale", "judging", "no_game"}
    assert raised | by_class == set(REFUSALS)
    assert all(sentence.endswith(".") for sentence in REFUSALS.values())
