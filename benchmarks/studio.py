"""Many plans at once: 50 posted by 10 clients to a server, each solved for a second.

    python benchmarks/studio.py [--plans 50] [--clients 10] [--time 1] [--workers 2] [--limit 540]

A real ``arcload serve`` on the loopback address. Every client posts its plans, asks for their
solves, and waits until they have ended. Memory is the proportional set size of the server and of
all its processes, looked at twice a second.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

import arcload
from arcload.maps.formats import json_instance

LOOK = 0.5  # seconds between two looks at the memory, and at a plan
ENDED = ("done", "stopped", "failed", "interrupted")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plans", type=int, default=50)
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--time", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=float, default=540.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = ["arcload", "serve", "--port", "0", "--data", f"{folder}/studio.db"]
        command += ["--workers", str(asked.workers), "--threads", "1"]
        with subprocess.Popen(
            [sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                report(server, asked)
            finally:
                server.terminate()


def report(server: "subprocess.Popen[str]", asked: argparse.Namespace) -> None:
    assert server.stdout is not None
    found = re.search(r"http://\S+?/", server.stdout.readline())
    assert found is not None
    memory = Memory(server.pid)
    began = time.perf_counter()
    each = [len(range(k, asked.plans, asked.clients)) for k in range(asked.clients)]
    with ThreadPoolExecutor(asked.clients) as clients:
        parts = [clients.submit(client, found[0], k, count, asked) for k, count in enumerate(each)]
        states = [state for part in parts for state in part.result()]
    seconds = time.perf_counter() - began
    with httpx.Client(base_url=found[0]) as http:
        kept = len(http.get("api/plans").json()["plans"])
    server_peak, all_peak = memory.end()
    rows = {
        "plans posted": asked.plans,
        "clients": asked.clients,
        "solves at a time": asked.workers,
        "ended by themselves": states.count("done"),
        "lost": asked.plans - min(kept, len(states)),
        "seconds in all": f"{seconds:.0f}",
        "peak memory of the server, MB": f"{server_peak / 1e6:.0f}",
        "peak memory with all processes, MB": f"{all_peak / 1e6:.0f}",
    }
    for name, value in rows.items():
        print(f"{name:36}{value:>8}")


def client(address: str, number: int, count: int, asked: argparse.Namespace) -> list[str]:
    """Post some plans, have them solved, and return the states in which they ended."""
    end = time.perf_counter() + asked.limit
    states = []
    with httpx.Client(base_url=address, timeout=asked.limit) as http:
        plans = []
        for k in range(count):
            town = arcload.generate("city", edges=60, seed=1000 * number + k)
            headers = {"content-type": "application/json"}
            text = json_instance.dump(town, [])
            made = http.post("api/plans", content=text, headers=headers).raise_for_status()
            plans.append(made.json()["id"])
            solve = {"time": asked.time}
            http.post(f"api/plans/{plans[-1]}/solve", json=solve).raise_for_status()
        for plan in plans:
            state = ""
            while state not in ENDED and time.perf_counter() < end:
                time.sleep(LOOK)
                state = http.get(f"api/plans/{plan}").raise_for_status().json()["state"]
            states.append(state)
    return states


class Memory:
    """Looks at the memory of a process and of all that it started, until it is asked."""

    def __init__(self, pid: int) -> None:
        self._pid, self._over = pid, threading.Event()
        self._peaks = (0, 0)
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def end(self) -> tuple[int, int]:
        """Return the most bytes of the process, and of all together."""
        self._over.set()
        self._thread.join()
        return self._peaks

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            own = size_of(self._pid)
            everything = own + sum(map(size_of, started_by(self._pid)))
            self._peaks = (max(self._peaks[0], own), max(self._peaks[1], everything))


def size_of(pid: int) -> int:
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+) kB", rows, re.MULTILINE)
    return 0 if found is None else 1024 * int(found[1])


def started_by(pid: int) -> list[int]:
    own = [
        int(child)
        for file in Path(f"/proc/{pid}/task").glob("*/children")
        for child in file.read_text().split()
    ]
    return [*own, *(other for child in own for other in started_by(child))]


if __name__ == "__main__":
    main()
