"""A long run of checks on what is drawn at random, in as many processes as there are cores."""

import argparse
import functools
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

_EVERY = 20.0  # seconds between two lines that tell how far it is
_CHUNK = 10  # checks that a process gets at a time

Check = Callable[[int, int, Counter[str]], None]
"""Draws number `index` of a seed, checks it, and counts of what kinds it was."""


class CheckFailedError(AssertionError):
    """A check failed; the message holds the instance."""


class Checked(NamedTuple):
    """What came of one check."""

    failure: str
    """Why it failed; "" if it did not."""
    covered: Counter[str]


def main(check: Check, *, what: str, count: int, description: str) -> None:
    """Run a check as the command line says; exit with 1 if it failed anywhere.

    Parameters
    ----------
    check
        A function of a module, so that other processes find it.
    what
        What is drawn, as a plural.
    count
        How many are drawn if nothing is said.
    description
        For ``--help``.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--count", type=int, default=count, help=f"number of {what}")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    asked = parser.parse_args()
    one = functools.partial(_checked, check, asked.seed)
    indices = range(asked.first, asked.first + asked.count)
    covered: Counter[str] = Counter()
    failures, began = 0, time.monotonic()
    told = began
    for done, checked in enumerate(_results(one, indices, asked.jobs), start=1):
        covered.update(checked.covered)
        if checked.failure:
            print(checked.failure, flush=True)
            failures += 1
        now = time.monotonic()
        if now - told > _EVERY or done == asked.count:
            told = now
            print(f"{done:,} {what}, {now - began:.0f} s, {failures} failures", flush=True)
    for kind, times in covered.most_common():
        print(f"{times:8,} {kind}")
    sys.exit(failures > 0)


def _results(one: Callable[[int], Checked], indices: range, jobs: int) -> Iterator[Checked]:
    """Return what comes of each check, in their order."""
    if jobs == 1:
        yield from map(one, indices)
        return
    fresh = multiprocessing.get_context("spawn")  # no lock of this process is copied
    with ProcessPoolExecutor(jobs, mp_context=fresh) as pool:
        yield from pool.map(one, indices, chunksize=_CHUNK)


def _checked(check: Check, seed: int, index: int) -> Checked:
    covered: Counter[str] = Counter()
    try:
        check(seed, index, covered)
    except CheckFailedError as failure:
        return Checked(str(failure), covered)
    return Checked("", covered)
