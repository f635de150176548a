"""The route that is driven today, read from what a planner has of it."""
