"""Routes as files."""
