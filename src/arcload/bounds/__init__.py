"""Lower bounds, and proofs that a tour is optimal."""
