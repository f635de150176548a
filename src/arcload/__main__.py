"""``python -m arcload`` is the command line."""

import os
import sys
from contextlib import suppress

# Python puts the working folder first on the path, where a file beside the instances could stand
# in for any module. It stays where arcload itself lies in it.
with suppress(OSError):
    home = os.path.dirname(os.path.dirname(__file__))
    if sys.path[0] == os.getcwd() and not os.path.samefile(sys.path[0], home):
        del sys.path[0]

from arcload.cli.start import start

start()
