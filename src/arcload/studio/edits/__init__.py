"""What a planner changes in a network: kept as steps, applied to an instance, shown on the map."""
