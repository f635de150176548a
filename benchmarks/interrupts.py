"""Ctrl-C at random moments: how `arcload solve` ends, over and over.

``python benchmarks/interrupts.py --count 500`` counts the exit codes. It fails if a process crashes
or does not end: 0 is a tour that was kept, all else an end before there was one. ``--twice``
presses Ctrl-C a second time, soon after.
"""

import argparse
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

TOWN = Path(__file__).parents[1] / "examples" / "town.json"
HUNG = 60  # seconds after Ctrl-C


def press(chance: random.Random, longest: float, twice: bool) -> int:
    """Start a search, interrupt it, and return its exit code."""
    command = [sys.executable, "-X", "faulthandler", "-P", "-m", "arcload", "solve", str(TOWN)]
    process = subprocess.Popen(
        [*command, "--time", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    for wait in (chance.uniform(0.02, longest), chance.uniform(0.0, 0.05))[: 2 if twice else 1]:
        try:
            process.wait(wait)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
    try:
        said = process.communicate(timeout=HUNG)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        said = process.communicate()[1]
    if is_crash(process.returncode):
        print(said.decode(errors="replace"))
    return process.returncode


def is_crash(code: int) -> bool:
    """Return whether a process was ended by a signal other than ours."""
    return code < 0 and code != -signal.SIGINT


def main() -> None:
    """Press Ctrl-C as often as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="number of searches")
    parser.add_argument("--longest", type=float, default=2.5, help="seconds before Ctrl-C, at most")
    parser.add_argument("--twice", action="store_true", help="press it again soon after")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    codes: Counter[int] = Counter()
    for _ in range(options.count):
        codes[press(chance, options.longest, options.twice)] += 1
    for code, count in sorted(codes.items()):
        print(f"exit code {code:4}: {count:,} times")
    sys.exit(any(is_crash(code) for code in codes))


if __name__ == "__main__":
    main()
