"""What a machine is, in a few words."""

import os
import platform

from arcload.runs.machine import machine


def test_a_machine_tells_its_cores_and_not_its_name() -> None:
    text = machine()
    assert text.startswith(platform.system())
    assert text.endswith(f"{os.cpu_count()} cores")
    assert platform.node() == "" or platform.node() not in text.split()
