"""Many runs at once: on one machine or on a cluster, kept in a file, and compared."""
