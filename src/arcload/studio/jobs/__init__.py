"""The queue of solves, and the processes that do the work."""
