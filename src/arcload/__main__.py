"""``python -m arcload`` is the command line."""

from arcload.cli.main import main

main()
