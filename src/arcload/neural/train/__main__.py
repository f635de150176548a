"""``python -m arcload.neural.train``: training with torch, NumPy and SciPy alone."""

import sys

from arcload.model.errors import ArcloadError, InputError
from arcload.model.printable import printable
from arcload.neural.train.command import run


def main(arguments: list[str] | None = None) -> None:
    """Run it from a shell: print what it tells, and exit with 2 for bad input."""
    try:
        run(sys.argv[1:] if arguments is None else arguments, lambda text: print(text, flush=True))
    except ArcloadError as error:
        print(f"arcload: {printable(' '.join(str(error).split()))}", file=sys.stderr)
        sys.exit(2 if isinstance(error, InputError) else 1)


if __name__ == "__main__":
    main()
