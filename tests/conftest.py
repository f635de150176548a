"""What all tests share."""

from hypothesis import settings

# No test depends on the clock, and a failure is found again by the next run.
settings.register_profile("arcload", deadline=None, derandomize=True)
settings.load_profile("arcload")
