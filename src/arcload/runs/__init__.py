"""Many runs at once: on one machine or on a cluster, kept in a file, and compared in tables.

It may import `solving`, `maps`, `views` and what these stand on.
"""
