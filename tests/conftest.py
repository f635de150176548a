"""What all tests share."""

import os

from hypothesis import settings

# No test depends on the clock, and a failure is found again by the next run.
settings.register_profile("arcload", deadline=None, derandomize=True)
settings.load_profile("arcload")

# Every move that a search makes is checked against a full recomputation.
os.environ["ARCLOAD_DEBUG"] = "1"
