"""Processes that play and solve don't outlive the one that started them."""

import signal
import subprocess
import sys

KILLED = """
import os, signal, time
from feint.lab.processes import process_pool

pool = process_pool(1)
print(pool.submit(os.getppid).result() == os.getpid(), flush=True)
pool.submit(time.sleep, 3600)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_they_end_with_a_killed_process() -> None:
    """The worker has the same output, which is only closed when it has ended, too."""
    done = subprocess.run([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, "True\n")
