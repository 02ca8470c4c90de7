"""The worker processes in which bots search for a move."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.live_site import ROOT

pytestmark = pytest.mark.apart
PARENT = """
import os, time
import django
django.setup()
from games.table import thinking
from multiprocessing import resource_tracker
if __name__ == "__main__":
    print(thinking._executor().submit(os.getpid).result(), resource_tracker._resource_tracker._pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_and_its_tracker_end_with_the_server(tmp_path: Path, how: signal.Signals) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    surroundings = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=surroundings, cwd=ROOT) as parent:
        assert parent.stdout is not None
        children = list(map(int, parent.stdout.readline().split()))
        assert len(children) == 2
        parent.send_signal(how)
    end = time.monotonic() + 30
    while any(is_alive(child) for child in children):
        assert time.monotonic() < end, "A child has outlived its parent."
        time.sleep(0.05)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
