"""Plan a town in the browser, and the same engine as a service."""
