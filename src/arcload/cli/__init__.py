"""The command line: one file per command. Only it prints and exits.

It may import every floor.
"""
