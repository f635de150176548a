"""The studio's page in a browser."""
