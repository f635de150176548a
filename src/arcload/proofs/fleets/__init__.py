"""Lower bounds and optima of fleets, from plain arrays."""
