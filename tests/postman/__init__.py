"""The shortest tour."""
