"""Training, on torch and numpy alone: ``python -m arcload.neural.train``."""
