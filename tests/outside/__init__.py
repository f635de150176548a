"""A package of somebody else, which knows the public names of arcload alone."""
